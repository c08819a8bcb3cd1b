import type { Database } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { SubjectRow } from './telemetry.ts'

/** Rows that one statement writes: the rows of an hour without the database would be too much for one. */
const maxRowsPerStatement = 20_000

/** The source of rows that summarise finer ones. */
export const rollUpSource = 'rollup'

/**
 * Writes the rows of ten seconds that one instance measured. Each statement is a flush of its own, committed with all of its
 * rows, so that no reader sees a part of it; written twice under the same source it counts once.
 */
export async function appendSamples(db: Database, rows: readonly SubjectRow[], source: string): Promise<void> {
  for (let first = 0; first < rows.length; first += maxRowsPerStatement) {
    const flushed = JSON.stringify(rows.slice(first, first + maxRowsPerStatement).map(asJson))
    await db.$executeRaw`
      WITH flush AS (
        INSERT INTO "Flush" ("source", "writtenAt") VALUES (${`${source}.${first}`}, timezone('utc', now()))
        ON CONFLICT DO NOTHING RETURNING "source"
      )
      INSERT INTO "Bucket" (${columns})
      SELECT v."subjectId", 10, v."start", flush."source", v."n", v."bad", v."slow", v."probes", v."sumMs", v."tail",
        decode(v."durations", 'base64')
      FROM flush, jsonb_to_recordset(${flushed}::jsonb) AS v(${columnTypes})`
  }
}

/** Writes summaries, each in the place of an earlier one of the same stretch. `span` is their length in seconds. */
export async function putSummaries(db: Database, rows: readonly SubjectRow[], span: number): Promise<void> {
  for (let first = 0; first < rows.length; first += maxRowsPerStatement) {
    const summaries = JSON.stringify(rows.slice(first, first + maxRowsPerStatement).map(asJson))
    await db.$executeRaw`
      INSERT INTO "Bucket" (${columns})
      SELECT v."subjectId", ${span}::int, v."start", ${rollUpSource}, v."n", v."bad", v."slow", v."probes", v."sumMs", v."tail",
        decode(v."durations", 'base64')
      FROM jsonb_to_recordset(${summaries}::jsonb) AS v(${columnTypes})
      ON CONFLICT ("subjectId", "span", "start", "source") DO UPDATE SET "n" = excluded."n", "bad" = excluded."bad",
        "slow" = excluded."slow", "probes" = excluded."probes", "sumMs" = excluded."sumMs", "tail" = excluded."tail",
        "durations" = excluded."durations"`
  }
}

const columns = Prisma.sql`"subjectId", "span", "start", "source", "n", "bad", "slow", "probes", "sumMs", "tail", "durations"`

const columnTypes = Prisma.sql`"subjectId" int, "start" timestamp(3), "n" int, "bad" int, "slow" int, "probes" int,
  "sumMs" float8, "tail" int, "durations" text`

const asJson = ({ start, durations, ...row }: SubjectRow) => ({
  ...row,
  start: new Date(start),
  durations: Buffer.from(durations).toString('base64'),
})

type RowJson = Omit<SubjectRow, 'durations'> & { durations: string }

/** The rows that a condition holds for, in the order of their time. */
export async function readRows(db: Database, where: Prisma.Sql): Promise<SubjectRow[]> {
  // All of them as one text: of ten thousand rows that costs a tenth of what a value each does.
  const [read] = await db.$queryRaw<{ rows: string }[]>`
    SELECT coalesce(json_agg(b ORDER BY b."start"), '[]')::text AS "rows" FROM (
      SELECT "subjectId", (extract(epoch FROM "start") * 1000)::bigint AS "start", "n", "bad", "slow", "probes", "sumMs", "tail",
        encode("durations", 'base64') AS "durations"
      FROM "Bucket" WHERE ${where}
    ) b`
  const rows = JSON.parse(read?.rows ?? '[]') as RowJson[]
  return rows.map((row) => ({ ...row, durations: Buffer.from(row.durations, 'base64') }))
}

/** One committed write of rows of ten seconds. */
export type FlushRecord = { id: number; source: string }

/** The flushes of others with an id above `after`, oldest first; `own` is how the sources of the caller begin. */
export async function listFlushesOfOthers(
  db: Database,
  { after, own }: { after: number; own: string },
): Promise<FlushRecord[]> {
  const flushes = await db.flush.findMany({
    where: { id: { gt: after }, NOT: { source: { startsWith: own } } },
    orderBy: { id: 'asc' },
    select: { id: true, source: true },
  })
  return flushes.map(({ id, source }) => ({ id: Number(id), source }))
}

/** The rows of these flushes whose buckets began at `since` (milliseconds since 1970) or later. */
export const readFlushed = (db: Database, sources: readonly string[], since: number): Promise<SubjectRow[]> =>
  readRows(db, Prisma.sql`"source" = ANY(${[...sources]}) AND "span" = 10 AND "start" >= ${new Date(since)}`)

/**
 * The rows of subjects since a moment: those of `span` seconds, and the rows of ten seconds that are not part of them yet.
 * One statement, so that a roll-up in between neither hides nor doubles a row.
 */
export function readHistoryRows(
  db: Database,
  { subjectIds, span, since }: { subjectIds: readonly number[]; span: number; since: number },
): Promise<SubjectRow[]> {
  const notRolledUp = Prisma.sql`"span" = 10 AND "source" IN (SELECT "source" FROM "Flush" WHERE NOT "rolledUp")`
  const spans = span === 10 ? Prisma.sql`"span" = 10` : Prisma.sql`("span" = ${span} OR ${notRolledUp})`
  return readRows(db, Prisma.sql`"subjectId" = ANY(${[...subjectIds]}) AND "start" >= ${new Date(since)} AND ${spans}`)
}
