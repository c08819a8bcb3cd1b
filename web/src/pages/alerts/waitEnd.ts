import { type Destination } from '../../api/incidents/destinations.ts'
import { formatTime } from '../../format/formatTime.ts'

/** The end of the wait of a destination, formatted; null if the destination is not waiting. */
export const waitEnd = ({ waitsUntil }: Pick<Destination, 'waitsUntil'>, now: Date): string | null =>
  waitsUntil === null || Date.parse(waitsUntil) <= now.getTime() ? null : formatTime(waitsUntil, now)
