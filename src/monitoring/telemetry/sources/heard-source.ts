import type { Kind, RefusalReason } from '../../../generated/prisma/enums.ts'
import { maxServiceNames } from '../../services/service-names.ts'
import type { RefusedCount, RequestRefusal } from './refusal.ts'
import type { SourceFormat } from './source-queries.ts'

/** Unmatched subjects counted per source until the next flush; further ones are ignored. */
const maxPendingUnmatched = 1_000

/** Maximum of each stored count: the limit of its integer column. */
export const maxCount = 2 ** 31 - 1

type Unmatched = { kind: Kind; key: string; count: number; lastAt: number }
export type UnmatchedCount = Pick<Unmatched, 'kind' | 'key'> & { count?: number }

/** The reports of one source since the last flush. Times are in milliseconds since 1970. */
export type HeardSource = {
  /** Time of the last contact; null if every request was refused as a whole. */
  lastHeardAt: number | null
  lastReportAt: number | null
  /** Last time data arrived in each format. */
  formats: Partial<Record<SourceFormat, number>>
  /** The time of the last sample, by subject id. */
  subjects: Map<number, number>
  unmatched: Map<string, Unmatched>
  refused: Map<RefusalReason, RefusedCount & { lastAt: number }>
  /** The last request that was refused as a whole, and the number of them since the last report. */
  refusal: (RequestRefusal & { at: number }) | null
  refusedCount: number
  /** Values of `service.name`, with the time of each. */
  names: Map<string, number>
}

/** A sample of a subject, with its time in milliseconds since 1970. */
export type SubjectSample = { subject: { id: number }; sample: { at: number } }

/** The reports of sources by their ids. */
export type Batch = ReadonlyMap<string, HeardSource>

export function countReport(source: HeardSource, samples: readonly SubjectSample[], at: number): void {
  const { subjects } = source
  source.lastReportAt = Math.max(source.lastReportAt ?? 0, at)
  source.refusedCount = 0
  for (const { subject, sample } of samples) {
    const lastAt = subjects.get(subject.id)
    if (lastAt === undefined || lastAt < sample.at) subjects.set(subject.id, sample.at)
  }
}

export function countUnmatched({ unmatched }: HeardSource, { kind, key, count = 1 }: UnmatchedCount, at: number): void {
  const counted = unmatched.get(`${kind} ${key}`)
  if (!counted && unmatched.size >= maxPendingUnmatched) return
  const total = Math.min(maxCount, (counted?.count ?? 0) + count)
  unmatched.set(`${kind} ${key}`, { kind, key, count: total, lastAt: at })
}

export function countRefused({ refused }: HeardSource, one: RefusedCount, at: number): void {
  const count = Math.min(maxCount, (refused.get(one.reason)?.count ?? 0) + one.count)
  refused.set(one.reason, { ...one, count, lastAt: at })
}

/** Adds names up to the maximum; names beyond it are ignored. */
export function addNames({ names }: HeardSource, added: Iterable<string>, at: number): void {
  for (const name of added) if (names.has(name) || names.size < maxServiceNames) names.set(name, at)
}

/** Counts a request that was refused as a whole. */
export function countRefusedRequest(source: HeardSource, refusal: RequestRefusal, at: number): void {
  source.refusal = { ...refusal, at }
  source.refusedCount = Math.min(maxCount, source.refusedCount + 1)
}

/** A source without any activity yet. `at` is the time of its contact; null if its request was refused as a whole. */
export const newSource = (at: number | null): HeardSource => ({
  lastHeardAt: at,
  lastReportAt: null,
  formats: {},
  subjects: new Map(),
  unmatched: new Map(),
  refused: new Map(),
  refusal: null,
  refusedCount: 0,
  names: new Map(),
})
