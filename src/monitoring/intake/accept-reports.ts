import type { Kind } from '../../generated/prisma/client.ts'
import type { RequestExample } from '../examples/request-example.ts'
import { render, type Sentence } from '../../messages/sentences.ts'
import { findReported } from './reported-subjects.ts'
import type { RegisteredSubject, Registry } from './subject-registry.ts'
import type { Refusal } from '../telemetry/sources/refusal.ts'
import type { Aggregate } from '../telemetry/aggregate.ts'
import type { Sample } from '../telemetry/window.ts'
import { checkSampleTime } from './check-sample-time.ts'

/** A sample that another service reports. `trace` is shown if the request failed or was slow. */
export type ReportedSample = Sample & { trace?: Pick<RequestExample, 'traceId' | 'status' | 'errorType'> }

/** A report of another service about a subject: a sample, or an aggregate of several samples. */
export type Report = { kind: Kind; key: string } & (ReportedSample | Aggregate)

/** A rejected report: its index in the whole request, and the reason in English and in parts. */
export type RejectedReport = { index: number; reason: string; sentence: Sentence }

/** The number of accepted reports, and the rejected ones. */
export type IngestResult = { accepted: number; rejected: RejectedReport[] }

/** A report with its index in the request. */
export type IndexedReport = { index: number; report: Report }

/** The reports of a request, and the number of its entries that are not reports. */
export type ReadReports = { reports: IndexedReport[]; unreadable: number }

/** A valid report with its subject. */
type ValidReport = { subject: RegisteredSubject; sample: ReportedSample | Aggregate }

/** The valid samples of a request, the refusals of other reports, and the reports of unregistered subjects. */
type ReceivedReports = { valid: readonly ValidReport[]; refusals: readonly Refusal[]; unmatched: readonly Report[] }

/** Validated reports. `record` passes them on; it only changes memory, synchronously. */
export type AcceptedReports = IngestResult & { record: () => void }

/** Validates reports, with a reason for each rejected one: an invalid report never discards a valid one. */
export async function accept(
  reports: readonly IndexedReport[],
  { registry, isOurs }: { registry: Registry; isOurs: boolean },
  at: number,
  record: (received: ReceivedReports) => void,
): Promise<AcceptedReports> {
  const find = await findReported(
    registry,
    reports.map(({ report }) => report),
    isOurs,
  )
  const rejected: IngestResult['rejected'] = []
  const unmatched: Report[] = []
  const valid: ValidReport[] = []
  const refusals: Refusal[] = []
  for (const { index, report } of reports) {
    const subject = find(report)
    const refusal = checkSampleTime(report.at, at)
    if ('missing' in subject) {
      unmatched.push(report)
      rejected.push(rejectedFor(index, subject.missing))
    } else if (refusal) {
      refusals.push(refusal)
      rejected.push(rejectedFor(index, refusal.sentence))
    } else valid.push({ subject, sample: report })
  }
  return {
    accepted: valid.length,
    rejected,
    record: () => {
      record({ valid, refusals, unmatched })
    },
  }
}

/** A report that is rejected for a reason. */
export const rejectedFor = (index: number, sentence: Sentence): RejectedReport => ({
  ...{ index, sentence },
  reason: render(sentence, 'en'),
})
