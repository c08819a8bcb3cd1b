import type { Database } from '../../../database/database.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { keptMs, keptSince } from '../../../lib/retention.ts'
import { serviceLength } from './stream-identity.ts'

/** Streams that a service may have while its source sends for no other. Source: docs/ingest.md. */
export const maxStreams = 20_000

/** A service may have this many times the room that is left, so that no other service uses it up. */
const share = 5

/** A service has this part of `limit` also where many large services left no room, up to twice `limit` of a source. */
const smallShare = 200

/** First key of the advisory lock of those who give up streams of a source; an arbitrary number. */
const roomLock = 7_486_448

/** Senders kept of a source: the latest ones. */
const maxSenders = 20_000

/** The most that is kept of the processes of a source, in bytes as stored; the senders that have the most go first. */
const maxSenderBytes = 32_000_000

/** A stream to be stored, with the service that it is of. */
type Added = { stream: string; service: string }

/** The source of a request, its time in milliseconds since 1970, and the most streams of one service. */
type Room = { sourceId: string; at: number; limit: number }

/** Finds those of new streams for which their source has no room, after it has given up what is not in use. */
export async function findRefused(tx: Database, added: readonly Added[], room: Room): Promise<ReadonlySet<string>> {
  const { sourceId, at, limit } = room
  if (added.length === 0 || (await tx.otlpStream.count({ where: { sourceId } })) + added.length <= limit)
    return new Set()
  const refused = refuse(added, await countByService(tx, sourceId), limit)
  if (refused.size === 0 || (await deleteUnused(tx, sourceId, at)) === 0) return refused
  return refuse(added, await countByService(tx, sourceId), limit)
}

function refuse(added: readonly Added[], counts: ReadonlyMap<string, number>, limit: number): ReadonlySet<string> {
  const own = new Map(counts)
  let all = [...own.values()].reduce((sum, count) => sum + count, 0)
  const refused = new Set<string>()
  for (const { stream, service } of added) {
    const count = (own.get(service) ?? 0) + 1
    const hasRoom =
      count <= limit / smallShare
        ? all < 2 * limit
        : // All rooms together are as large that one service alone has `limit`.
          count + share * (all + 1) <= (1 + share) * limit
    if (!hasRoom) refused.add(stream)
    else {
      own.set(service, count)
      all += 1
    }
  }
  return refused
}

async function countByService(tx: Database, sourceId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.$queryRaw<{ service: string; count: number }[]>`
    SELECT left("process", ${serviceLength}::int) AS "service", count(*)::int AS "count"
    FROM "OtlpStream" WHERE "sourceId" = ${sourceId} GROUP BY 1`
  return new Map(rows.map(({ service, count }) => [service, count]))
}

/**
 * Deletes the streams of processes that send no more, those that an earlier version stored, and those without data for an
 * hour. No others of a process that sends on: one that comes back would be taken for a new one. What counts is when their data were received,
 * since the clock of a sender may be slow, and of one that exports rarely, how often it does.
 */
async function deleteUnused(tx: Database, sourceId: string, at: number): Promise<number> {
  const intervals = Prisma.sql`coalesce(2 * ("times"[1] - "times"[2]) / 1000000, 0)`
  const isUnused = Prisma.sql`("process" = '' OR "receivedAt" <
    ${new Date(at)}::timestamp(3) - greatest(${keptMs.unusedStream}::float8, ${intervals}) * interval '1 millisecond')`
  // One request at a time: two that delete each other's streams, and then write their own, would deadlock.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${roomLock}::int, hashtext(${sourceId}))`
  return tx.$executeRaw`
    WITH unused AS (
      SELECT "process" FROM "OtlpStream" WHERE "sourceId" = ${sourceId} GROUP BY "process" HAVING bool_and(${isUnused})
    ), locked AS (
      SELECT "hash" FROM "OtlpStream" WHERE "sourceId" = ${sourceId} AND ${isUnused}
        AND ("process" IN (SELECT "process" FROM unused) OR "receivedAt" < ${keptSince('stream', new Date(at))})
        FOR UPDATE SKIP LOCKED
    )
    DELETE FROM "OtlpStream" s USING locked WHERE s."sourceId" = ${sourceId} AND s."hash" = locked."hash"`
}

/**
 * Deletes streams without data for an hour or two, except cumulative ones of a process that sends on, senders without
 * data for a day, and those of a source beyond its latest ones. It waits for no request, which could wait for it.
 */
export async function clearOldStreams(db: Database, at: Date, maxBytes = maxSenderBytes): Promise<void> {
  await db.$executeRaw`
    WITH locked AS (
      SELECT "sourceId", "hash" FROM "OtlpStream" s WHERE "seenAt" < ${keptSince('stream', at)} AND NOT EXISTS (
        SELECT FROM "OtlpStream" o WHERE o."sourceId" = s."sourceId" AND o."process" = s."process"
          AND o."seenAt" >= ${keptSince('stream', at)} AND o."process" <> '' AND s."totals" IS NOT NULL
      ) FOR UPDATE SKIP LOCKED
    )
    DELETE FROM "OtlpStream" s USING locked WHERE s."sourceId" = locked."sourceId" AND s."hash" = locked."hash"`
  await db.$executeRaw`
    WITH placed AS (
      SELECT "sourceId", "hash", row_number() OVER (PARTITION BY "sourceId" ORDER BY "seenAt" DESC) AS "place",
        sum(pg_column_size("processes")) OVER (
          PARTITION BY "sourceId" ORDER BY pg_column_size("processes"), "seenAt" DESC, "hash") AS "bytes"
      FROM "OtlpSender"
    ), locked AS (
      SELECT s."sourceId", s."hash" FROM "OtlpSender" s JOIN placed o USING ("sourceId", "hash")
      WHERE s."seenAt" < ${keptSince('sender', at)} OR o."place" > ${maxSenders} OR o."bytes" > ${maxBytes}
      FOR UPDATE OF s SKIP LOCKED
    )
    DELETE FROM "OtlpSender" s USING locked WHERE s."sourceId" = locked."sourceId" AND s."hash" = locked."hash"`
}
