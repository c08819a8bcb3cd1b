import { type ReplayResult } from '../api/messages/replays.ts'
import { localize } from '../i18n.ts'
import { NO_VALUE } from '../format/noValue.ts'
import { CodeExplanation } from '../pages/messages/CodeExplanation.tsx'
import { sentenceText } from '../pages/messages/sentences.ts'
import classes from '../pages/messages/CodeExplanation.module.css'

const text = localize(
  { processed: 'Ya estaba procesado; con «Forzar» se lee de nuevo.', skipped: 'Sin cambios.' },
  { processed: 'Already processed; with “Force” it is read again.', skipped: 'Left unchanged.' },
)

/** The reason for a message's outcome. */
export function OutcomeReason({ result }: { result: ReplayResult }) {
  const { outcome, code, message, detail } = result
  if (outcome === 'SKIPPED') {
    return (
      <span className={classes.explanation}>
        {text.skipped} {sentenceText(detail, message)}
      </span>
    )
  }
  if (outcome === 'UNCHANGED' && code !== 'DUPLICADO_EXACTO') {
    return <span className={classes.explanation}>{text.processed}</span>
  }
  return code === null ? NO_VALUE : <CodeExplanation code={code} />
}
