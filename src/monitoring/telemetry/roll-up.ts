import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { mergeRows } from './bucket-row.ts'
import { putSummaries, readRows, rollUpSource } from './bucket-store.ts'
import type { SubjectRow } from './telemetry.ts'
import { groupBy } from '../../lib/group-by.ts'
import { slices } from '../../lib/slices.ts'

const second = 1_000
const hour = 3_600 * second

/** Retention by span in seconds. Source: docs/health.md, "Samples"; 10 s rows get 30 min more for late ones. */
const keptMs = { 10: 6.5 * hour, 60: 48 * hour, 3600: 90 * 24 * hour } as const

/** Spans of the rolled-up rows, in seconds. */
const summarySpans = [60, 3600] as const

/** Flushes per transaction: a minute of two instances. */
const maxFlushes = 12

/** Subjects per statement. */
const maxSubjects = 600

/**
 * Adds each flush exactly once to the rows of its minutes and hours, however late it was written, and deletes rows
 * whose retention has ended at `at` (milliseconds since 1970).
 */
export async function rollUpAndPrune(db: RootDatabase, at: number): Promise<void> {
  let rolledUp = maxFlushes
  while (rolledUp === maxFlushes) rolledUp = await rollUp(db)
  for (const [span, kept] of Object.entries(keptMs))
    await db.bucket.deleteMany({ where: { span: Number(span), start: { lt: new Date(at - kept) } } })
  await db.$executeRaw`
    DELETE FROM "Flush" WHERE "rolledUp" AND "writtenAt" < timezone('utc', now()) - make_interval(secs => ${keptMs[10] / second})`
}

/** Rolls up the oldest pending flushes and returns their number. Row locks let only one instance roll up a flush. */
function rollUp(db: RootDatabase): Promise<number> {
  return inTransaction(db, async (tx) => {
    const flushes = await tx.$queryRaw<{ source: string }[]>`
      SELECT "source" FROM "Flush" WHERE NOT "rolledUp" ORDER BY "id" LIMIT ${maxFlushes} FOR UPDATE`
    if (flushes.length === 0) return 0
    const sources = flushes.map(({ source }) => source)
    const subjects = await tx.$queryRaw<{ id: number }[]>`
      SELECT DISTINCT "subjectId" AS "id" FROM "Bucket" WHERE "source" = ANY(${sources})`
    for (const some of slices(subjects, maxSubjects)) {
      await rollUpSubjects(
        tx,
        sources,
        some.map(({ id }) => id),
      )
      // The embedded database never yields to the event loop: requests are served here.
      await nextTurn()
    }
    await tx.flush.updateMany({ where: { source: { in: sources } }, data: { rolledUp: true } })
    return flushes.length
  })
}

async function rollUpSubjects(tx: Database, sources: string[], subjectIds: number[]): Promise<void> {
  const rows = await readRows(tx, Prisma.sql`"source" = ANY(${sources}) AND "subjectId" = ANY(${subjectIds})`)
  let added = rows
  for (const span of summarySpans) {
    // Each span is a multiple of the one before, so its rows are added up from those.
    added = summarize(added, span)
    const starts = [...new Set(added.map(({ start }) => start))].map((start) => new Date(start))
    const existing = await readRows(
      tx,
      Prisma.sql`"subjectId" = ANY(${subjectIds}) AND "span" = ${span} AND "source" = ${rollUpSource} AND "start" = ANY(${starts})`,
    )
    // The query returns every pair of subject and start: rows that nothing is added to are not rewritten.
    const touched = new Set(added.map(keyOf))
    const summaries = [...added, ...existing.filter((row) => touched.has(keyOf(row)))]
    await putSummaries(tx, existing.length === 0 ? added : summarize(summaries, span), span)
  }
}

const keyOf = ({ subjectId, start }: SubjectRow) => `${subjectId} ${start}`

/** Merges the rows of the same subject and span into one. */
function summarize(rows: readonly SubjectRow[], span: number): SubjectRow[] {
  const stretches = rows.map((row) => ({ ...row, start: row.start - (row.start % (span * second)) }))
  return [...groupBy(stretches, keyOf).values()].map((group) => mergeRows(...group))
}
