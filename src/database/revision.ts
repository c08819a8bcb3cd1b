import { channel } from './notify.ts'
import type { Database } from './database.ts'

/** What listeners watch as a whole. */
export const views = ['panel', 'inventory'] as const

export type View = (typeof views)[number]

/**
 * Gives the views their next revision, from one sequence, and marks the `changed` subjects with that of the inventory. Call
 * it inside the transaction of the change: the rows are locked until the commit, so revisions grow in the order in which
 * changes become visible. With the commit every instance hears of it. Before `writeAudit`, never after it: transactions that
 * do both take the rows of the revisions first and the end of the audit trail last.
 */
export async function bumpRevision(
  tx: Database,
  views: readonly View[],
  changed: readonly number[] = [],
): Promise<void> {
  // Locked in a fixed order, so that two transactions that advance both never wait for each other.
  await tx.$executeRaw`
    WITH locked AS MATERIALIZED (
      SELECT "view" FROM "Revision" WHERE "view" = ANY(${[...views]}) ORDER BY "view" FOR UPDATE
    ), next AS (
      UPDATE "Revision" SET "value" = nextval('revision') FROM locked WHERE "Revision"."view" = locked."view"
      RETURNING "Revision"."view", "Revision"."value"
    ), marked AS (
      UPDATE "Subject" SET "changed" = next."value" FROM next
      WHERE next."view" = 'inventory' AND "Subject"."id" = ANY(${[...changed]})
    )
    SELECT pg_notify(${channel}, "view") FROM next`
}

/** The present revisions of all views. */
export async function readRevisions(db: Database): Promise<Map<View, number>> {
  const rows = await db.revision.findMany()
  return new Map(
    views.flatMap((view) => rows.filter((row) => row.view === view).map(({ value }) => [view, Number(value)])),
  )
}
