import type { Database } from '../../database/database.ts'
import type { HealthSubject } from '../health/subject-queries.ts'
import { isLate, type ReportingService } from '../services/watched-services.ts'
import { reachableFrom } from './dependency-graph.ts'
import { matchesSubject } from './subject-matcher.ts'
import { readDependencyGraph } from './dependencies.ts'
import { readMaintenances } from './suppression-plan.ts'

/** A service reports a subject if its last sample of it is at most this much older than that of any other. */
const currentMs = 24 * 3_600_000

/** Whether something explains that fewer requests of a subject arrive. */
export type IsExplained = (subject: Pick<HealthSubject, 'id' | 'kind' | 'key'>) => boolean

/** Nothing explains anything. */
export const nothingExplained: IsExplained = () => false

/**
 * Finds out of which subjects a lack of requests is explained at `at` (milliseconds since 1970): a service of theirs is
 * late or silent, they are in maintenance, or something that they depend on is failing.
 */
export async function readExplained(
  db: Database,
  services: readonly ReportingService[],
  at: number,
): Promise<IsExplained> {
  const late = services.filter((service) => service.isTold || isLate(service, at)).map(({ id }) => id)
  const ids = new Set([...(await findReportedBy(db, late)), ...(await findBelowFailing(db))])
  const maintenances = await readMaintenances(db, at)
  if (maintenances.length === 0) return ({ id }) => ids.has(id)
  const areas = await readAreas(
    db,
    maintenances.some(({ matcher }) => matcher.areas.length > 0),
  )
  return ({ id, kind, key }) =>
    ids.has(id) ||
    maintenances.some(({ matcher }) => matchesSubject(matcher, { kind, key, areaId: areas.get(id) ?? null }))
}

async function findReportedBy(db: Database, services: readonly string[]): Promise<number[]> {
  if (services.length === 0) return []
  const rows = await db.$queryRaw<{ subjectId: number }[]>`
    SELECT DISTINCT o."subjectId" FROM "SourceSubject" o
    WHERE o."sourceId" = ANY(${[...services]}) AND NOT EXISTS (
      SELECT FROM "SourceSubject" n WHERE n."subjectId" = o."subjectId"
        AND n."lastAt" > o."lastAt" + make_interval(secs => ${currentMs / 1_000})
    )`
  return rows.map(({ subjectId }) => subjectId)
}

async function findBelowFailing(db: Database): Promise<number[]> {
  const failing = await db.incident.findMany({
    where: { openKey: { not: null }, severity: 'FALLANDO', noData: false, subject: { downstream: { some: {} } } },
    select: { subjectId: true },
  })
  if (failing.length === 0) return []
  const { downstreamOf } = await readDependencyGraph(db)
  return failing.flatMap(({ subjectId }) => [...reachableFrom(subjectId, downstreamOf)])
}

async function readAreas(db: Database, isNeeded: boolean): Promise<Map<number, string | null>> {
  if (!isNeeded) return new Map()
  const endpoints = await db.endpoint.findMany({ select: { subjectId: true, areaId: true } })
  return new Map(endpoints.map(({ subjectId, areaId }) => [subjectId, areaId]))
}
