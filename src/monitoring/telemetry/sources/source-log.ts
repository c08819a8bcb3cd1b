import { inTransaction, type Database, type RootDatabase } from '../../../database/database.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Kind, RefusalReason } from '../../../generated/prisma/enums.ts'
import { isDatabaseUnavailable } from '../../../database/unavailable.ts'
import { maxAheadMs } from '../../../lib/clock.ts'
import { log } from '../../../lib/log.ts'
import { bucketMs } from '../buckets.ts'
import { keptSlots, slotAt } from './cadence.ts'
import type { RefusedCount } from './refusal.ts'
import { maxUnmatched, type SourceFormat } from './source-queries.ts'

/** Unmatched subjects counted per source until the next flush; further ones are ignored. */
const maxPendingUnmatched = 1_000

/** Maximum count of an unmatched subject: the limit of its column. */
const maxCount = 2 ** 31 - 1

type Unmatched = { kind: Kind; key: string; count: number; lastAt: number }
type UnmatchedCount = Pick<Unmatched, 'kind' | 'key'> & { count?: number }

/** The reports of one source since the last flush. Times are in milliseconds since 1970. */
type HeardSource = {
  lastHeardAt: number
  lastReportAt: number | null
  /** Last time data arrived in each format. */
  formats: Partial<Record<SourceFormat, number>>
  slots: Set<number>
  /** The time of the last sample, by subject id. */
  subjects: Map<number, number>
  unmatched: Map<string, Unmatched>
  refused: Map<RefusalReason, RefusedCount & { lastAt: number }>
}

/** A sample of a subject, with its time in milliseconds since 1970. */
type SubjectSample = { subject: { id: number }; sample: { at: number } }

type Batch = ReadonlyMap<string, HeardSource>

/** Collects the activity of sources on this instance, and writes it with the samples at each tick. */
export function createSourceLog(db: RootDatabase) {
  let pending = new Map<string, HeardSource>()
  let unwritten: Batch | null = null

  function sourceAt(sourceId: string, at: number): HeardSource {
    const source = pending.get(sourceId) ?? newSource(at)
    pending.set(sourceId, source)
    source.lastHeardAt = Math.max(source.lastHeardAt, at)
    return source
  }

  async function append(batch: Batch): Promise<void> {
    unwritten = batch
    if (batch.size > 0) await inTransaction(db, (tx) => writeBatch(tx, batch)).catch(giveUpRefused)
    unwritten = null
  }

  return {
    /** Records that a source sent something in a format. */
    recordContact(sourceId: string, format: SourceFormat, at: number): void {
      sourceAt(sourceId, at).formats[format] = at
    },
    /**
     * Records that samples of subjects were accepted at `at`. An empty list stands for a report of no requests: it also
     * shows that the source is not silent.
     */
    observed(sourceId: string, samples: readonly SubjectSample[], at: number): void {
      countObserved(sourceAt(sourceId, at), samples, at)
    },
    /** Counts an observation, or `count` of them, of an unregistered subject. */
    unmatched(sourceId: string, unmatched: UnmatchedCount, at: number): void {
      countUnmatched(sourceAt(sourceId, at), unmatched, at)
    },
    /** Counts telemetry that was refused. */
    refused(sourceId: string, counts: readonly RefusedCount[], at: number): void {
      for (const one of counts) countRefused(sourceAt(sourceId, at), one, at)
    },
    /** Writes the activity since the last flush. The next call repeats a failed write. */
    async write(): Promise<void> {
      if (unwritten) await append(unwritten)
      const batch = pending
      pending = new Map()
      await append(batch)
    },
  }
}

/** A batch that the database refuses for its content would be refused again, and hold up all that comes after it. */
function giveUpRefused(error: unknown): void {
  if (isDatabaseUnavailable(error)) throw error
  log.error({ err: error }, 'gave up what is known of sources since the last tick: the database does not take it')
}

export type SourceLog = ReturnType<typeof createSourceLog>

