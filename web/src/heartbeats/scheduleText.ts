import { type Heartbeat } from '../api/health/heartbeats.ts'
import { formatPeriod } from '../format/formatPeriod.ts'
import { localize } from '../i18n.ts'
import { NO_VALUE } from '../format/noValue.ts'

const text = localize(
  { schedule: (interval: string, grace: string) => `cada ${interval}, con ${grace} de margen` },
  { schedule: (interval, grace) => `every ${interval}, with ${grace} of grace` },
)

/** The interval and the grace of a job; a dash if its thresholds no longer define them. */
export const scheduleText = ({ intervalSeconds, graceSeconds }: Heartbeat): string =>
  intervalSeconds === null || graceSeconds === null
    ? NO_VALUE
    : text.schedule(formatPeriod(intervalSeconds), formatPeriod(graceSeconds))
