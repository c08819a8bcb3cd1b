import type { Database } from '../../database/database.ts'
import type { Prisma, Subject } from '../../generated/prisma/client.ts'
import { policyOf } from '../health/subject-queries.ts'
import type { RequestRefusal } from '../telemetry/sources/refusal.ts'
import { toSubjectRecord, type SubjectRecord } from '../subjects/subject-records.ts'
import { silenceSecondsOf } from './service-interval.ts'
import { shownNames } from './service-names.ts'

/** A service as every operator may see it, without anything about its tokens. */
export type ServiceRecord = {
  id: string
  name: string
  intervalSeconds: number | null
  /** The longest silence in seconds before the service is told silent; null while it is not watched. */
  limitSeconds: number | null
  lastReportAt: Date | null
  lastHeardAt: Date | null
  createdAt: Date
  retiredAt: Date | null
  /** Values of `service.name` of the last 24 hours. */
  serviceNames: string[]
  lastRefusal: LastRefusal | null
  /** The integration of the service; null before the first report. */
  integration: SubjectRecord | null
}

/** The last request of a service that was refused as a whole, and the number of them since its last report. */
export type LastRefusal = RequestRefusal & { at: Date; count: number }

type ServiceRow = Prisma.ServiceGetPayload<{ include: typeof include }>

/** A service that has reported and is not retired. */
const inUse = { retiredAt: null, lastReportAt: { not: null } }

const include = { subject: true } as const

/** The services that have reported, by name. `watched` selects the watched or the other services; null selects all. */
export async function listServices(db: Database, watched: boolean | null, at: Date): Promise<ServiceRecord[]> {
  const rows = await db.service.findMany({
    where: { ...inUse, ...(watched !== null && { intervalSeconds: watched ? { not: null } : null }) },
    ...{ include, orderBy: [{ name: 'asc' }, { id: 'asc' }] },
  })
  return rows.map((row) => toServiceRecord(row, at))
}

/** The number of services that have reported and are not watched. */
export const countUnwatchedServices = (db: Database): Promise<number> =>
  db.service.count({ where: { ...inUse, intervalSeconds: null } })

/** The services with these ids, in no particular order. */
export async function findServices(db: Database, ids: readonly string[], at: Date): Promise<ServiceRecord[]> {
  const rows = await db.service.findMany({ where: { id: { in: [...ids] } }, include })
  return rows.map((row) => toServiceRecord(row, at))
}

/** The services of these subjects, in no particular order; most subjects belong to no service. */
export async function findServicesOf(db: Database, subjectIds: readonly number[], at: Date): Promise<ServiceRecord[]> {
  const rows = await db.service.findMany({ where: { subjectId: { in: [...subjectIds] } }, include })
  return rows.map((row) => toServiceRecord(row, at))
}

/** Subjects that services observed after a time, the latest first, at most `limit` of each service. */
export const listServiceSubjects = (
  db: Database,
  ids: readonly string[],
  { limit, after }: { limit: number; after: Date },
): Promise<(SubjectRecord & { serviceId: string })[]> =>
  db.$queryRaw`
    SELECT o."sourceId" AS "serviceId", s."id" AS "subjectId", s."kind", s."key", s."name", s."critical", s."state",
      s."stateSince", s."evidence", s."owner", s."runbookUrl", s."retiredAt"
    FROM (
      SELECT "sourceId", "subjectId", "lastAt",
        row_number() OVER (PARTITION BY "sourceId" ORDER BY "lastAt" DESC, "subjectId") AS "place"
      FROM "SourceSubject" WHERE "sourceId" = ANY(${[...ids]}) AND "lastAt" > ${after}
    ) o JOIN "Subject" s ON s."id" = o."subjectId" AND s."retiredAt" IS NULL
    WHERE o."place" <= ${limit} ORDER BY o."sourceId", o."place"`

function toServiceRecord({ subject, names, ...row }: ServiceRow, at: Date): ServiceRecord {
  return {
    ...row,
    limitSeconds: limitOf(row, subject),
    serviceNames: shownNames(names as Record<string, number>, at),
    lastRefusal: refusalOf(row),
    integration: subject && toSubjectRecord(subject),
  }
}

// The thresholds of the integration decide, since they can be changed. Before the integration exists, the interval
// decides.
function limitOf({ intervalSeconds }: Pick<ServiceRow, 'intervalSeconds'>, subject: Subject | null) {
  if (intervalSeconds === null) return null
  const policy = subject && policyOf(subject, false)
  return policy?.silenceMeans === 'FALLANDO' && policy.expectedIntervalMs !== null
    ? Math.round((policy.expectedIntervalMs * policy.silenceIntervals) / 1_000)
    : silenceSecondsOf(intervalSeconds)
}

/** The last refused request, from the columns of a service; null if no request was refused. */
export function refusalOf({
  refusal: reason,
  refusedAt: at,
  refusedCount: count,
  refusalValues,
}: Pick<ServiceRow, 'refusal' | 'refusedAt' | 'refusedCount' | 'refusalValues'>): LastRefusal | null {
  return reason && at ? { reason, at, count, values: (refusalValues ?? {}) as RequestRefusal['values'] } : null
}
