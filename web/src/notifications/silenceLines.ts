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

/** The lines of one silence on a panel; their ids differ. */
type Line = { id: string; text: string }

/**
 * The silence that a panel tells, in at most so many lines: first that of all watched services, then each, e.g. `Pedidos:
 * callado desde 10:42`; and how many more services are silent, null if none are.
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
