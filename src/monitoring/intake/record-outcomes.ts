import { log } from '../../lib/log.ts'
import type { AcceptedReports, ReadReports, Report } from './accept-reports.ts'

/** Validates samples; the caller then records the valid ones. */
export type AcceptReports = (reports: ReadReports, sourceId: null) => Promise<AcceptedReports>

/** Records outcomes of work done by the service itself. A failure is logged with `what` could not be counted. */
export function recordOutcomes(accept: AcceptReports, samples: readonly Report[], what: string): void {
  accept({ reports: samples.map((report, index) => ({ index, report })), unreadable: 0 }, null)
    .then((accepted) => {
      accepted.record()
    })
    .catch((error: unknown) => {
      log.warn({ err: error }, `${what} could not be counted`)
    })
}
