import { isLate, type WatchedService } from './watched-services.ts'

/** Services whose last reports are this close together fell silent at once, in milliseconds. */
const togetherMs = 10_000

/** A watched service at a tick, and whether it has been silent for its limit by then. */
export type JudgedService = Pick<WatchedService, 'intervalMs' | 'lastReportAt' | 'isTold'> & { isAtLimit: boolean }

/**
 * Whether the reception of telemetry itself seems interrupted at `at`: a watched service reaches its limit, no service
 * has reported since, and at least one other service that was not yet silent is late. Services that are not due yet do
 * not count.
 */
export function isInterrupted(services: readonly JudgedService[], at: number): boolean {
  const last = lastReportOf(services)
  return services.some(
    (service) =>
      service.isAtLimit &&
      !service.isTold &&
      last <= service.lastReportAt + togetherMs &&
      services.some((other) => other !== service && !other.isTold && isLate(other, at)),
  )
}

/** The time of the last report of any of these services, in milliseconds since 1970; 0 without services. */
export const lastReportOf = (services: readonly Pick<WatchedService, 'lastReportAt'>[]): number =>
  services.reduce((last, { lastReportAt }) => Math.max(last, lastReportAt), 0)
