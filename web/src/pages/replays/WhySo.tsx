import { type ReplayResult } from '../../api/replays.ts'
import { words } from '../../language.ts'
import { UNKNOWN } from '../../ui/words.ts'
import { CodeSentence } from '../messages/CodeSentence.tsx'
import classes from '../messages/CodeSentence.module.css'

const text = words(
  { processed: 'Ya estaba procesado; con «Forzar» se lee de nuevo.', skipped: 'No se ha tocado.' },
  { processed: 'It was processed already; with “Force” it is read anew.', skipped: 'It was left as it is.' },
)

/** The reason for a message's outcome: a translated explanation, and the details in the server's words. */
export function WhySo({ result: { outcome, code, message } }: { result: ReplayResult }) {
  if (outcome === 'SKIPPED') {
    return (
      <span className={classes.sentence}>
        {text.skipped} <span lang="en">{message}</span>
      </span>
    )
  }
  if (outcome === 'UNCHANGED' && code !== 'DUPLICADO_EXACTO') {
    return <span className={classes.sentence}>{text.processed}</span>
  }
  return code === null ? UNKNOWN : <CodeSentence code={code} problem={message} />
}
