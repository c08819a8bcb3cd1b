import type { Database } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { BucketRow } from '../telemetry/bucket-row.ts'
import { readRows } from '../telemetry/bucket-store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A part of a history whose rows have one length. Times are in milliseconds since 1970. */
export type HistoryPart = { from: number; to: number; bucketMs: number; rows: BucketRow[] }

/** The history of a subject in its parts, oldest first. From `exactFrom` on, its rows are 10 s long. */
export type RecordedHistory = { from: number; exactFrom: number; to: number; parts: HistoryPart[] }

/** The lengths of the stored buckets, in milliseconds. */
export const resolutionsMs = { oldest: hourMs, older: minuteMs, newest: 10_000 }

/**
 * The rows of a subject over the 90 days before `at`, oldest first: rows of 10 s as far back as they are kept, before
 * that rows of a minute, and before those rows of an hour. Source of the retention: docs/health.md, "Samples".
 */
export async function readRecordedHistory(db: Database, subjectId: number, at: number): Promise<RecordedHistory> {
  const to = at - (at % 10_000)
  const exactFrom = roundUp(at - 6 * hourMs, minuteMs)
  const minutesFrom = roundUp(at - 48 * hourMs, hourMs)
  const from = roundUp(at - 90 * dayMs, hourMs)
  const bounds = [
    { from, to: minutesFrom, bucketMs: resolutionsMs.oldest },
    { from: minutesFrom, to: exactFrom, bucketMs: resolutionsMs.older },
    { from: exactFrom, to, bucketMs: resolutionsMs.newest },
  ]
  const parts: HistoryPart[] = []
  for (const part of bounds) parts.push({ ...part, rows: await readRows(db, rowsOf(subjectId, part)) })
  return { from, exactFrom, to, parts }
}

const rowsOf = (subjectId: number, { from, to, bucketMs }: Omit<HistoryPart, 'rows'>) => Prisma.sql`
  "subjectId" = ${subjectId} AND "span" = ${bucketMs / 1000}::int AND "start" >= ${new Date(from)} AND "start" < ${new Date(to)}`

const roundUp = (time: number, unit: number) => Math.ceil(time / unit) * unit
