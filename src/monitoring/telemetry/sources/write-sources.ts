import type { Database } from '../../../database/database.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { maxAheadMs } from '../../../lib/clock.ts'
import { maxCount, type Batch, type HeardSource } from './heard-source.ts'
import { maxServiceNames } from '../../services/service-names.ts'
import { maxUnmatched, sendsWithinMs } from './source-queries.ts'

/** Writes what was received from sources, in the transaction of the caller. */
export async function writeBatch(tx: Database, batch: Batch): Promise<void> {
  // In the order of the keys, so that two instances that write at the same time cannot deadlock.
  const sources = [...batch].sort(([one], [other]) => (one < other ? -1 : 1))
  await upsertSources(tx, sources)
  await upsertSubjects(tx, sources)
  if (sources.some(([, { unmatched }]) => unmatched.size > 0)) await upsertUnmatched(tx, sources)
  if (sources.some(([, { refused }]) => refused.size > 0)) await upsertRefused(tx, sources)
}

type Entries = readonly [sourceId: string, source: HeardSource][]

const sourceRow = ([id, { lastHeardAt, lastReportAt, formats, refusal, refusedCount, names }]: Entries[number]) => ({
  id,
  lastHeardAt: toDate(lastHeardAt),
  lastReportAt: toDate(lastReportAt),
  refusedAt: toDate(refusal?.at),
  refusal: refusal?.reason ?? null,
  refusalValues: refusal?.values ?? null,
  refusedCount,
  names: Object.fromEntries(names),
  lastOwnAt: toDate(formats.OWN),
  lastOtlpAt: toDate(formats.OPENTELEMETRY),
})

async function upsertSources(tx: Database, sources: Entries): Promise<void> {
  const rows = sources.map(sourceRow)
  await tx.$executeRaw`
    INSERT INTO "Service" AS s ("id", "name", "createdAt", "lastHeardAt", "lastReportAt", "lastOwnAt", "lastOtlpAt",
      "refusedAt", "refusal", "refusalValues", "refusedCount", "names")
    SELECT v."id", v."id", coalesce(v."lastHeardAt", v."refusedAt"), v."lastHeardAt", v."lastReportAt", v."lastOwnAt",
      v."lastOtlpAt", v."refusedAt", v."refusal"::"ReportRefusal", v."refusalValues", v."refusedCount", v."names"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v("id" text, "lastHeardAt" timestamp(3), "lastReportAt" timestamp(3), "lastOwnAt" timestamp(3),
        "lastOtlpAt" timestamp(3), "refusedAt" timestamp(3), "refusal" text, "refusalValues" jsonb,
        "refusedCount" int, "names" jsonb)
    ON CONFLICT ("id") DO UPDATE SET
      "lastHeardAt" = ${laterOf('lastHeardAt')},
      "lastReportAt" = ${laterOf('lastReportAt')},
      "lastOwnAt" = ${laterOf('lastOwnAt')},
      "lastOtlpAt" = ${laterOf('lastOtlpAt')},
      "refusedAt" = coalesce(excluded."refusedAt", s."refusedAt"),
      "refusal" = coalesce(excluded."refusal", s."refusal"),
      "refusalValues" = coalesce(excluded."refusalValues", s."refusalValues"),
      "refusedCount" = least(${maxCount}::bigint, excluded."refusedCount"::bigint +
        CASE WHEN excluded."lastReportAt" IS NULL THEN s."refusedCount" ELSE 0 END)::int,
      "names" = CASE WHEN excluded."names" = '{}' THEN s."names" ELSE (
        SELECT jsonb_object_agg("key", "value") FROM (
          SELECT * FROM jsonb_each(s."names" || excluded."names") ORDER BY "value" DESC LIMIT ${maxServiceNames}::int
        ) n) END`
}

/** Refused items are counted from zero again after this time without a refusal. */
const shownFor = Prisma.sql`make_interval(secs => ${sendsWithinMs / 1_000})`

const maxAhead = Prisma.sql`make_interval(secs => ${maxAheadMs / 1_000})`

/**
 * The later of the stored and the new time. If the stored time is ahead, the clock was set back since, and the new time
 * wins.
 */
const laterOf = (column: string) => {
  const [stored, added] = [Prisma.raw(`s."${column}"`), Prisma.raw(`excluded."${column}"`)]
  return Prisma.sql`CASE WHEN ${stored} > ${added} + ${maxAhead} THEN ${added} ELSE greatest(${stored}, ${added}) END`
}

