import { type ReactNode } from 'react'
import { type Outcome, type ReplayResult } from '../api/messages/replays.ts'
import { localize } from '../i18n.ts'
import { NO_VALUE } from '../format/noValue.ts'
import { CodeExplanation } from '../pages/messages/CodeExplanation.tsx'
import classes from '../pages/messages/CodeExplanation.module.css'

const text = localize(
  { processed: 'Ya estaba procesado; con «Forzar» se lee de nuevo.', skipped: 'Sin cambios.' },
  { processed: 'Already processed; with “Force” it is read again.', skipped: 'Left unchanged.' },
)

/** The reason for a message's outcome. */
export const OutcomeReason = ({ result }: { result: ReplayResult }) => reasons[result.outcome](result)

const codeReason = ({ code }: ReplayResult) => (code === null ? NO_VALUE : <CodeExplanation code={code} />)

const reasons: Record<Outcome, (result: ReplayResult) => ReactNode> = {
  REPROCESSED: codeReason,
  UNCHANGED: (result) =>
    result.code === 'DUPLICADO_EXACTO' ? (
      codeReason(result)
    ) : (
      <span className={classes.explanation}>{text.processed}</span>
    ),
  SKIPPED: ({ message }) => (
    <span className={classes.explanation}>
      {text.skipped} {message}
    </span>
  ),
  FAILED: codeReason,
}
