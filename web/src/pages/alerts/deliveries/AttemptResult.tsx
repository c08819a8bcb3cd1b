import { type Delivery } from '../../../api/incidents/destinations.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { localize } from '../../../i18n.ts'
import { StatusDot } from '../../../ui/display/StatusDot.tsx'
import classes from './AttemptResult.module.css'

const text = localize(
  {
    delivered: 'Entregado',
    failed: 'No entregado',
    code: (status: number) => `código ${String(status)}`,
    took: (ms: string) => `${ms} ms`,
    noAnswer: 'Sin respuesta',
    answer: 'Respuesta',
  },
  {
    delivered: 'Delivered',
    failed: 'Not delivered',
    code: (status) => `status ${String(status)}`,
    took: (ms) => `${ms} ms`,
    noAnswer: 'No answer',
    answer: 'Answer',
  },
)

/** The result of one attempt to deliver: status, duration, error and the receiver's answer. */
export function AttemptResult({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { milliseconds, status, error, answer } = attempt
  return (
    <>
      <p className={classes.line}>
        <StatusDot tone={error === null ? 'good' : 'bad'}>{error === null ? text.delivered : text.failed}</StatusDot>
        <span>
          {[status === null ? text.noAnswer : text.code(status), text.took(formatInteger(milliseconds))].join(' · ')}
        </span>
      </p>
      {error !== null && <p className={classes.error}>{error}</p>}
      {answer !== null && answer !== '' && (
        <figure className={classes.answer}>
          <figcaption>{text.answer}</figcaption>
          <pre tabIndex={0}>{answer}</pre>
        </figure>
      )}
    </>
  )
}
