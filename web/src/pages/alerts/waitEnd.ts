import { type Destination } from '../../api/incidents/destinations.ts'
import { formatTime } from '../../format/formatTime.ts'

/** The end of the wait of a destination, formatted; null if it does not wait, or that is over. */
export const waitEnd = ({ waitsUntil }: Pick<Destination, 'waitsUntil'>, now: Date): string | null =>
  waitsUntil === null || Date.parse(waitsUntil) <= now.getTime() ? null : formatTime(waitsUntil, now)
