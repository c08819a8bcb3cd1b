import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { mergeRows } from './bucket-row.ts'
import { putSummaries, readRows, rollUpSource } from './bucket-store.ts'
import type { SubjectRow } from './telemetry.ts'
import { maxAheadMs } from '../../lib/clock.ts'
import { groupBy } from '../../lib/group-by.ts'
import { keptMs } from '../../lib/retention.ts'
import { slices } from '../../lib/slices.ts'

/** Spans of the rolled-up rows, in seconds. */
const summarySpans = [60, 3600] as const

/** Maximum flushes per transaction: those of a minute, of two instances with 100,000 subjects. */
const maxFlushes = 60

/** Time that a transaction may take, in milliseconds. */
const timeoutMs = 5 * 60_000

/** Subjects per statement. */
const maxSubjects = 600

/**
 * Adds each flush exactly once to the rows of its minutes and hours, however late it was written. Deletes rows whose
 * retention has ended at `at` (milliseconds since 1970), and 10 s rows after `at`, which were written before the clock
 * was set back.
 */
export async function rollUpAndPrune(db: RootDatabase, at: number): Promise<void> {
  // The deletion comes first: the roll-up may take minutes, in which newer samples arrive. Rolled-up rows after `at`
  // stay.
  await db.bucket.deleteMany({ where: { span: 10, start: { gt: new Date(at + maxAheadMs) } } })
  let rolledUp = maxFlushes
  while (rolledUp === maxFlushes) rolledUp = await rollUp(db)
  for (const [span, kept] of Object.entries(keptMs.samples))
    await db.bucket.deleteMany({ where: { span: Number(span), start: { lt: new Date(at - kept) } } })
  await db.$executeRaw`
    DELETE FROM "Flush" WHERE "rolledUp" AND "writtenAt" < timezone('utc', now()) - make_interval(secs => ${keptMs.samples[10] / 1_000})`
}

/** Rolls up the oldest pending flushes and returns their number. Row locks let only one instance roll up a flush. */
function rollUp(db: RootDatabase): Promise<number> {
  const work = async (tx: Database) => {
    const flushes = await tx.$queryRaw<{ source: string }[]>`
      SELECT "source" FROM "Flush" WHERE NOT "rolledUp" ORDER BY "id" LIMIT ${maxFlushes} FOR UPDATE`
    if (flushes.length === 0) return 0
    const sources = flushes.map(({ source }) => source)
    const subjects = await tx.$queryRaw<PendingSubject[]>`
      SELECT "subjectId" AS "id", min("start") AS "first", max("start") AS "last" FROM "Bucket"
      WHERE "source" = ANY(${sources}) GROUP BY "subjectId"`
    for (const some of slices(subjects, maxSubjects)) {
      await rollUpSubjects(tx, sources, some)
      // The embedded database never yields to the event loop, so this turn serves waiting requests.
      await nextTurn()
    }
    await tx.flush.updateMany({ where: { source: { in: sources } }, data: { rolledUp: true } })
    return flushes.length
  }
  return inTransaction(db, work, { timeoutMs })
}

/** A subject with rows to roll up, and the starts of its first and its last row. */
type PendingSubject = { id: number; first: Date; last: Date }

async function rollUpSubjects(tx: Database, sources: string[], subjects: readonly PendingSubject[]): Promise<void> {
  const subjectIds = subjects.map(({ id }) => id)
  const first = new Date(Math.min(...subjects.map((subject) => subject.first.getTime())))
  const last = new Date(Math.max(...subjects.map((subject) => subject.last.getTime())))
  const rows = await readRows(
    tx,
    // The condition on times makes PostgreSQL use the primary key. By the sources alone, each query would read the rows
    // of all subjects.
    Prisma.sql`"subjectId" = ANY(${subjectIds}) AND "span" = 10 AND "start" BETWEEN ${first} AND ${last}
      AND "source" = ANY(${sources})`,
  )
  let added = rows
  for (const span of summarySpans) {
    // Each span is a multiple of the previous one, so its rows are summed from the rows of the previous span.
    added = summarize(added, span)
    const starts = [...new Set(added.map(({ start }) => start))].map((start) => new Date(start))
    const existing = await readRows(
      tx,
      Prisma.sql`"subjectId" = ANY(${subjectIds}) AND "span" = ${span} AND "source" = ${rollUpSource} AND "start" = ANY(${starts})`,
    )
    // The query returns rows for every pair of subject and start; rows to which nothing is added are not rewritten.
    const touched = new Set(added.map(keyOf))
    const summaries = [...added, ...existing.filter((row) => touched.has(keyOf(row)))]
    await putSummaries(tx, existing.length === 0 ? added : summarize(summaries, span), span)
  }
}

const keyOf = ({ subjectId, start }: SubjectRow) => `${subjectId} ${start}`

/** Merges the rows of the same subject and span into one. */
function summarize(rows: readonly SubjectRow[], span: number): SubjectRow[] {
  const stretches = rows.map((row) => ({ ...row, start: row.start - (row.start % (span * 1_000)) }))
  return [...groupBy(stretches, keyOf).values()].map((group) => mergeRows(...group))
}
