import { locale } from '../../i18n.ts'
import { timeZone } from '../../format/madridTime.ts'

const period = new Intl.DateTimeFormat(locale, {
  timeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats a period in Madrid time, e.g. `lun, 23 nov, 02:00–04:00`. */
export const formatPeriod = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string =>
  period.formatRange(new Date(startsAt), new Date(endsAt))
