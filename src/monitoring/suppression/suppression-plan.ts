import type { Database } from '../../database/database.ts'
import type { Suppression } from '../incidents/incident.ts'
import type { OpenIncident, SuppressedSubject, SuppressionColumns, SuppressionReasons } from './decide-suppressions.ts'
import { readDependencyGraph } from './dependencies.ts'
import { isActiveAt } from './maintenance-windows.ts'
import {
  matchesSubject,
  toMatcher,
  type MatchedSubject,
  type SubjectMatcher,
  type SubjectPart,
} from './subject-matcher.ts'
import { findReceptionParts, findServiceParts } from '../services/service-parts.ts'
import { findTelemetrySubject } from '../services/telemetry-subject.ts'
import { isLate, listReportingServices } from '../services/watched-services.ts'

/** The reasons to suppress incidents at a time, and all dependencies. */
export type SuppressionPlan = SuppressionReasons & {
  /** Whether maintenances are in progress, so that the area of a subject matters. */
  hasMaintenances: boolean
}

/**
 * Reads everything that can suppress incidents at `at` (milliseconds since 1970), once for all decisions of that time.
 */
export async function readSuppressionPlan(db: Database, at: number): Promise<SuppressionPlan> {
  const maintenances = await readMaintenances(db, at)
  const underTest = await listUnderTest(db)
  const parts = maintenances.length > 0 ? await readParts(db, at) : new Map<number, readonly SubjectPart[]>()
  const ownReasonsOf = ({ id, ...matched }: SuppressedSubject): Suppression[] => [
    ...maintenances
      .filter(({ matcher }) => matchesSubject(matcher, withParts(matched, parts.get(id))))
      .map((maintenance) => ({ maintenanceId: maintenance.id, suppressedById: null, onboarding: false }) as const),
    ...(underTest.has(id) ? [{ maintenanceId: null, suppressedById: null, onboarding: true } as const] : []),
  ]
  return {
    ownReasonsOf,
    graph: await readDependencyGraph(db),
    hasMaintenances: maintenances.length > 0,
  }
}

const withParts = (subject: MatchedSubject, parts: readonly SubjectPart[] | undefined) =>
  parts ? { ...subject, parts } : subject

/** The parts of each service, and of the reception of telemetry, whose parts are the services that are late. */
async function readParts(db: Database, at: number): Promise<Map<number, readonly SubjectPart[]>> {
  const services = await listReportingServices(db, at)
  const idsOf = (some: typeof services) => some.map(({ subjectId }) => subjectId)
  const receptionId = await findTelemetrySubject(db)
  const parts = new Map(await findServiceParts(db, idsOf(services)))
  const late = idsOf(services.filter((service) => isLate(service, at)))
  if (receptionId !== null && late.length > 0) parts.set(receptionId, await findReceptionParts(db, late))
  return parts
}

/** The maintenances in progress, the oldest first. */
export async function readMaintenances(db: Database, at: number): Promise<{ id: string; matcher: SubjectMatcher }[]> {
  const now = new Date(at)
  const planned = await db.maintenance.findMany({
    where: {
      endedAt: null,
      startsAt: { lte: now },
      OR: [{ endsAt: { gt: now } }, { recurrence: { not: null } }],
    },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
  })
  return planned
    .filter((maintenance) => isActiveAt(maintenance, at))
    .map(({ id, matcher }) => ({ id, matcher: toMatcher(matcher) }))
}

/** The ids of the subjects of libraries that are EN_PRUEBAS. */
async function listUnderTest(db: Database): Promise<ReadonlySet<number>> {
  const libraries = await db.library.findMany({
    where: { onboarding: { stage: 'EN_PRUEBAS' } },
    select: { subjectId: true },
  })
  return new Set(libraries.map(({ subjectId }) => subjectId))
}

type OpenRow = Omit<SuppressionColumns, 'openedAt' | 'reasonEndedAt'> &
  Omit<SuppressedSubject, 'id'> & {
    subjectId: number
    openedAt: Date
    upstreamId: number | null
    reasonEndedAt: Date | null
  }

/** Reads all open incidents, as far as suppression depends on them. */
export async function readOpenIncidents(db: Database): Promise<OpenIncident[]> {
  const rows = await db.$queryRaw<OpenRow[]>`
    SELECT i."id", i."severity", i."noData", i."openedAt", i."suppressed", i."maintenanceId", i."suppressedById",
      i."onboarding", i."reasonEndedAt", i."subjectId", i."kind", s."key", e."areaId", up."subjectId" AS "upstreamId"
    FROM "Incident" i JOIN "Subject" s ON s."id" = i."subjectId"
      LEFT JOIN "Endpoint" e ON e."subjectId" = s."id" LEFT JOIN "Incident" up ON up."id" = i."suppressedById"
    WHERE i."openKey" IS NOT NULL`
  return rows.map(({ subjectId, kind, key, areaId, openedAt, reasonEndedAt, ...columns }) => ({
    ...columns,
    subject: { id: subjectId, kind, key, areaId },
    opens: false,
    openedAt: openedAt.getTime(),
    reasonEndedAt: reasonEndedAt?.getTime() ?? null,
  }))
}
