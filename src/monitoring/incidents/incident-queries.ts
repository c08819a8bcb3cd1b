import type { Database } from '../../database/database.ts'
import type { IncidentStatus, Kind, Prisma, Severity } from '../../generated/prisma/client.ts'

const withNames = { include: { subject: true, acknowledgedBy: true } } as const
const newestFirst = [{ openedAt: 'desc' }, { id: 'desc' }] as const satisfies Prisma.IncidentOrderByWithRelationInput[]

/** An incident with its subject and who acknowledged it. */
export type Incident = Prisma.IncidentGetPayload<typeof withNames>

/** Something that happened to an incident, with who did it. */
export type TimelineRow = Prisma.TimelineEntryGetPayload<{ include: { by: true } }>

/** Which incidents to list; what is absent does not filter. */
export type IncidentFilter = {
  kind?: Kind | null
  severity?: Severity | null
  status?: IncidentStatus | null
  open?: boolean | null
  subjectId?: string | null
  /** Only those that are not resolved, or were resolved at this moment or later. */
  activeFrom?: Date | null
  openedFrom?: Date | null
}

/** Those of the incidents that exist, in no particular order. */
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

/** What happened to these incidents, oldest first. */
export const listTimelines = (db: Database, incidentIds: readonly string[]): Promise<TimelineRow[]> =>
  db.timelineEntry.findMany({
    where: { incidentId: { in: [...incidentIds] } },
    orderBy: { id: 'asc' },
    include: { by: true },
  })

/** A page of the incidents that match, newest first, and how many match in all. `after` is the id of the last one seen. */
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
