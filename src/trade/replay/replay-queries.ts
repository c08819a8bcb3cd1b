import type { Database } from '../../database/database.ts'
import { olderThanSql } from '../../database/keyset.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { writePlaceInTime } from '../../lib/ordering.ts'
import type { ReplayResult } from './replay-result.ts'

/** A replay in a list, without its per-message results. The four counts are null while it runs. */
export type ReplaySummary = {
  id: string
  operatorId: string
  startedAt: Date
  finishedAt: Date | null
  dryRun: boolean
  force: boolean
  reason: string | null
  selection: object
  limit: number
  selectedCount: number
  doneCount: number
  reprocessed: number | null
  unchanged: number | null
  skipped: number | null
  failed: number | null
}

// Leaves out message ids and results: there may be a thousand of each.
const summaryColumns = Prisma.sql`r."id", r."operatorId", r."startedAt", r."finishedAt",
  (r."request" ->> 'dryRun')::boolean AS "dryRun", (r."request" ->> 'force')::boolean AS "force",
  r."request" ->> 'reason' AS "reason", r."request" -> 'selection' AS "selection",
  (r."request" ->> 'limit')::int AS "limit", jsonb_array_length(r."selected") AS "selectedCount", r."done" AS "doneCount",
  (r."answer" ->> 'reprocessed')::int AS "reprocessed", (r."answer" ->> 'unchanged')::int AS "unchanged",
  (r."answer" ->> 'skipped')::int AS "skipped", (r."answer" ->> 'failed')::int AS "failed"`

/** Finds replays by id, in no particular order; unknown ids are ignored. */
export const findReplays = (db: Database, ids: readonly string[]): Promise<ReplaySummary[]> =>
  db.$queryRaw<ReplaySummary[]>`SELECT ${summaryColumns} FROM "Replay" r WHERE r."id" = ANY(${[...ids]}::text[])`

/**
 * The replays, newest first, at most `limit`. `after` is the place of the last replay already listed.
 * @throws DomainError INVALID_INPUT for a place in another list.
 */
export async function listReplays(db: Database, limit: number, after: string | null) {
  const older = olderThanSql({ at: Prisma.sql`r."startedAt"`, id: Prisma.sql`r."id"` }, after)
  const rows = await db.$queryRaw<ReplaySummary[]>`
    SELECT ${summaryColumns} FROM "Replay" r WHERE ${older}
    ORDER BY r."startedAt" DESC, r."id" DESC LIMIT ${limit + 1}`
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** The place of a replay in `listReplays`. */
export const placeOfReplay = ({ id, startedAt }: ReplaySummary): string => writePlaceInTime(id, startedAt)

/** The number of replays. */
export const countReplays = async (db: Database): Promise<number> => db.replay.count()

/** The results of these replays in no particular order, without the replays that are still running. */
export async function findResults(db: Database, ids: readonly string[]): Promise<ReplayResult[]> {
  const rows = await db.replay.findMany({
    where: { id: { in: [...ids] }, finishedAt: { not: null } },
    select: { answer: true },
  })
  return rows.map(({ answer }) => answer as ReplayResult)
}
