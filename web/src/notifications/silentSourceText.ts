import { type Panel } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import { formatTime } from '../format/formatTime.ts'

const text = localize(
  {
    silent: (time: string) => `callado desde ${time}`,
    none: (time: string) => `Ningún servicio vigilado informa desde ${time}`,
  },
  { silent: (time) => `silent since ${time}`, none: (time) => `No watched service has reported since ${time}` },
)

/** The silence that a panel tells: first that of all watched services, then each, e.g. `Pedidos: callado desde 10:42`. */
export function silenceTexts({ telemetryInterruptedSince, silentSources }: Panel, now: Date): string[] {
  const sources = silentSources.map(({ name, since }) => `${name}: ${text.silent(formatTime(since, now))}`)
  return telemetryInterruptedSince ? [text.none(formatTime(telemetryInterruptedSince, now)), ...sources] : sources
}
