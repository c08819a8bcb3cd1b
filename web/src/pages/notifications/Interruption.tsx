import { type Panel } from '../../api/notifications.ts'
import { words } from '../../language.ts'
import { showTime } from '../../ui/times.ts'
import classes from './Interruption.module.css'

const text = words(
  {
    since: (time: string) => `No llega telemetría desde ${time}.`,
    meanwhile: 'Mientras tanto ningún estado cambia: lo que se ve es lo último que se supo.',
  },
  {
    since: (time) => `No telemetry arrives since ${time}.`,
    meanwhile: 'Meanwhile no state changes: what is shown is what was last known.',
  },
)

/** Shows since when no telemetry arrives; nothing while it does. */
export function Interruption({ panel, now }: { panel: Panel; now: Date }) {
  const since = panel.telemetryInterruptedSince
  if (!since) return null
  return (
    <p className={classes.interruption} role="alert">
      <strong>{text.since(showTime(since, now))}</strong> {text.meanwhile}
    </p>
  )
}
