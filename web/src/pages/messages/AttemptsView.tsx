import { Link } from '@tanstack/react-router'
import { type Attempt } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { showExactTime } from '../../ui/times.ts'
import classes from './AttemptsView.module.css'
import { CodeSentence } from './CodeSentence.tsx'
import { StatusMark } from './StatusMark.tsx'
import { Nothing } from '../../ui/Nothing.tsx'

const text = words(
  {
    attempts: 'Intentos',
    first: 'Primer proceso',
    replay: 'Reproceso',
    warnings: (count: number) => (count === 1 ? '1 aviso' : `${showWhole(count)} avisos`),
    none: 'Todavía no se ha intentado',
    hint: 'El mensaje espera su turno.',
  },
  {
    attempts: 'Attempts',
    first: 'First processing',
    replay: 'Replay',
    warnings: (count) => (count === 1 ? '1 warning' : `${showWhole(count)} warnings`),
    none: 'Not attempted yet',
    hint: 'The message waits for its turn.',
  },
)

/** All attempts to process a message, newest first. */
export function AttemptsView({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <Nothing title={text.none} hint={text.hint} />
  return (
    <ol className={classes.attempts} aria-label={text.attempts}>
      {attempts.toReversed().map((attempt, index) => (
        <li key={attempts.length - index} className={classes.attempt}>
          <OneAttempt attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

function OneAttempt({ attempt: { at, status, code, problem, replayId, warnings } }: { attempt: Attempt }) {
  return (
    <>
      <div className={classes.head}>
        <StatusMark status={status} />
        <time dateTime={at} className={classes.when}>
          {showExactTime(at)}
        </time>
        {replayId === null ? (
          <span>{text.first}</span>
        ) : (
          <Link to="/replays/$id" params={{ id: replayId }}>
            {text.replay}
          </Link>
        )}
        {warnings.length > 0 && <span className={classes.when}>{text.warnings(warnings.length)}</span>}
      </div>
      {code !== null && (
        <div className={classes.body}>
          <CodeSentence code={code} problem={problem} />
        </div>
      )}
      {problem !== null && (
        <span className={classes.detail} lang="en">
          {problem}
        </span>
      )}
    </>
  )
}
