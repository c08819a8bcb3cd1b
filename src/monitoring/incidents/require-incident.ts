import type { Database } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { findIncident, type IncidentRow, type IncidentWithNames } from './incident-queries.ts'

/**
 * Reads an incident.
 * @throws DomainError NOT_FOUND.
 */
export const requireIncident = async (db: Database, id: string): Promise<IncidentWithNames> =>
  (await findIncident(db, id)) ?? throwMissing(id)

/**
 * Reads an incident without its relations.
 * @throws DomainError NOT_FOUND.
 */
export const requireIncidentRow = async (db: Database, id: string): Promise<IncidentRow> =>
  (await db.incident.findUnique({ where: { id } })) ?? throwMissing(id)

/** The error for an incident that does not exist. */
export const missingIncidentError = (id: string): DomainError =>
  new DomainError('NOT_FOUND', { code: 'NO_INCIDENT', parameters: { id } })

/**
 * @throws DomainError NOT_FOUND.
 */
export function throwMissing(id: string): never {
  throw missingIncidentError(id)
}
