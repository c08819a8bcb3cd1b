import { type Health } from '../../api/health/health.ts'
import { useNow } from '../../ui/useNow.ts'
import { pendingText, recoveryText } from './timerText.ts'
import classes from './TimerLines.module.css'

type Props = { health: Pick<Health, 'pending' | 'recovering' | 'openIncident'> }

/**
 * The states that may come next: a worse state, or the end of a bad one. The time keeps running between two responses.
 */
export function TimerLines({ health: { pending, recovering, openIncident } }: Props) {
  const now = useNow(1_000)
  return (
    <>
      {pending && (
        <p className={classes.line} data-worse>
          {pendingText(pending, now)}
        </p>
      )}
      {recovering && (
        <p className={classes.line} data-running={recovering.since !== null || undefined}>
          {recoveryText(recovering, now, openIncident !== null)}
        </p>
      )}
    </>
  )
}
