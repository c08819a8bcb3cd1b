import { expiresSoon } from '../../auth/tokens/expires-soon.ts'
import type { Database } from '../../database/database.ts'
import { findServiceParts } from '../../monitoring/services/service-parts.ts'
import { matchesFilter, type DestinationFilter, type FilteredIncident } from '../destinations/destination-filter.ts'
import type { ExpiringKey } from '../message.ts'

/** The services whose last token to report with expires soon, by the time of its end, as far as a filter takes them. */
export async function listExpiringKeys(db: Database, filter: DestinationFilter, at: Date): Promise<ExpiringKey[]> {
  const services = await db.service.findMany({
    where: { retiredAt: null },
    include: {
      subject: true,
      tokens: {
        ...{ where: { revokedAt: null, scopes: { has: 'ingest:observations' } } },
        ...{ orderBy: { expiresAt: 'desc' }, take: 1 },
      },
    },
  })
  const expiring = services.flatMap(({ name, subject, tokens: [last] }) =>
    subject && last && expiresSoon(last, at)
      ? [{ service: name, expiresAt: last.expiresAt.toISOString(), subject }]
      : [],
  )
  const ids = expiring.map(({ subject }) => subject.id)
  const parts = await findServiceParts(db, ids)
  // Keys have no severity.
  const ofAnySeverity = { ...filter, severities: [] }
  return expiring
    .filter(({ subject: { id, kind, key, critical } }) => {
      const one: FilteredIncident = { kind, subjectKey: key, critical, areaId: null, severity: 'DEGRADADO' }
      return matchesFilter(ofAnySeverity, { ...one, parts: parts.get(id) ?? [] })
    })
    .map(({ service, expiresAt }) => ({ service, expiresAt }))
    .sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1))
}
