import type { Database } from '../../database/database.ts'
import { Prisma, type Incident } from '../../generated/prisma/client.ts'
import { findReceptionParts, findServiceParts } from '../../monitoring/services/service-parts.ts'
import { findTelemetrySubject } from '../../monitoring/services/telemetry-subject.ts'
import type { FilteredIncident } from '../destinations/destination-filter.ts'

/** An incident as input of planning. Times are in milliseconds since 1970. */
export type AlertedIncident = Pick<Incident, 'id' | 'number' | 'kind' | 'severity' | 'status' | 'suppressed'> &
  FilteredIncident & {
    isOpen: boolean
    openedAt: number
    resolvedAt: number | null
    /** Time of the last opening: later than `openedAt` if it was reopened or unsuppressed. */
    openSince: number
    /** Start of the period without acknowledgement; meaningless while acknowledged. */
    unacknowledgedSince: number
    subjectId: number
    subjectName: string
    areaName: string | null
  }

/** The open incidents that are not suppressed, and those with the ids in `reported`. */
export const listAlertedIncidents = (db: Database, reported: readonly string[]): Promise<AlertedIncident[]> =>
  read(db, Prisma.sql`(i."openKey" IS NOT NULL AND NOT i."suppressed") OR i."id" = ANY(${[...reported]})`)

/** The incidents whose last opening or end was at a time or later, suppressed ones excluded. */
export const listIncidentsSince = (db: Database, from: Date): Promise<AlertedIncident[]> =>
  read(db, Prisma.sql`NOT i."suppressed" AND (i."visibleAt" >= ${from} OR i."resolvedAt" >= ${from})`)

/** The incidents with these ids, in no particular order. */
export const findAlertedIncidents = (db: Database, ids: readonly string[]): Promise<AlertedIncident[]> =>
  read(db, Prisma.sql`i."id" = ANY(${[...ids]})`)

// Reads one JSON text: for thousands of rows at each tick this costs a fraction of decoding each column.
async function read(db: Database, condition: Prisma.Sql): Promise<AlertedIncident[]> {
  const [row] = await db.$queryRaw<{ incidents: string }[]>`
    SELECT coalesce(json_agg(r), '[]')::text AS "incidents" FROM (
      SELECT i."id", i."number", i."kind", i."severity", i."status", i."suppressed", i."openKey" IS NOT NULL AS "isOpen",
        ${inMs(Prisma.sql`i."openedAt"`)} AS "openedAt", ${inMs(Prisma.sql`i."resolvedAt"`)} AS "resolvedAt",
        ${inMs(Prisma.sql`i."visibleAt"`)} AS "openSince",
        ${inMs(Prisma.sql`greatest(i."openedAt", t."released")`)} AS "unacknowledgedSince",
        s."id" AS "subjectId", s."key" AS "subjectKey", s."name" AS "subjectName", s."critical",
        e."areaId", a."name" AS "areaName"
      FROM "Incident" i JOIN "Subject" s ON s."id" = i."subjectId"
        LEFT JOIN "Endpoint" e ON e."subjectId" = s."id" LEFT JOIN "Area" a ON a."id" = e."areaId"
        LEFT JOIN LATERAL (
          SELECT max("at") AS "released" FROM "TimelineEntry" WHERE "incidentId" = i."id"
            AND "event" IN ('REOPENED', 'UNSUPPRESSED', 'RELEASED', 'ACKNOWLEDGEMENT_WITHDRAWN')
        ) t ON true
      WHERE ${condition}
    ) r`
  return withParts(db, JSON.parse(row?.incidents ?? '[]') as AlertedIncident[])
}

/**
 * The incidents, with parts for those of a service or of the reception of telemetry. The parts of the reception are the
 * services that fell silent with it.
 */
async function withParts(db: Database, incidents: AlertedIncident[]): Promise<AlertedIncident[]> {
  if (incidents.length === 0) return incidents
  const receptionId = await findTelemetrySubject(db)
  const ofServices = await findServiceParts(
    db,
    incidents.map(({ subjectId }) => subjectId),
  )
  const known = new Map(incidents.map(({ id, subjectId }) => [id, ofServices.get(subjectId)]))
  for (const one of incidents.filter(({ subjectId }) => subjectId === receptionId))
    known.set(one.id, await findReceptionParts(db, await listSilentWith(db, one)))
  return incidents.map((incident) => {
    const parts = known.get(incident.id)
    return parts ? { ...incident, parts } : incident
  })
}

/** The row ids of the subjects of the services that fell silent while an incident of the reception was open. */
async function listSilentWith(db: Database, { id }: AlertedIncident): Promise<number[]> {
  const rows = await db.$queryRaw<{ subjectId: number }[]>`
    SELECT DISTINCT i."subjectId"
    FROM "Incident" r, "Incident" i JOIN "Service" v ON v."subjectId" = i."subjectId"
    WHERE r."id" = ${id} AND greatest(i."openedAt", i."reopenedAt")
      BETWEEN greatest(r."openedAt", r."reopenedAt") AND coalesce(r."resolvedAt", 'infinity')`
  return rows.map(({ subjectId }) => subjectId)
}

const inMs = (moment: Prisma.Sql) => Prisma.sql`(extract(epoch FROM ${moment}) * 1000)::bigint`
