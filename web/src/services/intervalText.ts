import { formatPeriod } from '../format/formatPeriod.ts'
import { localize } from '../i18n.ts'

const text = localize(
  { every: (period: string) => `cada ${period}`, unwatched: 'sin vigilar' },
  { every: (period) => `every ${period}`, unwatched: 'not watched' },
)

/** The stated reporting interval of a service, or a text that its silence is not watched. */
export const intervalText = (seconds: number | null): string =>
  seconds === null ? text.unwatched : text.every(formatPeriod(seconds))
