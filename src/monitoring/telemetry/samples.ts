import type { Database } from '../../database/database.ts'
import type { Bucket, Prisma } from '../../generated/prisma/client.ts'
import { mergeRows } from './row.ts'
import type { SubjectRow } from './telemetry.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long rows of each length are kept, by their length in seconds. Source: docs/health.md, "Samples"; half an hour more for late ones. */
const kept = { 10: 6.5 * HOUR, 60: 48 * HOUR, 3600: 90 * 24 * HOUR } as const

/** Later than this after its end nothing is added to a bucket any more: reports older than an hour are refused. */
const sealedAfter = HOUR + MINUTE

/** Writes what one flush measured. Written twice under the same source it counts once. */
export async function appendSamples(
  db: Database,
  rows: readonly SubjectRow[],
  source: string,
  at: Date,
): Promise<void> {
  const data = rows.map((row) => asBucket(row, 10, source, at))
  if (data.length > 0) await db.bucket.createMany({ data, skipDuplicates: true })
}

/** A row and which flush wrote it when, in milliseconds since 1970. */
export type StoredRow = SubjectRow & { source: string; flushedAt: number }

/** The samples of the last `backMs`, whoever measured them. */
export const readSamples = (db: Database, at: number, backMs: number): Promise<StoredRow[]> =>
  readRows(db, { start: { gte: new Date(at - backMs) } })

/** What flushes whose name does not begin with `own` wrote since a moment. */
export const readSamplesOfOthers = (db: Database, since: Date, own: string): Promise<StoredRow[]> =>
  readRows(db, { flushedAt: { gte: since }, NOT: { source: { startsWith: own } } })

async function readRows(db: Database, where: Prisma.BucketWhereInput): Promise<StoredRow[]> {
  const buckets = await db.bucket.findMany({ where: { span: 10, ...where }, orderBy: { start: 'asc' } })
  return buckets.map((bucket) => ({
    ...asSubjectRow(bucket),
    source: bucket.source,
    flushedAt: bucket.flushedAt.getTime(),
  }))
}

/** Gathers what nothing can be added to any more into rows of a minute, and those into rows of an hour; removes what is past its time. */
export async function tidySamples(db: Database, at: number): Promise<void> {
  await rollUp(db, { from: 10, to: 60 }, at - sealedAfter)
  await rollUp(db, { from: 60, to: 3600 }, at - sealedAfter - MINUTE)
  for (const [span, keptMs] of Object.entries(kept)) {
    await db.bucket.deleteMany({ where: { span: Number(span), start: { lt: new Date(at - keptMs) } } })
  }
}

type Step = { from: number; to: number }

async function rollUp(db: Database, { from, to }: Step, until: number) {
  const newest = await db.bucket.findFirst({ where: { span: to }, orderBy: { start: 'desc' } })
  const start = newest ? { gte: new Date(newest.start.getTime() + to * SECOND) } : {}
  const end = new Date(until - (until % (to * SECOND)))
  const finer = await db.bucket.findMany({ where: { span: from, start: { ...start, lt: end } } })
  const coarser = new Map<string, SubjectRow>()
  for (const { subjectId, ...row } of finer.map(asSubjectRow)) {
    const stretch = { ...row, start: row.start - (row.start % (to * SECOND)) }
    const key = `${subjectId} ${stretch.start}`
    const known = coarser.get(key)
    coarser.set(key, { ...(known ? mergeRows(known, stretch) : stretch), subjectId })
  }
  const data = [...coarser.values()].map((row) => asBucket(row, to, 'rollup', new Date(until)))
  if (data.length > 0) await db.bucket.createMany({ data, skipDuplicates: true })
}

/** A stored bucket as the windows take it. */
export function asSubjectRow({ subjectId, start, n, bad, slow, sumMs, tail, durations }: Bucket): SubjectRow {
  return { subjectId, start: start.getTime(), n, bad, slow, sumMs, tail, durations }
}

function asBucket(row: SubjectRow, span: number, source: string, at: Date): Prisma.BucketCreateManyInput {
  return { ...row, span, source, start: new Date(row.start), durations: Uint8Array.from(row.durations), flushedAt: at }
}
