import { sessionName, timestamp } from './shards.ts'

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
