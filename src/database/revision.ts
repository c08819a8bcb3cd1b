import type { Database } from './database.ts'

/** The views that have a revision. */
export const views = ['panel', 'inventory'] as const

export type View = (typeof views)[number]

/** The current revisions of all views. */
export async function readRevisions(db: Database): Promise<Map<View, number>> {
  const rows = await db.revision.findMany()
  return new Map(
    views.flatMap((view) => rows.filter((row) => row.view === view).map(({ value }) => [view, Number(value)])),
  )
}
