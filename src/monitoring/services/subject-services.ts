import type { Database } from '../../database/database.ts'
import type { ReportEvidence } from '../health/rule/state.ts'
import type { SubjectService } from '../health/rule/window-summary.ts'
import { bucketMs } from '../telemetry/buckets.ts'
import { reportsOf, type ReportingService } from './watched-services.ts'

/**
 * The service that the last sample of a subject came from, given the subject's row id and the time of the sample in
 * milliseconds since 1970. Undefined if the sample came from elsewhere, or the service does not matter.
 */
export type ServiceOf = (subjectId: number, lastSampleAt: number | null) => SubjectService | undefined

/** The result if no service matters. */
export const noServices: ServiceOf = () => undefined

type Row = {
  subjectId: number
  sourceId: string
  lastAt: Date
  reportedAt: Date
  sources: number
  isOnlySubject: boolean
}

/**
 * A service counts as reporting a subject if its last sample of the subject is at most this much older than the last
 * sample of any other service, in milliseconds.
 */
export const currentMs = 24 * 3_600_000

/**
 * Finds the services that matter to an evaluation, among all services in use. They are the services of subjects that
 * are told silent, and those of `scheduled` subjects (row ids), whose samples are missing only if the service reports.
 */
export async function findSubjectServices(
  db: Database,
  services: readonly ReportingService[],
  scheduled: readonly number[],
): Promise<ServiceOf> {
  const told = services.filter(({ isTold }) => isTold).map(({ id }) => id)
  const inUse = services.map(({ id }) => id)
  if (told.length + scheduled.length === 0) return noServices
  const rows = await db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (o."subjectId") o."subjectId", o."sourceId", o."lastAt", o."reportedAt",
      (SELECT count(*) FROM "SourceSubject" x WHERE x."subjectId" = o."subjectId" AND x."sourceId" = ANY(${inUse})
        AND x."lastAt" > o."lastAt" - ${`${currentMs} ms`}::interval)::int AS "sources",
      NOT EXISTS (SELECT FROM "SourceSubject" x WHERE x."sourceId" = o."sourceId" AND x."subjectId" <> o."subjectId")
        AS "isOnlySubject"
    FROM "SourceSubject" o
    WHERE o."sourceId" = ANY(${inUse}) AND (o."subjectId" = ANY(${[...scheduled]})
      OR o."subjectId" IN (SELECT t."subjectId" FROM "SourceSubject" t WHERE t."sourceId" = ANY(${told})))
    ORDER BY o."subjectId", o."lastAt" DESC`
  const byId = new Map(services.map((service) => [service.id, service]))
  const bySubject = new Map(rows.map((row) => [row.subjectId, row]))
  return (subjectId, lastSampleAt) => {
    const row = bySubject.get(subjectId)
    const service = row && byId.get(row.sourceId)
    if (!row || !service || isLater(lastSampleAt, row.lastAt)) return undefined
    return {
      isTold: service.isTold,
      isWatched: service.intervalMs !== null,
      hasReported: row.sources > 1 || service.lastReportAt > row.reportedAt.getTime(),
      isOnlySubject: row.isOnlySubject,
    }
  }
}

/** Samples of other instances are known only with the precision of a bucket. */
const isLater = (lastSampleAt: number | null, lastAt: Date) =>
  lastSampleAt !== null && lastSampleAt > (Math.floor(lastAt.getTime() / bucketMs) + 1) * bucketMs

/** The reports of the services that reported subjects last, by the row id of the subject. */
export async function findReports(
  db: Database,
  services: readonly ReportingService[],
  subjectIds: readonly number[],
): Promise<Map<number, ReportEvidence>> {
  const rows = await db.$queryRaw<{ subjectId: number; sourceId: string }[]>`
    SELECT DISTINCT ON ("subjectId") "subjectId", "sourceId" FROM "SourceSubject"
    WHERE "subjectId" = ANY(${[...subjectIds]}) ORDER BY "subjectId", "lastAt" DESC`
  const byId = new Map(services.map((service) => [service.id, service]))
  return new Map(
    rows.flatMap(({ subjectId, sourceId }) => {
      const service = byId.get(sourceId)
      return service ? [[subjectId, reportsOf(service)] as const] : []
    }),
  )
}
