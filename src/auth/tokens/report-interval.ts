import { invalidField } from '../../lib/errors.ts'

/** Shortest and longest stated interval of a service, in seconds; the longest is a leap year. */
export const minReportSeconds = 5
export const maxReportSeconds = 366 * 86_400

/**
 * Requires a valid interval between the reports of a service, in seconds, and returns it; null: at no fixed rhythm.
 * @throws DomainError INVALID_INPUT naming the field.
 */
export function requireValidInterval(seconds: number | null): number | null {
  if (seconds === null || (Number.isInteger(seconds) && seconds >= minReportSeconds && seconds <= maxReportSeconds))
    return seconds
  throw invalidField('reportsEverySeconds', {
    code: 'INTERVAL_INVALID',
    parameters: { min: minReportSeconds, max: maxReportSeconds },
  })
}
