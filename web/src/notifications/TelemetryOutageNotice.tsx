import { type Panel } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import { formatTime } from '../format/formatTime.ts'
import classes from './TelemetryOutageNotice.module.css'

const text = localize(
  {
    since: (time: string) => `No llega telemetría desde ${time}.`,
    meanwhile: 'Mientras tanto ningún estado cambia: lo que se ve es lo último que se supo.',
  },
  {
    since: (time) => `No telemetry since ${time}.`,
    meanwhile: 'No state changes meanwhile: the last data received is shown.',
  },
)

/** Shows since when no telemetry has arrived; renders nothing while it arrives. */
export function TelemetryOutageNotice({ panel, now }: { panel: Panel; now: Date }) {
  const since = panel.telemetryInterruptedSince
  if (!since) return null
  return (
    <p className={classes.notice} role="alert">
      <strong>{text.since(formatTime(since, now))}</strong> {text.meanwhile}
    </p>
  )
}
