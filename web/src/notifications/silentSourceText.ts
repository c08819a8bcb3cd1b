import { type Panel } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import { formatTime } from '../format/formatTime.ts'

type SilentSource = Panel['silentSources'][number]

const text = localize(
  { silent: (time: string) => `callado desde ${time}` },
  { silent: (time) => `silent since ${time}` },
)

/** Since when a service is silent, e.g. `callado desde 10:42`. */
export const silentSinceText = (since: string, now: Date): string => text.silent(formatTime(since, now))

/** A silent service with its name, e.g. `Pedidos: callado desde 10:42`. */
export const silentSourceText = ({ name, since }: SilentSource, now: Date): string =>
  `${name}: ${silentSinceText(since, now)}`
