import { type Panel } from '../api/incidents/notifications.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { formatTime } from '../format/formatTime.ts'
import { localize } from '../i18n.ts'

const text = localize(
  {
    silent: (time: string) => `callado desde ${time}`,
    none: (time: string) => `Ningún servicio vigilado informa desde ${time}`,
    more: (n: number) => `y ${formatInteger(n)} más`,
  },
  {
    silent: (time) => `silent since ${time}`,
    none: (time) => `No watched service has reported since ${time}`,
    more: (n) => `and ${formatInteger(n)} more`,
  },
)

/** A line of a panel about a silence, with a unique id. */
type Line = { id: string; text: string }

/**
 * The silences that a panel shows, in at most `most` lines: first that of all watched services, then that of each
 * service, e.g. `Pedidos: callado desde 10:42`. `more` says how many further services are silent; null if none are.
 */
export function silenceLines(panel: Panel, now: Date, most = Infinity): { lines: Line[]; more: string | null } {
  const { telemetryInterruptedSince, silentSources, silentSourceCount } = panel
  const all = telemetryInterruptedSince
    ? [{ id: 'all', text: text.none(formatTime(telemetryInterruptedSince, now)) }]
    : []
  const each = silentSources
    .slice(0, most - all.length)
    .map(({ id, name, since }) => ({ id, text: `${name}: ${text.silent(formatTime(since, now))}` }))
  const others = silentSourceCount - each.length
  return { lines: [...all, ...each], more: others > 0 ? text.more(others) : null }
}
