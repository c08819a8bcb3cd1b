import { commit } from '../../audit/commit.ts'
import type { RootDatabase } from '../../database/database.ts'
import { categories, type CountedCategory } from './categories.ts'

/** The six counts of open incidents with their badge, all read at the same moment. */
export type Panel = {
  revision: number
  badge: number
  categories: CountedCategory[]
  /**
   * The number of incidents opened, reopened or unsuppressed since each operator last opened the panel, by operator id;
   * operators with zero are omitted.
   */
  profileBadges: ReadonlyMap<string, number>
  telemetryInterruptedSince: Date | null
  /** Watched services that are told silent, the longest silence first. */
  silentSources: SilentSource[]
  /** Number of all silent services, including those beyond the limit. */
  silentSourceCount: number
}

/** A silent service: its id and name, and the time of its last report. */
export type SilentSource = { id: string; name: string; since: Date }

/** Maximum number of silent services listed. */
export const maxSilentSources = 20

/**
 * Reads the whole panel in one statement, so that it is consistent. Counts are always computed in full, never
 * incremented.
 */
export async function readPanel(db: RootDatabase): Promise<Panel> {
  const [row] = await db.$queryRaw<[PanelRow?]>`
    SELECT "value"::float8 AS "revision",
      (SELECT "interruptedSince" FROM "Judgement" WHERE "id" = 1) AS "interruptedSince",
      (SELECT jsonb_agg(s."source") FROM (
        SELECT jsonb_build_object('id', s."id", 'name', s."name", 'total', count(*) OVER (),
          'since', extract(epoch FROM s."lastReportAt") * 1000) AS "source"
        FROM "Service" s JOIN "Subject" h ON h."id" = s."subjectId"
        WHERE s."intervalSeconds" IS NOT NULL AND s."retiredAt" IS NULL AND h."state" = 'FALLANDO'
        ORDER BY s."lastReportAt", s."id" LIMIT ${maxSilentSources}) s) AS "silentSources",
      (SELECT jsonb_object_agg(c."category", c."counts") FROM (
        SELECT "kind"::text || '-' || "severity"::text AS "category", jsonb_build_object(
          'count', count(*), 'unacknowledgedCount', count(*) FILTER (WHERE "status" = 'OPEN')) AS "counts"
        FROM "Incident"
        WHERE "openKey" IS NOT NULL AND NOT "suppressed" GROUP BY "kind", "severity") c) AS "counts",
      (SELECT jsonb_object_agg(b."id", b."count") FROM (
        SELECT o."id", count(*) AS "count" FROM "Operator" o JOIN "Incident" i ON i."visibleAt" > o."panelSeenAt"
        WHERE o."disabledAt" IS NULL AND NOT i."suppressed" GROUP BY o."id") b) AS "badges"
    FROM "Revision" WHERE "view" = 'panel'`
  if (!row) throw new Error('The row of the panel in Revision is missing.')
  const counted = categories.map((category) => ({ ...category, ...(row.counts?.[category.id] ?? noIncidents) }))
  return {
    revision: row.revision,
    badge: counted.reduce((sum, { count }) => sum + count, 0),
    categories: counted,
    profileBadges: new Map(Object.entries(row.badges ?? {})),
    telemetryInterruptedSince: row.interruptedSince,
    silentSources: (row.silentSources ?? []).map(({ id, name, since }) => ({ id, name, since: new Date(since) })),
    silentSourceCount: row.silentSources?.[0]?.total ?? 0,
  }
}

const noIncidents = { count: 0, unacknowledgedCount: 0 }

type PanelRow = {
  revision: number
  interruptedSince: Date | null
  silentSources: { id: string; name: string; since: number; total: number }[] | null
  counts: Record<string, typeof noIncidents> | null
  badges: Record<string, number> | null
}

/** Records that an operator opened the panel: their profile badge now counts only what became visible after `at`. */
export async function markSeen(db: RootDatabase, operatorId: string, at: Date): Promise<void> {
  await commit(db, async (tx) => {
    await tx.operator.updateMany({ where: { id: operatorId }, data: { panelSeenAt: at } })
    return { views: ['panel'] }
  })
}
