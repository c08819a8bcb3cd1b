import type { Database } from '../../database/database.ts'
import { operatorFields } from '../../auth/operators.ts'
import { keysetPage, olderThanSql, rowsInOrder, type PlacedRow } from '../../database/keyset.ts'
import { namesOf } from '../../database/columns.ts'
import {
  Prisma,
  type Incident as IncidentRow,
  type Kind,
  type Severity,
  type Subject,
} from '../../generated/prisma/client.ts'
import { writePlaceInTime, type Order } from '../../lib/ordering.ts'
import { matching, sortKeys, type IncidentFilter, type IncidentOrderField } from './incident-filter.ts'
import { incidentColumns } from './incident.ts'

const withNames = { include: { subject: true, acknowledgedBy: operatorFields } } as const
const newestFirst = [{ openedAt: 'desc' }, { id: 'desc' }] as const satisfies Prisma.IncidentOrderByWithRelationInput[]

export type { IncidentFilter, IncidentOrderField, IncidentRow }

/** An incident with its subject and the operator who acknowledged it. */
export type IncidentWithNames = Prisma.IncidentGetPayload<typeof withNames>

/** An entry of an incident's timeline, with the operator who caused it. */
export type TimelineRow = Prisma.TimelineEntryGetPayload<{ include: { by: typeof operatorFields } }>

/** The incidents with these ids that exist, in no particular order. */
export const findIncidents = (db: Database, ids: readonly string[]): Promise<IncidentWithNames[]> =>
  readIncidents(db, Prisma.sql`i."id" = ANY(${[...ids]}::text[])`)

/** An incident by its id; null if there is none. The query has no list parameter, so PostgreSQL keeps its plan. */
export const findIncident = async (db: Database, id: string): Promise<IncidentWithNames | null> =>
  (await readIncidents(db, Prisma.sql`i."id" = ${id}`))[0] ?? null

async function readIncidents(db: Database, condition: Prisma.Sql): Promise<IncidentWithNames[]> {
  // One statement instead of Prisma's query, which would read each relation in a statement of its own.
  const rows = await db.$queryRaw<StoredIncident[]>`
    SELECT i."number", ${namesOf(incidentColumns, 'i')}, to_jsonb(s) AS "subject", CASE WHEN o."id" IS NOT NULL THEN
      jsonb_build_object('id', o."id", 'name', o."name", 'email', o."email", 'role', o."role") END AS "acknowledgedBy"
    FROM "Incident" i JOIN "Subject" s ON s."id" = i."subjectId"
      LEFT JOIN "Operator" o ON o."id" = i."acknowledgedById"
    WHERE ${condition}`
  return rows.map(({ subject, ...incident }) => ({
    ...incident,
    subject: {
      ...subject,
      stateSince: toDate(subject.stateSince),
      changed: BigInt(subject.changed),
      retiredAt: subject.retiredAt === null ? null : toDate(subject.retiredAt),
    },
  }))
}

/** A row of an incident with its relations as JSON, in which times are text in UTC without a zone. */
type StoredIncident = IncidentRow & {
  subject: AsJson<Subject, 'stateSince' | 'changed' | 'retiredAt'>
  acknowledgedBy: IncidentWithNames['acknowledgedBy']
}

type AsJson<Row, Texts extends keyof Row> = Omit<Row, Texts> & {
  [Field in Texts]: null extends Row[Field] ? string | null : string
}

const toDate = (text: string) => new Date(`${text}Z`)

/** The open incidents of these subjects: at most one each. */
export const findOpenIncidents = (db: Database, subjectIds: readonly number[]): Promise<IncidentWithNames[]> =>
  db.incident.findMany({ where: { subjectId: { in: [...subjectIds] }, openKey: { not: null } }, ...withNames })

/** Maximum number of incidents listed in a category of the panel; its count has no maximum. */
export const maxIncidentsPerCategory = 200

/** The open incidents of these categories (`KIND-SEVERITY`), newest first, at most `maxIncidentsPerCategory` each. */
export async function listOpenIncidents(db: Database, categoryIds: readonly string[]): Promise<IncidentWithNames[]> {
  const pages = categoryIds.map((id) => {
    const [kind, severity] = id.split('-') as [Kind, Severity]
    return db.incident.findMany({
      where: { kind, severity, openKey: { not: null }, suppressed: false },
      orderBy: [...newestFirst],
      take: maxIncidentsPerCategory,
      ...withNames,
    })
  })
  return (await Promise.all(pages)).flat()
}

/** Maximum number of suppressed incidents listed beneath one reason. */
export const maxSuppressed = 200

/** The incidents that each of these suppresses, or suppressed until they were resolved: newest first, at most 200 each. */
export async function listSuppressedBy(db: Database, incidentIds: readonly string[]): Promise<IncidentWithNames[]> {
  const pages = incidentIds.map((suppressedById) =>
    db.incident.findMany({ where: { suppressedById }, orderBy: [...newestFirst], take: maxSuppressed, ...withNames }),
  )
  return (await Promise.all(pages)).flat()
}

