// cspell:ignore pegar
import { localize } from '../../i18n.ts'
import panel from '../../ui/layout/Panel.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import classes from './TraceExamples.module.css'

const text = localize(
  {
    title: 'Qué se puede buscar',
    trade: 'Un pedido, albarán o factura, por su número',
    article: 'Un libro, por su ISBN',
    message: 'Un mensaje SINLI, por su Message-ID o su identificador',
    request: 'Una petición, por su X-Request-Id',
    trace: 'Una traza, por su identificador o por un traceparent',
    incident: 'Un incidente, por su número',
    customer: 'Un cliente, por su identificador',
    delivery: 'El envío de un aviso o un reproceso, por su identificador',
  },
  {
    title: 'What can be found',
    trade: 'An order, delivery note or invoice, by its number',
    article: 'A book, by its ISBN',
    message: 'A SINLI message, by its Message-ID or its id',
    request: 'A request, by its X-Request-Id',
    trace: 'A trace, by its id or by a traceparent',
    incident: 'An incident, by its number',
    customer: 'A customer, by their id',
    delivery: 'The delivery of an alert or a replay, by its id',
  },
)

const examples: readonly [string, string][] = [
  [text.trade, '2026/001234'],
  [text.article, '978-84-376-0494-7'],
  [text.message, '<envio.1234@example.org>'],
  [text.request, 'X-Request-Id: 7c1d…'],
  [text.trace, '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  [text.incident, '#12'],
  [text.customer, 'customer:c-100'],
  [text.delivery, 'msg_2f6c…'],
]

/** The ids that can be traced, each with an example. */
export function TraceExamples() {
  return (
    <Section title={text.title}>
      <dl className={`${panel.body ?? ''} ${classes.examples ?? ''}`}>
        {examples.map(([name, example]) => (
          <div key={name} className={classes.example}>
            <dt>{name}</dt>
            <dd>
              <code>{example}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
