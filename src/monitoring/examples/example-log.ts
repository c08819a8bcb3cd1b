import type { Database } from '../../database/database.ts'
import { hourOf, keepNewest, keptPerHour, type RequestExample } from './request-example.ts'

/**
 * Maximum pairs of subject and hour whose examples are buffered until the next flush; further ones are dropped. At most
 * 10,000 rows.
 */
const maxPendingHours = 500

type SubjectHour = { subjectId: number; hour: number; examples: RequestExample[] }

/**
 * Collects the examples of this instance, and writes them with the samples at each tick. At most 20 examples per hour
 * and subject are held and written, no matter how many requests fail.
 */
export function createExampleLog(db: Database) {
  let pending = new Map<string, SubjectHour>()

  function add(subjectId: number, example: RequestExample): void {
    const hour = hourOf(example.at)
    const key = `${subjectId} ${hour}`
    const kept = pending.get(key)
    if (kept) keepNewest(kept.examples, example)
    else if (pending.size < maxPendingHours) pending.set(key, { subjectId, hour, examples: [example] })
  }

  return {
    add,
    /** Writes the examples collected since the last flush. The next call repeats a failed write. */
    async write(): Promise<void> {
      if (pending.size === 0) return
      const batch = [...pending.values()]
      pending = new Map()
      try {
        await insertNewest(db, batch)
      } catch (error) {
        for (const { subjectId, examples } of batch)
          examples.forEach((example) => {
            add(subjectId, example)
          })
        throw error
      }
    },
  }
}

export type ExampleLog = ReturnType<typeof createExampleLog>

/**
 * Adds examples and deletes, in the same statement, examples of the same subjects and hours beyond the newest 20. Two
 * instances that write at the same time may leave more until the next write. Rows are inserted in the order of their
 * keys, and rows that are being deleted elsewhere are skipped, so that two writers cannot deadlock.
 */
async function insertNewest(db: Database, batch: readonly SubjectHour[]): Promise<void> {
  const rows = batch.flatMap(({ subjectId, hour, examples }) =>
    examples.map(({ at, ...example }) => ({ subjectId, hour, ...example, at: new Date(at) })),
  )
  await db.$executeRaw`
    WITH "new" AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("subjectId" int, "hour" int, "traceId" text,
        "spanId" text, "at" timestamp(3), "durationMs" float8, "status" int, "errorType" text, "name" text)
    ), "hours" AS (
      SELECT DISTINCT "subjectId", "hour", timestamp 'epoch' + "hour" * interval '1 hour' AS "start" FROM "new"
    ), "stored" AS (
      SELECT e."subjectId", h."hour", e."traceId", e."spanId", e."at" FROM "hours" h JOIN "RequestExample" e
        ON e."subjectId" = h."subjectId" AND e."at" >= h."start" AND e."at" < h."start" + interval '1 hour'
    ), "ranked" AS (
      SELECT "subjectId", "traceId", "spanId",
        row_number() OVER (PARTITION BY "subjectId", "hour" ORDER BY "at" DESC, "traceId", "spanId") AS "place"
      FROM (
        SELECT * FROM "stored"
        UNION
        SELECT "subjectId", "hour", "traceId", "spanId", "at" FROM "new"
      ) every
    ), "surplus" AS (
      SELECT e."subjectId", e."traceId", e."spanId" FROM "RequestExample" e JOIN "ranked" r
        ON r."subjectId" = e."subjectId" AND r."traceId" = e."traceId" AND r."spanId" = e."spanId"
      WHERE r."place" > ${keptPerHour} FOR UPDATE OF e SKIP LOCKED
    ), "deleted" AS (
      DELETE FROM "RequestExample" e USING "surplus" s
      WHERE e."subjectId" = s."subjectId" AND e."traceId" = s."traceId" AND e."spanId" = s."spanId"
    )
    INSERT INTO "RequestExample" ("subjectId", "traceId", "spanId", "at", "durationMs", "status", "errorType", "name")
    SELECT n."subjectId", n."traceId", n."spanId", n."at", n."durationMs", n."status", n."errorType", n."name"
    FROM "new" n JOIN "ranked" r
      ON r."subjectId" = n."subjectId" AND r."traceId" = n."traceId" AND r."spanId" = n."spanId"
    WHERE r."place" <= ${keptPerHour}
    ORDER BY n."subjectId", n."traceId", n."spanId"
    ON CONFLICT DO NOTHING`
}
