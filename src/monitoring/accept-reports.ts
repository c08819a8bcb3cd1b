import type { Kind } from '../generated/prisma/client.ts'
import type { Registry, RegisteredSubject } from './subject-registry.ts'
import type { Sample } from './telemetry/window.ts'

/** Older or later samples are rejected, in milliseconds. Source: the contract of `POST /ingest/v1/observations`. */
const oldestMs = 60 * 60_000
const furthestAheadMs = 60_000

/** A sample that another service reports about a subject. `at` is in milliseconds since 1970. */
export type ReportedSample = { kind: Kind; key: string } & Sample

/** The number of accepted reports, and the reason for each rejected one; `index` is its index in the whole request. */
export type IngestResult = { accepted: number; rejected: { index: number; reason: string }[] }

/** Records the valid reports and returns a reason for each other one: a bad report never loses a good one. */
export async function accept(
  reports: readonly { index: number; report: ReportedSample }[],
  registry: Registry,
  at: number,
  record: (subject: RegisteredSubject, sample: Sample) => void,
): Promise<IngestResult> {
  for (const kind of ['ENDPOINTS', 'LIBRERIAS', 'INTEGRACIONES'] as const) {
    await registry.learn(
      kind,
      reports.filter(({ report }) => report.kind === kind).map(({ report }) => report.key),
    )
  }
  const rejected: IngestResult['rejected'] = []
  for (const { index, report } of reports) {
    const subject = registry.find(report.kind, report.key)
    const reason = subject ? untimely(report.at, at) : unknown(report)
    if (reason) rejected.push({ index, reason })
    else if (subject) record(subject, report)
  }
  return { accepted: reports.length - rejected.length, rejected }
}

function untimely(reported: number, at: number): string | null {
  if (reported < at - oldestMs) return 'It is more than 60 minutes old.'
  if (reported > at + furthestAheadMs) return 'It is more than 1 minute in the future.'
  return null
}

function unknown({ kind, key }: ReportedSample): string {
  if (kind === 'ENDPOINTS') return `No endpoint of the inventory is ${key}.`
  if (kind === 'LIBRERIAS')
    return `There is no library ${key}; register it with PUT /ingest/v1/libraries/${encodeURIComponent(key)}.`
  return `There is no integration ${key}; register it with PUT /ingest/v1/integrations/${encodeURIComponent(key)}.`
}
