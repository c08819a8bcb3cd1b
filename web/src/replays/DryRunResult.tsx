import { type ReplayResponse } from '../api/restTypes.ts'
import { localize } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import classes from './ReplayDialog.module.css'
import { ReplayResults } from './ReplayResults.tsx'

const text = localize(
  {
    nothing: 'No hay mensajes que reprocesar: ninguno cumple ya los criterios.',
    total: (total: string) => `Los ${total} mensajes se procesarían ahora.`,
    count: (count: string, total: string) => `De ${total} mensajes, ${count} se procesarían ahora.`,
    only: 'El mensaje se procesaría ahora.',
    notEven: 'El mensaje no se procesaría ahora.',
    none: (total: string) => `Ninguno de los ${total} mensajes se procesaría ahora.`,
    dryRun: 'Es una simulación: todavía no se ha cambiado nada.',
  },
  {
    nothing: 'There are no messages to reprocess: none matches any more.',
    total: (total) => `All ${total} messages would be processed now.`,
    count: (count, total) => `Of ${total} messages, ${count} would be processed now.`,
    only: 'The message would be processed now.',
    notEven: 'The message would not be processed now.',
    none: (total) => `None of the ${total} messages would be processed now.`,
    dryRun: 'This is a simulation: nothing has been changed yet.',
  },
)

type Props = {
  response: ReplayResponse
  /** Whether the dry run was made with other options than the current ones. */
  isOutdated: boolean
}

/** The result of a dry run. */
export function DryRunResult({ response, isOutdated }: Props) {
  return (
    <>
      <p className={classes.lead} role="status">
        <strong>{summaryText(response)}</strong> {response.selected > 0 && text.dryRun}
      </p>
      {response.selected > 0 && (
        <div className={classes.results} data-outdated={isOutdated || undefined} aria-busy={isOutdated}>
          <ReplayResults response={response} />
        </div>
      )}
    </>
  )
}

function summaryText({ selected, reprocessed }: ReplayResponse): string {
  if (selected === 0) return text.nothing
  if (selected === 1) return reprocessed === 1 ? text.only : text.notEven
  if (reprocessed === 0) return text.none(formatInteger(selected))
  return reprocessed === selected
    ? text.total(formatInteger(selected))
    : text.count(formatInteger(reprocessed), formatInteger(selected))
}
