/** Number of parts into which the subjects are divided. Each part is evaluated by one instance at a time. */
export const shardCount = 16

/** A set of shards, by their numbers from 0 to `shardCount` - 1. */
export type Shards = ReadonlySet<number>

/** All shards, which the only instance evaluates. */
export const allShards: Shards = new Set(Array.from({ length: shardCount }, (_, shard) => shard))

/** The shard of a subject. */
export const shardOf = (subjectId: number): number => subjectId % shardCount

/** Key of the advisory lock under which instances claim shards one after the other; an arbitrary number. */
const claimLock = 7_486_447

const tickS = 10

/**
 * An instance without a claim for this many seconds (two ticks) counts as hung, and other instances take its shards. A
 * claim further than this in the future is from before the time was set back, and is ignored.
 */
const maxClaimAgeS = 2 * tickS

/** Identifies a session: its process id, which the server may reuse, and its start time. */
const sessionName = `pid || ' since ' || extract(epoch FROM backend_start)`

/**
 * Claims shards for the tick at `at`, and returns those to evaluate at it; `now` is the database's present time, both
 * are in milliseconds since 1970. The ticks at which a shard is evaluated only go forward, and at each of them exactly
 * one instance does: its claim writes the tick to the shard's row. An instance keeps its shards, takes those of dead or
 * hung instances, and takes some from an instance with more than its share. It does not evaluate a shard whose previous
 * owner already claimed it for this tick or a later one. One that is late by a tick takes nothing from others.
 *
 * Run it on the LISTEN connection of the instance: the session identifies the instance and ends with its process.
 * `application` is the `application_name` of these sessions.
 */
export const claimStatement = ({ at, now }: { at: number; now: number }, application: string): string => {
  const tick = timestamp(at)
  const [hung, ahead] = [timestamp(now - maxClaimAgeS * 1_000), timestamp(now + maxClaimAgeS * 1_000)]
  const isCurrent = at > now - tickS * 1_000
  const lastShard = at > now + maxClaimAgeS * 1_000 ? -1 : shardCount - 1
  return `
    SELECT pg_advisory_xact_lock(${claimLock});
    WITH instance AS (
      SELECT ${sessionName} AS name, pid = pg_backend_pid() AS "isOwn" FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = '${application}'
    ), evaluating AS (
      SELECT name, "isOwn" FROM instance WHERE "isOwn" OR EXISTS (
        SELECT FROM "Shard" WHERE "owner" = name AND "tickAt" > ${hung} AND "tickAt" <= ${ahead})
    ), part AS (
      SELECT floor(${shardCount}.0 / count(*)) AS "least", ceil(${shardCount}.0 / count(*)) AS "most" FROM evaluating
    ), shard AS (
      SELECT n AS id, coalesce("tickAt" NOT BETWEEN ${tick} AND ${ahead}, true) AS "isDue",
        CASE WHEN "isOwn" THEN 0 WHEN name IS NULL THEN 1 ELSE 2 END AS "rank",
        row_number() OVER (PARTITION BY "owner" ORDER BY n) AS "nth"
      FROM generate_series(0, ${lastShard}) AS n
        LEFT JOIN "Shard" ON "Shard"."id" = n LEFT JOIN evaluating ON name = "owner"
    ), available AS (
      SELECT id, "isDue", "rank", row_number() OVER (ORDER BY "rank", "nth" DESC, id) AS "place"
      FROM shard, part WHERE "rank" < 2 OR (${isCurrent} AND "nth" > "least")
    ), claimed AS (
      INSERT INTO "Shard" AS s ("id", "owner", "tickAt")
      SELECT id, (SELECT name FROM evaluating WHERE "isOwn"), ${tick} FROM available, part
      WHERE "rank" = 0 OR ("rank" = 1 AND "place" <= "most") OR ("rank" = 2 AND "place" <= "least")
      ON CONFLICT ("id") DO UPDATE SET "owner" = excluded."owner",
        "tickAt" = CASE WHEN s."tickAt" BETWEEN ${tick} AND ${ahead} THEN s."tickAt" ELSE ${tick} END
      RETURNING "id"
    )
    SELECT id FROM available JOIN claimed USING (id) WHERE "isDue"`
}

/** A time in milliseconds since 1970, in UTC as the columns have it. */
const timestamp = (ms: number) => `timezone('utc', to_timestamp(${ms / 1_000}))`

/** Gives up all shards of this session, so that other instances evaluate them from the next tick on. */
export const releaseStatement = `
  UPDATE "Shard" SET "owner" = NULL
  WHERE "owner" = (SELECT ${sessionName} FROM pg_stat_activity WHERE pid = pg_backend_pid())`

/**
 * Stores the tick by which this session's instance has written what it received, forgets ended instances, and returns the
 * oldest tick of all. `application` is the `application_name` of their sessions; times are in milliseconds since 1970.
 */
export const flushStatement = (at: number, application: string): string => `
  WITH instance AS (
    SELECT ${sessionName} AS name, pid = pg_backend_pid() AS "isOwn" FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = '${application}'
  ), own AS (
    INSERT INTO "Instance" ("session", "flushedAt") SELECT name, ${timestamp(at)} FROM instance WHERE "isOwn"
    ON CONFLICT ("session") DO UPDATE SET "flushedAt" = excluded."flushedAt" RETURNING "session", "flushedAt"
  ), ended AS (
    DELETE FROM "Instance" WHERE "session" NOT IN (SELECT name FROM instance)
  ), flushed AS (
    SELECT "session", "flushedAt" FROM own
    UNION ALL SELECT i."session", i."flushedAt" FROM "Instance" i JOIN instance ON name = i."session" WHERE NOT "isOwn"
  )
  SELECT "session", extract(epoch FROM "flushedAt")::float8 * 1000 AS "at" FROM flushed ORDER BY "flushedAt", "session" LIMIT 1`