const toDate = (at: number | null | undefined) => (at == null ? null : new Date(at))

async function upsertSubjects(tx: Database, sources: Entries): Promise<void> {
  const rows = sources.flatMap(([sourceId, { subjects, lastHeardAt, lastReportAt }]) =>
    [...subjects]
      .sort(([one], [other]) => one - other)
      .map(([subjectId, lastAt]) => ({
        ...{ sourceId, subjectId, lastAt: new Date(lastAt), reportedAt: new Date(lastReportAt ?? lastHeardAt ?? 0) },
        latest: new Date((lastHeardAt ?? 0) + maxAheadMs),
      })),
  )
  if (rows.length === 0) return
  await tx.$executeRaw`
    WITH v AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS v("sourceId" text, "subjectId" int, "lastAt" timestamp(3), "reportedAt" timestamp(3), "latest" timestamp(3))
    ), future AS (
      SELECT o."sourceId", o."subjectId" FROM "SourceSubject" o JOIN v USING ("sourceId", "subjectId")
      WHERE o."lastAt" > v."latest"
    )
    INSERT INTO "SourceSubject" AS o ("sourceId", "subjectId", "lastAt", "reportedAt")
    SELECT "sourceId", "subjectId", "lastAt", "reportedAt" FROM v
    ON CONFLICT ("sourceId", "subjectId") DO UPDATE SET "reportedAt" = excluded."reportedAt", "lastAt" = CASE
      WHEN EXISTS (SELECT FROM future f WHERE f."sourceId" = o."sourceId" AND f."subjectId" = o."subjectId")
      THEN excluded."lastAt" ELSE greatest(o."lastAt", excluded."lastAt") END`
}

async function upsertRefused(tx: Database, sources: Entries): Promise<void> {
  const rows = sources.flatMap(([sourceId, { refused }]) =>
    [...refused.values()].map(({ lastAt, ...one }) => ({ sourceId, ...one, lastAt: new Date(lastAt) })),
  )
  await tx.$executeRaw`
    INSERT INTO "RefusedTelemetry" AS r ("sourceId", "reason", "count", "lastAt", "environment")
    SELECT v."sourceId", v."reason"::"RefusalReason", v."count", v."lastAt", v."environment"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v("sourceId" text, "reason" text, "count" int, "lastAt" timestamp(3), "environment" text)
    ON CONFLICT ("sourceId", "reason") DO UPDATE SET "environment" = excluded."environment",
      "count" = CASE WHEN r."lastAt" < excluded."lastAt" - ${shownFor} THEN excluded."count"
        ELSE least(r."count"::bigint + excluded."count", ${maxCount}::bigint)::int END,
      "lastAt" = CASE WHEN r."lastAt" > excluded."lastAt" + ${maxAhead} THEN excluded."lastAt" ELSE greatest(r."lastAt", excluded."lastAt") END`
}

async function upsertUnmatched(tx: Database, sources: Entries): Promise<void> {
  const rows = sources.flatMap(([sourceId, { unmatched }]) =>
    [...unmatched.values()].map(({ lastAt, ...one }) => ({ sourceId, ...one, lastAt: new Date(lastAt) })),
  )
  await tx.$executeRaw`
    INSERT INTO "UnmatchedSubject" AS u ("sourceId", "kind", "key", "count", "lastAt")
    SELECT v."sourceId", v."kind"::"Kind", v."key", v."count", v."lastAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v("sourceId" text, "kind" text, "key" text, "count" int, "lastAt" timestamp(3))
    ON CONFLICT ("sourceId", "kind", "key") DO UPDATE SET
      "count" = least(u."count"::bigint + excluded."count", ${maxCount}::bigint)::int, "lastAt" = greatest(u."lastAt", excluded."lastAt")`
  await tx.$executeRaw`
    DELETE FROM "UnmatchedSubject" u USING (
      SELECT "sourceId", "kind", "key",
        row_number() OVER (PARTITION BY "sourceId" ORDER BY "lastAt" DESC, "kind", "key") AS "place"
      FROM "UnmatchedSubject" WHERE "sourceId" = ANY(${sources.map(([id]) => id)})
    ) o
    WHERE o."place" > ${maxUnmatched} AND u."sourceId" = o."sourceId" AND u."kind" = o."kind" AND u."key" = o."key"`
}
