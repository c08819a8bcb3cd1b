import { type ReplayResult } from '../api/messages/replays.ts'
import { type ReplayResponse } from '../api/restTypes.ts'
import { localize } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import classes from './ReplayDialog.module.css'
import { toReplayResults } from './outcomes.ts'

const text = localize(
  {
    processed: (count: number) =>
      count === 1
        ? '1 mensaje ya estaba procesado: «Forzar» lo lee de nuevo.'
        : `${formatInteger(count)} mensajes ya estaban procesados: «Forzar» los lee de nuevo.`,
    duplicate: (count: number) =>
      count === 1
        ? '1 repite el número de otro documento: «Forzar» hace que lo sustituya.'
        : `${formatInteger(count)} repiten el número de otro documento: «Forzar» hace que lo sustituyan.`,
    parties: (count: number) =>
      count === 1
        ? '1 nombra a otras partes en el asunto: «Forzar» hace caso a la línea 1; revísalo antes.'
        : `${formatInteger(count)} nombran a otras partes en el asunto: «Forzar» hace caso a la línea 1; hay que revisarlos antes.`,
    force: 'Forzar',
  },
  {
    processed: (count) =>
      count === 1
        ? '1 message was processed already: “Force” reads it again.'
        : `${formatInteger(count)} messages were processed already: “Force” reads them again.`,
    duplicate: (count) =>
      count === 1
        ? '1 repeats the number of another document: “Force” lets it replace that one.'
        : `${formatInteger(count)} repeat the number of another document: “Force” lets them replace it.`,
    parties: (count) =>
      count === 1
        ? '1 names other parties in its subject: “Force” goes by line 1; review it first.'
        : `${formatInteger(count)} name other parties in their subject: “Force” goes by line 1; review them first.`,
    force: 'Force',
  },
)

/** The results of a dry run that would differ with force. */
const reasons = {
  processed: ({ outcome, code }) => outcome === 'UNCHANGED' && code !== 'DUPLICADO_EXACTO',
  duplicate: ({ outcome, code }) => outcome === 'FAILED' && code === 'DOCUMENTO_DUPLICADO',
  parties: ({ outcome, code }) => outcome === 'FAILED' && code === 'IDENTIFICACION_INCOHERENTE',
} satisfies Record<string, (result: ReplayResult) => boolean>

type Props = {
  /** The response of a dry run without force. */
  response: ReplayResponse
  onForce: () => void
}

/** Suggests forcing a replay if that would change the outcome of some messages; otherwise empty. */
export function ForceSuggestion({ response, onForce }: Props) {
  const results = toReplayResults(response)
  const sentences = (['processed', 'duplicate', 'parties'] as const).flatMap((reason) => {
    const count = results.filter(reasons[reason]).length
    return count > 0 ? [text[reason](count)] : []
  })
  if (sentences.length === 0) return null
  return (
    <p className={classes.suggestion}>
      {sentences.join(' ')} <CompactButton onClick={onForce}>{text.force}</CompactButton>
    </p>
  )
}
