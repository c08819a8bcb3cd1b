import type { Database } from '../../../database/database.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { keptMs, keptSince } from '../../../lib/retention.ts'
import { serviceLength } from './stream-identity.ts'

/** Maximum streams of a service that is the only one of its source. Source: docs/ingest.md. */
export const maxStreams = 20_000

/** Each service may have this many times the remaining room, so that none uses up the room of the others. */
const share = 5

/**
 * Divisor of `limit` that gives each service a minimum number of streams, even if large services have left no room; the
 * source then has at most twice `limit`.
 */
const smallShare = 200

/** First key of the advisory lock for giving up streams of a source; an arbitrary number. */
const roomLock = 7_486_448

/** Maximum senders kept of a source; the latest are kept. */
const maxSenders = 20_000

/** Maximum stored bytes of the processes of a source; the senders with the most bytes are deleted first. */
const maxSenderBytes = 32_000_000

/** A stream to store, with its service. */
type Added = { stream: string; service: string }

/** The source of a request, its time in milliseconds since 1970, and the most streams of one service. */
type Room = { sourceId: string; at: number; limit: number }

/** Finds the new streams for which their source has no room, after unused streams were deleted. */
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
 * Deletes streams of processes that no longer send, streams stored by an earlier version, and streams without data for
 * an hour. Other streams of an active process stay: a stream that comes back would be taken for a new one. The time of
 * receipt decides, since the clock of a sender may be slow; for rare exports, their interval decides too.
 */
async function deleteUnused(tx: Database, sourceId: string, at: number): Promise<number> {
  const intervals = Prisma.sql`coalesce(2 * ("times"[1] - "times"[2]) / 1000000, 0)`
  const isUnused = Prisma.sql`("process" = '' OR "receivedAt" <
    ${new Date(at)}::timestamp(3) - greatest(${keptMs.unusedStream}::float8, ${intervals}) * interval '1 millisecond')`
  // Only one request at a time: two requests that delete each other's streams and then write their own would deadlock.
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
 * Deletes streams without data for an hour or two (except cumulative streams of active processes), senders without data
 * for a day, and senders beyond the maximum of a source. Skips locked rows: a request could be waiting for this
 * statement.
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
