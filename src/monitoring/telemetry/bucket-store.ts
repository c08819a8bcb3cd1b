import type { Database } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { SubjectRow } from './telemetry.ts'
import { slices } from '../../lib/slices.ts'

/** Rows written per statement: after an hour without the database, all rows would be too many for one. */
const maxRowsPerStatement = 20_000

/** The `source` of rolled-up rows. */
export const rollUpSource = 'rollup'

/**
 * Writes the 10 s rows of one instance. Each statement is a flush, committed with all of its rows, so that readers
 * never see part of a flush. Idempotent: a flush written twice under the same source counts once.
 */
export async function appendSamples(db: Database, rows: readonly SubjectRow[], source: string): Promise<void> {
  for (let first = 0; first < rows.length; first += maxRowsPerStatement) {
    const written = rows.slice(first, first + maxRowsPerStatement)
    await db.$executeRaw`
      WITH flush AS (
        INSERT INTO "Flush" ("source", "writtenAt") VALUES (${`${source}.${first}`}, timezone('utc', now()))
        ON CONFLICT DO NOTHING RETURNING "source"
      )
      INSERT INTO "Bucket" (${columns}, "span", "source")
      SELECT ${values}, 10, flush."source" FROM flush, ${tableOf(written)}`
  }
}

/** Writes rolled-up rows, each replacing the earlier one of the same start. `span` is their length in seconds. */
export async function putSummaries(db: Database, rows: readonly SubjectRow[], span: number): Promise<void> {
  for (const some of slices(rows, maxRowsPerStatement))
    await db.$executeRaw`
      INSERT INTO "Bucket" (${columns}, "span", "source") SELECT ${values}, ${span}::int, ${rollUpSource} FROM ${tableOf(some)}
      ON CONFLICT ("subjectId", "span", "start", "source") DO UPDATE SET "n" = excluded."n", "bad" = excluded."bad",
        "slow" = excluded."slow", "probes" = excluded."probes", "sumMs" = excluded."sumMs", "tail" = excluded."tail",
        "durations" = excluded."durations", "intervalMs" = excluded."intervalMs", "approximate" = excluded."approximate"`
}

const columns = Prisma.sql`"subjectId", "start", "n", "bad", "slow", "probes", "sumMs", "tail", "durations", "intervalMs",
  "approximate"`

/** The values of `columns` in a table of rows. */
const values = Prisma.sql`"subjectId", timezone('utc', to_timestamp("start" / 1000.0)), "n", "bad", "slow", "probes",
  "sumMs", "tail", decode("durations", 'base64'), "intervalMs", "approximate"`

/** Rows as a table, built from one array per column: PostgreSQL needs half the time that JSON would take. */
const tableOf = (rows: readonly SubjectRow[]): Prisma.Sql => Prisma.sql`unnest(
    ${arrayOf(rows, 'subjectId')}::int[], ${arrayOf(rows, 'start')}::bigint[], ${arrayOf(rows, 'n')}::int[],
    ${arrayOf(rows, 'bad')}::int[], ${arrayOf(rows, 'slow')}::int[], ${arrayOf(rows, 'probes')}::int[],
    ${arrayOf(rows, 'sumMs')}::float8[], ${arrayOf(rows, 'tail')}::int[],
    ${toArray(rows.map(({ durations }) => `"${Buffer.from(durations).toString('base64')}"`))}::text[],
    ${arrayOf(rows, 'intervalMs')}::int[], ${arrayOf(rows, 'approximate')}::boolean[]
  ) AS v(${columns})`

const arrayOf = (rows: readonly SubjectRow[], column: Exclude<keyof SubjectRow, 'durations'>): string =>
  toArray(rows.map((row) => row[column]))

// Numbers, booleans and base64 contain no character that must be escaped in an array literal.
const toArray = (elements: readonly (string | number | boolean)[]): string => `{${elements.join(',')}}`

type RowJson = Omit<SubjectRow, 'durations'> & { durations: string }

/** The rows that match a condition, oldest first. */
export async function readRows(db: Database, where: Prisma.Sql): Promise<SubjectRow[]> {
  // Reads one JSON text: for ten thousand rows this costs a tenth of decoding each column.
  const [read] = await db.$queryRaw<{ rows: string }[]>`
    SELECT coalesce(json_agg(b ORDER BY b."start"), '[]')::text AS "rows" FROM (
      SELECT "subjectId", (extract(epoch FROM "start") * 1000)::bigint AS "start", "n", "bad", "slow", "probes", "sumMs", "tail",
        encode("durations", 'base64') AS "durations", "intervalMs", "approximate"
      FROM "Bucket" WHERE ${where}
    ) b`
  const rows = JSON.parse(read?.rows ?? '[]') as RowJson[]
  return rows.map((row) => ({ ...row, durations: Buffer.from(row.durations, 'base64') }))
}

/** One committed write of 10 s rows. */
export type FlushRecord = { id: number; source: string }

/** Flushes of other instances with an id above `after`, oldest first; `own` is the prefix of our own sources. */
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

/** The rows of these flushes whose buckets begin from `since` to `until`, both inclusive, in milliseconds since 1970. */
export const readFlushed = (
  db: Database,
  sources: readonly string[],
  { since, until }: { since: number; until: number },
): Promise<SubjectRow[]> =>
  readRows(
    db,
    Prisma.sql`"source" = ANY(${[...sources]}) AND "span" = 10 AND "start" BETWEEN ${new Date(since)} AND ${new Date(until)}`,
  )

/**
 * The rows of subjects since a time: those of `span` seconds, and the 10 s rows not yet rolled up into them. One
 * statement, so that a concurrent roll-up neither hides nor doubles a row.
 */
export function readHistoryRows(
  db: Database,
  { subjectIds, span, since }: { subjectIds: readonly number[]; span: number; since: number },
): Promise<SubjectRow[]> {
  const notRolledUp = Prisma.sql`"span" = 10 AND "source" IN (SELECT "source" FROM "Flush" WHERE NOT "rolledUp")`
  const spans = span === 10 ? Prisma.sql`"span" = 10` : Prisma.sql`("span" = ${span} OR ${notRolledUp})`
  return readRows(db, Prisma.sql`"subjectId" = ANY(${[...subjectIds]}) AND "start" >= ${new Date(since)} AND ${spans}`)
}
