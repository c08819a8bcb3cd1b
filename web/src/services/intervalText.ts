import { formatDuration } from '../format/formatTime.ts'
import { localize } from '../i18n.ts'

const text = localize(
  { every: (period: string) => `cada ${period}`, unwatched: 'sin vigilar' },
  { every: (period) => `every ${period}`, unwatched: 'not watched' },
)

/** A number of seconds as a period, e.g. `1 min`. */
export const periodText = (seconds: number): string => formatDuration(new Date(0), new Date(seconds * 1_000))

/** How often a service reports, as was stated, or that its silence is not watched. */
export const intervalText = (seconds: number | null): string =>
  seconds === null ? text.unwatched : text.every(periodText(seconds))
