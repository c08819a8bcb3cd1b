import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { Prisma, type Bucket } from '../../generated/prisma/client.ts'
import { mergeRows } from './row.ts'
import type { SubjectRow } from './telemetry.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long rows of each length are kept, by their length in seconds. Source: docs/health.md, "Samples"; half an hour more for late ones. */
const kept = { 10: 6.5 * HOUR, 60: 48 * HOUR, 3600: 90 * 24 * HOUR } as const

/** Later than this after its end nothing is added to a bucket any more: reports older than an hour are refused. */
const sealedAfter = HOUR + MINUTE

/** Rows that one statement writes: the rows of an hour without the database would be too much for one. */
const ROWS_AT_ONCE = 20_000

/** Writes what one flush measured. Written twice under the same source it counts once. */
export const appendSamples = (db: Database, rows: readonly SubjectRow[], source: string, at: Date): Promise<void> =>
  write(db, rows, { span: 10, source, at })

type Origin = { span: number; source: string; at: Date }

async function write(db: Database, rows: readonly SubjectRow[], { span, source, at }: Origin): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const some = JSON.stringify(rows.slice(first, first + ROWS_AT_ONCE).map(asJson))
    await db.$executeRaw`
      INSERT INTO "Bucket" ("subjectId", "span", "start", "source", "n", "bad", "slow", "sumMs", "tail", "durations", "flushedAt")
      SELECT v."subjectId", ${span}::int, v."start", ${source}, v."n", v."bad", v."slow", v."sumMs", v."tail",
        decode(v."durations", 'base64'), ${at}::timestamp(3)
      FROM jsonb_to_recordset(${some}::jsonb) AS v("subjectId" int, "start" timestamp(3), "n" int, "bad" int, "slow" int,
        "sumMs" float8, "tail" int, "durations" text)
      ON CONFLICT DO NOTHING`
  }
}

const asJson = ({ start, durations, ...row }: SubjectRow) => ({
  ...row,
  start: new Date(start),
  durations: Buffer.from(durations).toString('base64'),
})

/** A row and which flush wrote it when, in milliseconds since 1970. */
export type StoredRow = SubjectRow & { source: string; flushedAt: number }

/** The samples of buckets that began from one moment up to another, whoever measured them. */
export const readSamples = (db: Database, from: number, before: number): Promise<StoredRow[]> =>
  readRows(db, 10, Prisma.sql`"start" >= ${new Date(from)} AND "start" < ${new Date(before)}`)

/** What flushes wrote since a moment, but for those of these names and those whose name begins with `own`. */
export const readSamplesOfOthers = (
  db: Database,
  since: Date,
  { own, known }: { own: string; known: readonly string[] },
): Promise<StoredRow[]> =>
  readRows(
    db,
    10,
    Prisma.sql`"flushedAt" >= ${since} AND NOT starts_with("source", ${own}) AND "source" <> ALL(${[...known]})`,
  )

type StoredJson = Omit<StoredRow, 'durations'> & { durations: string }

// All of them as one text: of ten thousand rows that costs a tenth of what a value each does.
async function readRows(db: Database, span: number, where: Prisma.Sql): Promise<StoredRow[]> {
  const [read] = await db.$queryRaw<{ rows: string }[]>`
    SELECT coalesce(json_agg(b ORDER BY b."start"), '[]')::text AS "rows" FROM (
      SELECT "subjectId", (extract(epoch FROM "start") * 1000)::bigint AS "start", "n", "bad", "slow", "sumMs", "tail",
        encode("durations", 'base64') AS "durations", "source", (extract(epoch FROM "flushedAt") * 1000)::bigint AS "flushedAt"
      FROM "Bucket" WHERE "span" = ${span} AND ${where}
    ) b`
  const rows = JSON.parse(read?.rows ?? '[]') as StoredJson[]
  return rows.map((row) => ({ ...row, durations: Buffer.from(row.durations, 'base64') }))
}

/** Gathers what nothing can be added to any more into rows of a minute, and those into rows of an hour; removes what is past its time. */
export async function tidySamples(db: RootDatabase, at: number): Promise<void> {
  await rollUp(db, { from: 10, to: 60 }, at - sealedAfter)
  await rollUp(db, { from: 60, to: 3600 }, at - sealedAfter - MINUTE)
  for (const [span, keptMs] of Object.entries(kept)) {
    await db.bucket.deleteMany({ where: { span: Number(span), start: { lt: new Date(at - keptMs) } } })
  }
}

type Step = { from: number; to: number }

/** Subjects whose rows are gathered at once: an hour of so many busy ones is 36,000 rows. */
const SUBJECTS_AT_ONCE = 600

async function rollUp(db: RootDatabase, { from, to }: Step, until: number) {
  const newest = await db.bucket.findFirst({ where: { span: to }, orderBy: { start: 'desc' } })
  const start = new Date(newest ? newest.start.getTime() + to * SECOND : 0)
  const end = new Date(until - (until % (to * SECOND)))
  const measured = await db.bucket.groupBy({ by: 'subjectId', where: { span: from, start: { gte: start, lt: end } } })
  const coarser: SubjectRow[] = []
  for (let first = 0; first < measured.length; first += SUBJECTS_AT_ONCE) {
    const some = measured.slice(first, first + SUBJECTS_AT_ONCE).map(({ subjectId }) => subjectId)
    const where = Prisma.sql`"start" >= ${start} AND "start" < ${end} AND "subjectId" = ANY(${some})`
    coarser.push(...gather(await readRows(db, from, where), to * SECOND))
  }
  // All or none: the newest row tells how far everybody has been gathered.
  if (coarser.length > 0)
    await inTransaction(db, (tx) => write(tx, coarser, { span: to, source: 'rollup', at: new Date(until) }))
}

function gather(finer: readonly SubjectRow[], stretchMs: number): SubjectRow[] {
  const coarser = new Map<string, SubjectRow>()
  for (const { subjectId, n, bad, slow, sumMs, tail, durations, ...row } of finer) {
    const start = row.start - (row.start % stretchMs)
    const stretch = { start, n, bad, slow, sumMs, tail, durations }
    const key = `${subjectId} ${start}`
    const known = coarser.get(key)
    coarser.set(key, { ...(known ? mergeRows(known, stretch) : stretch), subjectId })
  }
  return [...coarser.values()]
}

/** A stored bucket as the windows take it. */
export function asSubjectRow({ subjectId, start, n, bad, slow, sumMs, tail, durations }: Bucket): SubjectRow {
  return { subjectId, start: start.getTime(), n, bad, slow, sumMs, tail, durations }
}
