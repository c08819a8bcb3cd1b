import type { Database } from '../../database/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { SubjectPart } from '../suppression/subject-matcher.ts'

/**
 * The subjects that services reported in the 24 hours before their last report, by the row ids of the services' own
 * subjects. A subject without an entry is not the subject of a service.
 */
export async function findServiceParts(
  db: Database,
  subjectIds: readonly number[],
): Promise<ReadonlyMap<number, readonly SubjectPart[]>> {
  const services = await db.service.findMany({
    where: { subjectId: { in: [...subjectIds] } },
    select: { subjectId: true },
  })
  if (services.length === 0) return new Map()
  const rows = await db.$queryRaw<(SubjectPart & { serviceSubjectId: number })[]>`
    SELECT v."subjectId" AS "serviceSubjectId", s."kind", s."key", s."critical", e."areaId"
    FROM "Service" v JOIN "SourceSubject" o ON o."sourceId" = v."id" JOIN "Subject" s ON s."id" = o."subjectId"
      LEFT JOIN "Endpoint" e ON e."subjectId" = s."id"
    WHERE v."subjectId" = ANY(${[...subjectIds]}) AND o."lastAt" > v."lastReportAt" - interval '24 hours'
      AND s."retiredAt" IS NULL`
  const byService = groupBy(rows, ({ serviceSubjectId }) => serviceSubjectId)
  return new Map(
    services.flatMap(({ subjectId }) => (subjectId === null ? [] : [[subjectId, byService.get(subjectId) ?? []]])),
  )
}

/** Services as parts of the reception of telemetry, each with its own parts. */
export async function findReceptionParts(
  db: Database,
  serviceSubjectIds: readonly number[],
): Promise<readonly SubjectPart[]> {
  const parts = await findServiceParts(db, serviceSubjectIds)
  const subjects = await db.subject.findMany({ where: { id: { in: [...parts.keys()] } } })
  return subjects.map(({ id, kind, key, critical }) => ({
    kind,
    key,
    critical,
    areaId: null,
    parts: parts.get(id) ?? [],
  }))
}
