import { log } from '../../lib/log.ts'
import type { AcceptedReports, ReadReports, Report } from './accept-reports.ts'

/** Validates samples; the caller then records the valid ones. */
export type AcceptReports = (reports: ReadReports, sourceId: null) => Promise<AcceptedReports>

/** Records outcomes of work that Vigía does itself. `what` names the outcomes in the log if they cannot be recorded. */
export function recordOutcomes(accept: AcceptReports, samples: readonly Report[], what: string): void {
  accept({ reports: samples.map((report, index) => ({ index, report })), unreadable: 0 }, null)
    .then((accepted) => {
      accepted.record()
    })
    .catch((error: unknown) => {
      log.warn({ err: error }, `${what} could not be counted`)
    })
}
