import type { Database } from '../../database/database.ts'
import type { IncidentStatus, Kind, Prisma, Severity } from '../../generated/prisma/client.ts'

const withNames = { include: { subject: true, acknowledgedBy: true } } as const
const newestFirst = [{ openedAt: 'desc' }, { id: 'desc' }] as const satisfies Prisma.IncidentOrderByWithRelationInput[]

/** An incident with its subject and the operator who acknowledged it. */
export type Incident = Prisma.IncidentGetPayload<typeof withNames>

/** An entry of an incident's timeline, with the operator who caused it. */
export type TimelineRow = Prisma.TimelineEntryGetPayload<{ include: { by: true } }>

/** Filter of incidents; absent fields do not filter. */
export type IncidentFilter = {
  kind?: Kind | null
  severity?: Severity | null
  status?: IncidentStatus | null
  open?: boolean | null
  subjectId?: string | null
  /** Only incidents that are open, or were resolved at or after this time. */
  activeFrom?: Date | null
  openedFrom?: Date | null
}

/** The incidents with these ids that exist, in no particular order. */
export const findIncidents = (db: Database, ids: readonly string[]): Promise<Incident[]> =>
  db.incident.findMany({ where: { id: { in: [...ids] } }, ...withNames })

/** The open incidents of these subjects: at most one each. */
export const findOpenIncidents = (db: Database, subjectIds: readonly number[]): Promise<Incident[]> =>
  db.incident.findMany({ where: { subjectId: { in: [...subjectIds] }, openKey: { not: null } }, ...withNames })

/** The open incidents of these categories (`KIND-SEVERITY`), newest first, at most 200 each. */
export async function listOpenIncidents(db: Database, categoryIds: readonly string[]): Promise<Incident[]> {
  const pages = categoryIds.map((id) => {
    const [kind, severity] = id.split('-') as [Kind, Severity]
    return db.incident.findMany({
      where: { kind, severity, openKey: { not: null }, suppressed: false },
      orderBy: [...newestFirst],
      take: 200,
      ...withNames,
    })
  })
  return (await Promise.all(pages)).flat()
}

/** The timeline entries of these incidents, oldest first. */
export const listTimelines = (db: Database, incidentIds: readonly string[]): Promise<TimelineRow[]> =>
  db.timelineEntry.findMany({
    where: { incidentId: { in: [...incidentIds] } },
    orderBy: { id: 'asc' },
    include: { by: true },
  })

/**
 * A page of matching incidents, newest first, with their total count. `after` is the id of the previous page's last
 * incident.
 */
export async function pageOfIncidents(db: Database, filter: IncidentFilter, limit: number, after: string | null) {
  const where = matching(filter)
  const [rows, totalCount] = await Promise.all([
    db.incident.findMany({
      where,
      orderBy: [...newestFirst],
      take: limit + 1,
      ...(after && { cursor: { id: after }, skip: 1 }),
      ...withNames,
    }),
    db.incident.count({ where }),
  ])
  return { rows: rows.slice(0, limit), more: rows.length > limit, totalCount }
}

function matching({ open, subjectId, activeFrom, openedFrom, ...equal }: IncidentFilter): Prisma.IncidentWhereInput {
  return {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value != null)),
    ...(open != null && { openKey: open ? { not: null } : null }),
    ...(subjectId && { subject: { key: subjectId } }),
    ...(activeFrom && { OR: [{ openKey: { not: null } }, { resolvedAt: { gte: activeFrom } }] }),
    ...(openedFrom && { openedAt: { gte: openedFrom } }),
  }
}
