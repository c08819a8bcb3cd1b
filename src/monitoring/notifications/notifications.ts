import { inTransaction, type RootDatabase } from '../../database/database.ts'
import { categories, type CountedCategory } from './categories.ts'
import { bumpRevision } from '../../database/revision.ts'

/** The six counts of open incidents with their badge, all read at the same moment. */
export type Panel = {
  revision: number
  badge: number
  categories: CountedCategory[]
  /** Incidents opened since each operator last opened the panel, by operator id. Operators with none are absent. */
  profileBadges: ReadonlyMap<string, number>
  telemetryInterruptedSince: Date | null
}

/**
 * Reads the whole panel in one statement, so that it is consistent. Counts are always computed in full, never
 * incremented.
 */
export async function readPanel(db: RootDatabase): Promise<Panel> {
  const [row] = await db.$queryRaw<[PanelRow?]>`
    SELECT "value"::float8 AS "revision",
      (SELECT "interruptedSince" FROM "Judgement" WHERE "id" = 1) AS "interruptedSince",
      (SELECT jsonb_object_agg(c."category", c."count") FROM (
        SELECT "kind"::text || '-' || "severity"::text AS "category", count(*) AS "count" FROM "Incident"
        WHERE "openKey" IS NOT NULL AND NOT "suppressed" GROUP BY "kind", "severity") c) AS "counts",
      (SELECT jsonb_object_agg(b."id", b."count") FROM (
        SELECT o."id", count(*) AS "count" FROM "Operator" o JOIN "Incident" i ON i."openedAt" > o."panelSeenAt"
        WHERE o."disabledAt" IS NULL AND NOT i."suppressed" GROUP BY o."id") b) AS "badges"
    FROM "Revision" WHERE "view" = 'panel'`
  if (!row) throw new Error('The panel has no revision: its row is gone.')
  const counted = categories.map((category) => ({ ...category, count: row.counts?.[category.id] ?? 0 }))
  return {
    revision: row.revision,
    badge: counted.reduce((sum, { count }) => sum + count, 0),
    categories: counted,
    profileBadges: new Map(Object.entries(row.badges ?? {})),
    telemetryInterruptedSince: row.interruptedSince,
  }
}

type PanelRow = {
  revision: number
  interruptedSince: Date | null
  counts: Record<string, number> | null
  badges: Record<string, number> | null
}

/** Records that an operator opened the panel: their profile badge now counts only incidents opened after `at`. */
export async function markSeen(db: RootDatabase, operatorId: string, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.operator.updateMany({ where: { id: operatorId }, data: { panelSeenAt: at } })
    await bumpRevision(tx, ['panel'])
  })
}
