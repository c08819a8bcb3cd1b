import type { Database } from '../../database/database.ts'
import { Kind, SuppressionReason, type State } from '../../generated/prisma/enums.ts'
import { worstFirst } from '../../inventory/areas.ts'

/**
 * The number of subjects of one kind, in total and by state, worst first. `suppressedCounts` are the subjects among
 * them that do not count, because their open incident is suppressed; the reason is null if it has ended.
 */
export type KindHealth = {
  kind: Kind
  subjectCount: number
  stateCounts: { state: State; count: number }[]
  suppressedCounts: { state: State; reason: SuppressionReason | null; count: number }[]
}

/**
 * Maximum number of entries of `suppressedCounts`: one for each state and reason, and one for each state without a
 * reason.
 */
export const maxSuppressedCounts = worstFirst.length * (Object.values(SuppressionReason).length + 1)

type CountedRow = { kind: Kind; state: State; suppressed: boolean; reason: SuppressionReason | null; count: number }

/** The health of each kind, in fixed order, without retired subjects; one statement, so that it is consistent. */
export async function listKinds(db: Database): Promise<KindHealth[]> {
  const rows = await db.$queryRaw<CountedRow[]>`
    SELECT s."kind", s."state", i."id" IS NOT NULL AS "suppressed", CASE
        WHEN i."reasonEndedAt" IS NOT NULL THEN NULL
        WHEN i."maintenanceId" IS NOT NULL THEN 'MAINTENANCE'
        WHEN i."onboarding" THEN 'ONBOARDING'
        WHEN i."suppressedById" IS NOT NULL THEN 'UPSTREAM' END AS "reason", count(*)::int AS "count"
    FROM "Subject" s
      LEFT JOIN "Incident" i ON i."subjectId" = s."id" AND i."openKey" IS NOT NULL AND i."suppressed"
    WHERE s."retiredAt" IS NULL GROUP BY 1, 2, 3, 4`
  return Object.values(Kind).map((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind)
    return {
      kind,
      subjectCount: sum(ofKind),
      stateCounts: worstFirst.map((state) => ({ state, count: sum(ofKind.filter((row) => row.state === state)) })),
      suppressedCounts: ofKind
        .filter(({ suppressed }) => suppressed)
        .map(({ state, reason, count }) => ({ state, reason, count })),
    }
  })
}

const sum = (rows: readonly CountedRow[]) => rows.reduce((total, { count }) => total + count, 0)
