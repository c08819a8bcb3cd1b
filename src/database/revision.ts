import { Prisma } from '../generated/prisma/client.ts'
import { channel } from './coordination/notify.ts'
import type { Database } from './database.ts'
import { addChangedTopics } from './coordination/own-commits.ts'

/** The views that have a revision. */
export const views = ['panel', 'inventory'] as const

export type View = (typeof views)[number]

/**
 * Advances the revisions of the views, from one sequence, and marks the subjects `changed` with that of the inventory.
 * Call it in the transaction of the change: the revision rows stay locked until the commit, so revisions grow in the
 * order in which changes become visible. The commit notifies all instances. Call it before `writeAudit`, never after:
 * all transactions must lock the revision rows first and the end of the audit trail last, or they could deadlock.
 * One of several transactions that are announced together does not notify: a `notify` after the last one does.
 */
export async function bumpRevision(
  tx: Database,
  views: readonly View[],
  changed: readonly number[] = [],
  { notifies } = { notifies: true },
): Promise<void> {
  // No parameter is a list where that can be avoided: PostgreSQL plans a statement with one anew at each execution.
  // Locked in a fixed order, so that two transactions that advance both views cannot deadlock.
  await tx.$executeRaw`
    WITH locked AS MATERIALIZED (
      SELECT "view" FROM "Revision" WHERE "view" IN (${Prisma.join(views)}) ORDER BY "view" FOR UPDATE
    ), next AS (
      UPDATE "Revision" SET "value" = nextval('revision') FROM locked WHERE "Revision"."view" = locked."view"
      RETURNING "Revision"."view", "Revision"."value"
    )${marking(changed)}
    SELECT pg_notify(${channel}, "view") FROM next WHERE ${notifies}::boolean`
  if (notifies) addChangedTopics(tx, views)
}

/** The part of the statement that marks subjects; none without subjects. */
const marking = (changed: readonly number[]) =>
  changed.length === 0
    ? Prisma.empty
    : Prisma.sql`, marked AS (
      UPDATE "Subject" SET "changed" = next."value" FROM next
      WHERE next."view" = 'inventory' AND "Subject"."id" = ANY(${[...changed]})
    )`

/** The current revisions of all views. */
export async function readRevisions(db: Database): Promise<Map<View, number>> {
  const rows = await db.revision.findMany()
  return new Map(
    views.flatMap((view) => rows.filter((row) => row.view === view).map(({ value }) => [view, Number(value)])),
  )
}
