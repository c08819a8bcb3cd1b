import { Link } from '@tanstack/react-router'
import { type Attempt } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { formatExactTime } from '../../../format/formatTime.ts'
import classes from './AttemptsView.module.css'
import { CodeExplanation } from '../CodeExplanation.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'

const text = localize(
  {
    attempts: 'Intentos',
    first: 'Primer proceso',
    replay: 'Reproceso',
    warnings: (count: number) => (count === 1 ? '1 aviso' : `${formatInteger(count)} avisos`),
    none: 'Todavía no se ha procesado',
    hint: 'El mensaje espera su turno.',
  },
  {
    attempts: 'Attempts',
    first: 'First processing',
    replay: 'Replay',
    warnings: (count) => (count === 1 ? '1 warning' : `${formatInteger(count)} warnings`),
    none: 'Not processed yet',
    hint: 'The message is waiting its turn.',
  },
)

/** All attempts to process a message, newest first. */
export function AttemptsView({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <EmptyState title={text.none} hint={text.hint} />
  return (
    <ol className={classes.attempts} aria-label={text.attempts}>
      {attempts.toReversed().map((attempt, index) => (
        <li key={attempts.length - index} className={classes.attempt}>
          <AttemptDetails attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

function AttemptDetails({ attempt }: { attempt: Attempt }) {
  const { at, status, code, problem, replayId, warnings } = attempt
  return (
    <>
      <div className={classes.head}>
        <StatusBadge status={status} />
        <time dateTime={at} className={classes.time}>
          {formatExactTime(at)}
        </time>
        {replayId === null ? (
          <span>{text.first}</span>
        ) : (
          <Link to="/replays/$id" params={{ id: replayId }}>
            {text.replay}
          </Link>
        )}
        {warnings.length > 0 && <span className={classes.time}>{text.warnings(warnings.length)}</span>}
      </div>
      {code !== null && (
        <div className={classes.body}>
          <CodeExplanation code={code} />
        </div>
      )}
      {problem !== null && <span className={classes.detail}>{problem}</span>}
    </>
  )
}
