import type { Kind } from '../../generated/prisma/client.ts'
import type { RequestExample } from '../examples/request-example.ts'
import { loadSubjects, type Registry, type RegisteredSubject, type RetiredKeys } from './subject-registry.ts'
import type { Refusal } from '../telemetry/sources/refusal.ts'
import type { Aggregate } from '../telemetry/aggregate.ts'
import type { Sample } from '../telemetry/window.ts'
import { checkSampleTime } from './check-sample-time.ts'

/** A sample that another service reports. `trace` is shown if the request failed or was slow. */
export type ReportedSample = Sample & { trace?: Pick<RequestExample, 'traceId' | 'status' | 'errorType'> }

/** A report of another service about a subject: a sample, or several that it counted. */
export type Report = { kind: Kind; key: string } & (ReportedSample | Aggregate)

/** The number of accepted reports, and the reason for each rejected one; `index` is its index in the whole request. */
export type IngestResult = { accepted: number; rejected: { index: number; reason: string }[] }

/** A report with its index in the request. */
export type IndexedReport = { index: number; report: Report }

/** The reports of a request, and the number of its entries that are none. */
export type ReadReports = { reports: IndexedReport[]; unreadable: number }

/** A valid report with its subject. */
type ValidReport = { subject: RegisteredSubject; sample: ReportedSample | Aggregate }

/** The valid samples of a request, the refusals of others, and the reports of unregistered subjects. */
type ReceivedReports = { valid: readonly ValidReport[]; refusals: readonly Refusal[]; unmatched: readonly Report[] }

/** Validated reports. `record` passes them on; it only changes memory, synchronously. */
export type AcceptedReports = IngestResult & { record: () => void }

/** Validates reports, with a reason for each rejected one: an invalid report never discards a valid one. */
export async function accept(
  reports: readonly IndexedReport[],
  registry: Registry,
  at: number,
  record: (received: ReceivedReports) => void,
): Promise<AcceptedReports> {
  const { subjects, retired } = await lookUpSubjects(reports, registry)
  const rejected: IngestResult['rejected'] = []
  const unmatched: Report[] = []
  const valid: ValidReport[] = []
  const refusals: Refusal[] = []
  for (const [position, { index, report }] of reports.entries()) {
    const subject = subjects[position]
    const refusal = checkSampleTime(report.at, at)
    if (!subject) {
      unmatched.push(report)
      rejected.push({ index, reason: missingSubjectReason(report, retired[report.kind]) })
    } else if (refusal) {
      refusals.push(refusal)
      rejected.push({ index, reason: refusal.message })
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

const noneRetired: RetiredKeys = { ENDPOINTS: new Set(), LIBRERIAS: new Set(), INTEGRACIONES: new Set() }

/** Returns the subjects of reports in their order, loading unregistered ones; undefined for a retired or unknown one. */
async function lookUpSubjects(
  reports: readonly IndexedReport[],
  registry: Registry,
): Promise<{ subjects: (RegisteredSubject | undefined)[]; retired: RetiredKeys }> {
  const findAll = () => reports.map(({ report }) => registry.find(report.kind, report.key))
  const subjects = findAll()
  const missing = reports.flatMap(({ report }, position) => (subjects[position] ? [] : [report]))
  if (missing.length === 0) return { subjects, retired: noneRetired }
  const retired = await loadSubjects(registry, missing)
  // Looked up again: a subject may be retired while others are loaded.
  return { subjects: findAll(), retired }
}

/** Returns the reason for rejecting samples of an unregistered subject. */
export function missingSubjectReason(
  { kind, key }: Pick<Report, 'kind' | 'key'>,
  retired: ReadonlySet<string>,
): string {
  const isRetired = retired.has(key)
  if (kind === 'ENDPOINTS')
    return isRetired ? `The endpoint ${key} was retired.` : `No endpoint of the inventory is ${key}.`
  const [noun, collection] = kind === 'LIBRERIAS' ? ['library', 'libraries'] : ['integration', 'integrations']
  const put = `PUT /ingest/v1/${collection}/${encodeURIComponent(key)}`
  return isRetired
    ? `The ${noun} ${key} was retired; ${put} brings it back.`
    : `There is no ${noun} ${key}; register it with ${put}.`
}
