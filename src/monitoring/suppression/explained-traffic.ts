import type { Database } from '../../database/database.ts'
import type { HealthSubject } from '../health/subject-queries.ts'
import type { Explanation } from '../health/traffic/traffic-state.ts'
import { currentMs } from '../services/subject-services.ts'
import { isLate, type ReportingService } from '../services/watched-services.ts'
import { reachableFrom } from './dependency-graph.ts'
import { matchesSubject } from './subject-matcher.ts'
import { readDependencyGraph } from './dependencies.ts'
import { readMaintenances } from './suppression-plan.ts'

/**
 * Time since the last report of a service, in milliseconds, in which so few requests are missing that they neither look
 * like a drop nor hide one.
 */
const harmlessMs = 70_000

/** The explanation for fewer requests of a subject; null if nothing explains them. */
export type ExplanationOf = (subject: Pick<HealthSubject, 'id' | 'kind' | 'key'>) => Explanation | null

/** The result if nothing explains a lack of requests. */
export const nothingExplained: ExplanationOf = () => null

/**
 * Finds the subjects whose lack of requests is explained at `at` (milliseconds since 1970): a service of theirs is late
 * or silent, they are in maintenance, or something that they depend on is failing.
 */
export async function readExplanations(
  db: Database,
  services: readonly ReportingService[],
  at: number,
): Promise<ExplanationOf> {
  const silent = await findReportedBy(
    db,
    services.filter(({ isTold }) => isTold),
  )
  const late = new Set(
    await findReportedBy(
      db,
      services.filter((service) => mayLoseRequests(service, at)),
    ),
  )
  const away = new Set([...silent, ...(await findBelowFailing(db))])
  const isInMaintenance = await readMaintained(db, at)
  return (subject) => {
    if (away.has(subject.id) || isInMaintenance(subject)) return 'AWAY'
    return late.has(subject.id) ? 'LATE' : null
  }
}

/** Whether a report of a service is overdue for so long that the missing requests may look like a drop. */
export const mayLoseRequests = (service: Pick<ReportingService, 'intervalMs' | 'lastReportAt'>, at: number): boolean =>
  isLate(service, at) && at - service.lastReportAt > harmlessMs

/** Finds the subjects that are in maintenance. */
async function readMaintained(
  db: Database,
  at: number,
): Promise<(subject: Pick<HealthSubject, 'id' | 'kind' | 'key'>) => boolean> {
  const maintenances = await readMaintenances(db, at)
  const areas = await readAreas(
    db,
    maintenances.some(({ matcher }) => matcher.areas.length > 0),
  )
  return ({ id, kind, key }) =>
    maintenances.some(({ matcher }) => matchesSubject(matcher, { kind, key, areaId: areas.get(id) ?? null }))
}

async function findReportedBy(db: Database, services: readonly ReportingService[]): Promise<number[]> {
  if (services.length === 0) return []
  const rows = await db.$queryRaw<{ subjectId: number }[]>`
    SELECT DISTINCT o."subjectId" FROM "SourceSubject" o
    WHERE o."sourceId" = ANY(${services.map(({ id }) => id)}) AND NOT EXISTS (
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