function countObserved(source: HeardSource, samples: readonly SubjectSample[], at: number): void {
  const { subjects } = source
  source.lastReportAt = Math.max(source.lastReportAt ?? 0, at)
  source.slots.add(slotAt(at))
  for (const { subject, sample } of samples) {
    const lastAt = subjects.get(subject.id)
    if (lastAt === undefined || lastAt < sample.at) subjects.set(subject.id, sample.at)
  }
}

function countUnmatched({ unmatched }: HeardSource, { kind, key, count = 1 }: UnmatchedCount, at: number): void {
  const counted = unmatched.get(`${kind} ${key}`)
  if (!counted && unmatched.size >= maxPendingUnmatched) return
  const total = Math.min(maxCount, (counted?.count ?? 0) + count)
  unmatched.set(`${kind} ${key}`, { kind, key, count: total, lastAt: at })
}

function countRefused({ refused }: HeardSource, one: RefusedCount, at: number): void {
  const count = Math.min(maxCount, (refused.get(one.reason)?.count ?? 0) + one.count)
  refused.set(one.reason, { ...one, count, lastAt: at })
}

const newSource = (at: number): HeardSource => ({
  lastHeardAt: at,
  lastReportAt: null,
  formats: {},
  slots: new Set(),
  subjects: new Map(),
  unmatched: new Map(),
  refused: new Map(),
})

// In the order of the keys, so that two instances that write at the same time cannot deadlock.
async function writeBatch(tx: Database, batch: Batch): Promise<void> {
  const sources = [...batch].sort(([one], [other]) => (one < other ? -1 : 1))
  await upsertSources(tx, sources)
  await upsertSubjects(tx, sources)
  if (sources.some(([, { unmatched }]) => unmatched.size > 0)) await upsertUnmatched(tx, sources)
  if (sources.some(([, { refused }]) => refused.size > 0)) await upsertRefused(tx, sources)
}

type Entries = readonly [sourceId: string, source: HeardSource][]

async function upsertSources(tx: Database, sources: Entries): Promise<void> {
  const rows = sources.map(([id, { lastHeardAt, lastReportAt, formats, slots }]) => ({
    id,
    lastHeardAt: new Date(lastHeardAt),
    lastReportAt: toDate(lastReportAt),
    lastOwnAt: toDate(formats.OWN),
    lastOtlpAt: toDate(formats.OPENTELEMETRY),
    slots: [...slots].slice(-keptSlots),
  }))
  await tx.$executeRaw`
    INSERT INTO "Service" AS s ("id", "name", "createdAt", "lastHeardAt", "lastReportAt", "lastOwnAt", "lastOtlpAt", "slots")
    SELECT v."id", v."id", v."lastHeardAt", v."lastHeardAt", v."lastReportAt", v."lastOwnAt", v."lastOtlpAt",
      ARRAY(SELECT slot FROM unnest(v."slots") AS slot ORDER BY slot DESC)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v("id" text, "lastHeardAt" timestamp(3), "lastReportAt" timestamp(3), "lastOwnAt" timestamp(3),
        "lastOtlpAt" timestamp(3), "slots" int[])
    ON CONFLICT ("id") DO UPDATE SET
      "lastHeardAt" = ${laterOf('lastHeardAt')},
      "lastReportAt" = ${laterOf('lastReportAt')},
      "lastOwnAt" = ${laterOf('lastOwnAt')},
      "lastOtlpAt" = ${laterOf('lastOtlpAt')},
      "slots" = ARRAY(
        SELECT DISTINCT slot FROM unnest(s."slots" || excluded."slots") AS slot
        WHERE slot <= extract(epoch FROM excluded."lastHeardAt" + ${maxAhead}) / ${bucketMs / 1_000}::int
        ORDER BY slot DESC LIMIT ${keptSlots}::int
      )`
}

const maxAhead = Prisma.sql`make_interval(secs => ${maxAheadMs / 1_000})`

/** The later one of the stored and the new time; the new one if the clock was set back since the other was stored. */
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
        ...{ sourceId, subjectId, lastAt: new Date(lastAt), reportedAt: new Date(lastReportAt ?? lastHeardAt) },
        latest: new Date(lastHeardAt + maxAheadMs),
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
      "count" = least(r."count"::bigint + excluded."count", ${maxCount}::bigint)::int,
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
