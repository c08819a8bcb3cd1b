import { type Panel } from '../../api/notifications.ts'
import { showTime } from '../../ui/times.ts'
import classes from './Interruption.module.css'

/** Says since when nothing is measured any more; nothing while it is. */
export function Interruption({ panel, now }: { panel: Panel; now: Date }) {
  const since = panel.telemetryInterruptedSince
  if (!since) return null
  return (
    <p className={classes.interruption} role="alert">
      <strong>No llega telemetría desde {showTime(since, now)}.</strong> Mientras tanto ningún estado cambia: lo que se
      ve es lo último que se supo.
    </p>
  )
}
