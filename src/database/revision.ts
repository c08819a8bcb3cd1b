import { channel } from './announce.ts'
import type { Database } from './database.ts'

/** What listeners watch as a whole. */
export const views = ['panel', 'inventory'] as const

export type View = (typeof views)[number]

/**
 * Gives the views their next revision, from one sequence. Call it inside the transaction of the change: the row is locked
 * until the commit, so revisions grow in the order in which changes become visible. With the commit every instance hears
 * of it.
 */
export async function advance(tx: Database, ...views: View[]): Promise<void> {
  // In a fixed order, so that two transactions that advance both never wait for each other.
  for (const view of views.toSorted())
    await tx.$executeRaw`
      WITH next AS (UPDATE "Revision" SET "value" = nextval('revision') WHERE "view" = ${view} RETURNING "view")
      SELECT pg_notify(${channel}, "view") FROM next`
}

/** Marks subjects as changed at the revision that the inventory was just given, within the same transaction. */
export async function markChanged(tx: Database, subjectIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Subject" SET "changed" = (SELECT "value" FROM "Revision" WHERE "view" = 'inventory')
    WHERE "id" = ANY(${[...subjectIds]})`
}

/** The present revisions of all views. */
export async function readRevisions(db: Database): Promise<Map<View, number>> {
  const rows = await db.revision.findMany()
  return new Map(
    views.flatMap((view) => rows.filter((row) => row.view === view).map(({ value }) => [view, Number(value)])),
  )
}