/** The time since which a suppressed incident waits because its reason has ended; null if it does not wait. */
export const waitsSince = ({ suppressed, openKey, reasonEndedAt }: WaitColumns): Date | null =>
  suppressed && openKey !== null ? reasonEndedAt : null

type WaitColumns = Pick<IncidentWithNames, 'suppressed' | 'openKey' | 'reasonEndedAt'>

/** The open incidents that each of these maintenances suppresses, newest first, at most 200 each. */
export async function listSuppressedDuring(
  db: Database,
  maintenanceIds: readonly string[],
): Promise<IncidentWithNames[]> {
  const pages = maintenanceIds.map((maintenanceId) =>
    db.incident.findMany({
      where: { maintenanceId, openKey: { not: null } },
      orderBy: [...newestFirst],
      take: maxSuppressed,
      ...withNames,
    }),
  )
  return (await Promise.all(pages)).flat()
}

/** The timeline entries of these incidents, oldest first. */
export const listTimelines = (db: Database, incidentIds: readonly string[]): Promise<TimelineRow[]> =>
  db.timelineEntry.findMany({
    where: { incidentId: { in: [...incidentIds] } },
    orderBy: { id: 'asc' },
    include: { by: operatorFields },
  })

/**
 * The newest incidents of each subject, at most `limit` each, and whether there are more; in the order of `subjectIds`.
 */
export async function listIncidentsOfSubjects(db: Database, subjectIds: readonly number[], limit: number) {
  const newest = await db.$queryRaw<{ id: string }[]>`
    SELECT i."id" FROM unnest(${[...subjectIds]}::int[]) AS subject(id) CROSS JOIN LATERAL (
      SELECT "id" FROM "Incident" WHERE "subjectId" = subject.id ORDER BY "openedAt" DESC, "id" DESC LIMIT ${limit + 1}
    ) i`
  const rows = await db.incident.findMany({
    where: { id: { in: newest.map(({ id }) => id) } },
    orderBy: [...newestFirst],
    ...withNames,
  })
  return subjectIds.map((id) => {
    const own = rows.filter(({ subjectId }) => subjectId === id)
    return { rows: own.slice(0, limit), more: own.length > limit }
  })
}

/** The number of incidents of each of these subjects; those without incidents are omitted. */
export async function countIncidentsOfSubjects(db: Database, subjectIds: readonly number[]) {
  const counts = await db.incident.groupBy({
    by: ['subjectId'],
    where: { subjectId: { in: [...subjectIds] } },
    _count: { _all: true },
  })
  return counts.map(({ subjectId, _count }) => ({ subjectId, count: _count._all }))
}

/**
 * The incidents that match, newest first, at most `limit`. `after` is the place of the last one seen.
 * @throws DomainError INVALID_INPUT for a place in another list.
 */
export async function listIncidents(db: Database, filter: IncidentFilter, limit: number, after: string | null) {
  const older = olderThanSql({ at: Prisma.sql`i."openedAt"`, id: Prisma.sql`i."id"` }, after)
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT i."id" FROM "Incident" i WHERE ${matching(filter)} AND ${older}
    ORDER BY i."openedAt" DESC, i."id" DESC LIMIT ${limit + 1}`
  const ids = idsOf(found.slice(0, limit))
  const incidents = new Map((await findIncidents(db, ids)).map((incident) => [incident.id, incident]))
  return { rows: ids.flatMap((id) => incidents.get(id) ?? []), more: found.length > limit }
}

/** The place of an incident in `listIncidents`. */
export const placeOfIncident = ({ id, openedAt }: IncidentWithNames): string => writePlaceInTime(id, openedAt)

/**
 * The incidents that match, in an order, at most `limit`, with their places. `after` is the place of the last one seen.
 * @throws DomainError INVALID_INPUT for a place in another order.
 */
export async function listOrderedIncidents(
  db: Database,
  { filter, order }: { filter: IncidentFilter; order: Order<IncidentOrderField> },
  limit: number,
  after: string | null,
) {
  const page = keysetPage(sortKeys[order.field], { id: Prisma.sql`i."id"`, direction: order.direction, after })
  const found = await db.$queryRaw<PlacedRow[]>`
    SELECT ${page.place} FROM "Incident" i WHERE ${matching(filter)} AND ${page.following}
    ORDER BY ${page.orderBy} LIMIT ${limit + 1}`
  return rowsInOrder(found, limit, await findIncidents(db, idsOf(found)), ({ id }) => id)
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** The ids of the incidents that match all filters, at most `limit`, newest first. */
export async function listIncidentIds(
  db: Database,
  filters: readonly IncidentFilter[],
  limit: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT i."id" FROM "Incident" i WHERE ${Prisma.join(filters.map(matching), ' AND ')}
    ORDER BY i."openedAt" DESC, i."id" DESC LIMIT ${limit}`
  return idsOf(rows)
}

/** The number of incidents that match. */
export async function countIncidents(db: Database, filter: IncidentFilter): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Incident" i WHERE ${matching(filter)}`
  return row?.count ?? 0
}
