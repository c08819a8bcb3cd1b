import type { Database } from '../../database/database.ts'
import { findIncidents, type IncidentWithNames } from '../../monitoring/incidents/incident-queries.ts'
import { explain } from '../../monitoring/health/reason-text.ts'
import type { Evidence } from '../../monitoring/health/rule/state.ts'
import type { Localized } from '../../lib/language.ts'
import type { AlertIncident } from '../message.ts'
import type { AlertedIncident } from './open-incidents.ts'
import { readIncidentEnds, type EndedIncident } from './resolution-reason.ts'

/**
 * The maximum number of incidents that a message lists, the origin of URLs, and the time to give as the end of
 * incidents that are open but over for the receiver.
 */
type Listing = { publicOrigin: string | null; limit: number; overAt?: number }

/** The first incidents in the form that a message lists, and the number of further ones. */
export async function listInMessage(
  db: Database,
  incidents: readonly AlertedIncident[],
  { publicOrigin, limit, overAt }: Listing,
): Promise<{ listed: AlertIncident[]; omitted: number }> {
  const first = incidents.slice(0, limit)
  const rows = await findIncidents(
    db,
    first.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ends = await readIncidentEnds(
    db,
    rows.flatMap((row) => endOf(row, overAt)),
  )
  const listed = first.flatMap((incident) => {
    const row = byId.get(incident.id)
    if (!row) return []
    const end = ends.get(row.id)
    const entry = { ...toAlertIncident(incident, row, publicOrigin), reason: end?.reason ?? presentReason(row) }
    // An incident that is open but suppressed is over for the receiver.
    return [
      end && overAt !== undefined
        ? { ...entry, status: 'RESOLVED' as const, resolvedAt: new Date(end.at).toISOString() }
        : entry,
    ]
  })
  return { listed, omitted: incidents.length - listed.length }
}

function toAlertIncident(
  { id, number, kind, severity, status, subjectKey: key, subjectName, areaName, critical }: AlertedIncident,
  { openedAt, resolvedAt, acknowledgedBy }: IncidentWithNames,
  publicOrigin: string | null,
): Omit<AlertIncident, 'reason'> {
  return {
    id,
    number,
    subject: { kind, key, name: subjectName, area: areaName, critical },
    severity,
    status,
    openedAt: openedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    acknowledgedBy: acknowledgedBy?.name ?? null,
    url: publicOrigin === null ? null : `${publicOrigin}/incidents/${id}`,
  }
}

function endOf(
  { id, maxSeverity, resolvedAt, resolution }: IncidentWithNames,
  overAt: number | undefined,
): EndedIncident[] {
  if (resolvedAt && resolution) return [{ id, maxSeverity, ending: resolution, at: resolvedAt.getTime() }]
  return overAt === undefined ? [] : [{ id, maxSeverity, ending: 'SUPPRESSED', at: overAt }]
}

function presentReason({ evidence }: IncidentWithNames): Localized {
  return { es: explain(evidence as Evidence, 'es'), en: explain(evidence as Evidence, 'en') }
}

/** The URL of the page of incidents; null without PUBLIC_ORIGIN. */
export const incidentsUrl = (publicOrigin: string | null): string | null =>
  publicOrigin === null ? null : `${publicOrigin}/incidents`

/** Sorts incidents: the worst first, then critical ones, unacknowledged ones, and the oldest. */
export const sortWorstFirst = (incidents: readonly AlertedIncident[]): AlertedIncident[] =>
  incidents.toSorted((one, other) => {
    const [ranks, others] = [ranksOf(one), ranksOf(other)]
    const index = ranks.findIndex((rank, position) => rank !== others[position])
    return index < 0 ? 0 : (ranks[index] ?? 0) - (others[index] ?? 0)
  })

const ranksOf = ({ severity, critical, status, openedAt, number }: AlertedIncident) => [
  severity === 'FALLANDO' ? 0 : 1,
  critical ? 0 : 1,
  status === 'OPEN' ? 0 : 1,
  openedAt,
  number,
]
