import { timeZone } from '../../../format/madridTime.ts'

/** Formats an hour of the day, with its zone unless it is the platform's. */
export const formatHour = (hour: number, zone: string): string =>
  `${String(hour).padStart(2, '0')}:00${zone === timeZone ? '' : ` (${zone})`}`
