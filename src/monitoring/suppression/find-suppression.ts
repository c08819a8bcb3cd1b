import type { Database } from '../../database/database.ts'
import type { Maintenance } from '../../generated/prisma/client.ts'
import type { Incident, Suppression } from '../incidents/incident-event.ts'
import { listDependencies } from './dependencies.ts'
import { isActiveAt } from './maintenance-windows.ts'
import { matchesSubject, toMatcher, type MatchedSubject } from './subject-matcher.ts'
import { groupUpstream, type DependencyIds } from './upstream-first.ts'

/** A subject whose incident opens. */
export type SuppressedSubject = Pick<MatchedSubject, 'kind' | 'key'> & { id: number }

/**
 * Everything that can suppress incidents at a time: the current maintenances, oldest first, the subjects of libraries
 * under test, and all dependencies.
 */
export type SuppressionPlan = {
  maintenances: readonly Maintenance[]
  underTest: ReadonlySet<number>
  dependencies: readonly DependencyIds[]
}

/** Reads what can suppress incidents at `at` (milliseconds since 1970), once for all that open then. */
export async function readSuppressionPlan(db: Database, at: number): Promise<SuppressionPlan> {
  const now = new Date(at)
  const planned = await db.maintenance.findMany({
    where: {
      endedAt: null,
      startsAt: { lte: now },
      OR: [{ endsAt: { gt: now } }, { recurrence: { not: null } }],
    },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
  })
  const maintenances = planned.filter((maintenance) => isActiveAt(maintenance, at))
  return { maintenances, underTest: await listUnderTest(db), dependencies: await listDependencies(db) }
}

/** The ids of the subjects of libraries that are EN_PRUEBAS. */
async function listUnderTest(db: Database): Promise<ReadonlySet<number>> {
  const libraries = await db.library.findMany({
    where: { onboarding: { stage: 'EN_PRUEBAS' } },
    select: { subjectId: true },
  })
  return new Set(libraries.map(({ subjectId }) => subjectId))
}

/** Everything that can suppress incidents of some subjects. `failing` are the failing incidents that count for it, by subject. */
export type Suppressors = Omit<SuppressionPlan, 'dependencies'> & {
  areas: ReadonlyMap<number, string | null>
  upstream: ReadonlyMap<number, readonly number[]>
  failing: Map<number, FailingIncident>
}

type FailingIncident = Pick<Incident, 'id' | 'openedAt'>

/** Reads what can suppress incidents of these subjects. */
export async function readSuppressors(
  tx: Database,
  subjectIds: readonly number[],
  { dependencies, ...plan }: SuppressionPlan,
): Promise<Suppressors> {
  const ids = new Set(subjectIds)
  const upstream = groupUpstream(dependencies.filter(({ downstreamId }) => ids.has(downstreamId)))
  const areas = plan.maintenances.length === 0 ? new Map<number, string | null>() : await readAreas(tx, subjectIds)
  return { ...plan, areas, upstream, failing: await readFailing(tx, [...upstream.values()].flat()) }
}

async function readAreas(tx: Database, subjectIds: readonly number[]): Promise<Map<number, string | null>> {
  const endpoints = await tx.endpoint.findMany({
    where: { subjectId: { in: [...subjectIds] } },
    select: { subjectId: true, areaId: true },
  })
  return new Map(endpoints.map(({ subjectId, areaId }) => [subjectId, areaId]))
}

async function readFailing(tx: Database, subjectIds: readonly number[]): Promise<Map<number, FailingIncident>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await tx.incident.findMany({
    where: { subjectId: { in: [...new Set(subjectIds)] }, openKey: { not: null }, severity: 'FALLANDO' },
    select: { id: true, subjectId: true, openedAt: true },
  })
  return new Map(rows.map(({ id, subjectId, openedAt }) => [subjectId, { id, openedAt: openedAt.getTime() }]))
}

/** Applies a change of an incident that is not written yet, for the subjects that depend on its subject. */
export function noteIncident({ failing }: Suppressors, subjectId: number, incident: Incident): void {
  if (incident.status !== 'RESOLVED' && incident.severity === 'FALLANDO') failing.set(subjectId, incident)
  else failing.delete(subjectId)
}

/**
 * The reason to suppress a new incident of a subject: a maintenance in progress, else that its library is under test,
 * else a failing upstream subject. Null if there is none.
 */
export function findSuppression(subject: SuppressedSubject, suppressors: Suppressors): Suppression | null {
  const maintenanceId = findMaintenance(subject, suppressors)
  if (maintenanceId !== null) return { maintenanceId, suppressedById: null, onboarding: false }
  if (suppressors.underTest.has(subject.id)) return { maintenanceId: null, suppressedById: null, onboarding: true }
  const upstream = findUpstream(subject, suppressors)
  return upstream && { maintenanceId: null, suppressedById: upstream.id, onboarding: false }
}

function findMaintenance({ id, kind, key }: SuppressedSubject, { maintenances, areas }: Suppressors): string | null {
  const matched = { kind, key, areaId: areas.get(id) ?? null }
  return maintenances.find(({ matcher }) => matchesSubject(toMatcher(matcher), matched))?.id ?? null
}

/** The failing incident of an upstream subject that opened first. */
function findUpstream({ id }: SuppressedSubject, { upstream, failing }: Suppressors): FailingIncident | null {
  const incidents = (upstream.get(id) ?? []).flatMap((upstreamId) => failing.get(upstreamId) ?? [])
  const [first] = incidents.sort((one, other) => one.openedAt - other.openedAt || (one.id < other.id ? -1 : 1))
  return first ?? null
}
