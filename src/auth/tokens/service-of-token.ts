import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { invalidField } from '../../lib/errors.ts'
import { requireValidInterval } from './report-interval.ts'
import type { TokenKind } from './token-form.ts'

/** The parts of a new token that only a service's token can have. */
export type ServiceParts = {
  /** How often the service reports, in seconds; null: not stated. */
  reportsEverySeconds?: number | null
  /** The id of a token of the same service; null for a new service. */
  replaces?: string | null
}

/**
 * Requires that a personal token has no parts of a service's token, and that the interval is valid.
 * @throws DomainError INVALID_INPUT naming the field.
 */
export function requireServiceParts(kind: TokenKind, { reportsEverySeconds = null, replaces = null }: ServiceParts) {
  const parts = { reportsEverySeconds: requireValidInterval(reportsEverySeconds), replaces }
  const [given] = Object.entries(parts).find(([, value]) => value !== null) ?? []
  if (kind === 'PERSONAL' && given !== undefined)
    throw invalidField(given, { code: 'PART_OF_SERVICE_TOKEN', parameters: {} })
  return parts
}

/**
 * Returns the id of the service of a new token: a new service, or the service of the replaced token. That service takes
 * the name of the new token, and keeps its interval unless another is given.
 * @throws DomainError INVALID_INPUT if the token to replace is not of a service, or is revoked.
 */
export async function serviceOfNewToken(
  tx: Database,
  { name, createdAt }: { name: string; createdAt: Date },
  { reportsEverySeconds: intervalSeconds, replaces }: Required<ServiceParts>,
): Promise<string> {
  if (replaces === null) {
    const { id } = await tx.service.create({ data: { id: randomUUID(), name, createdAt, intervalSeconds } })
    return id
  }
  const replaced = await tx.apiToken.findFirst({ where: { id: replaces, kind: 'SERVICE', revokedAt: null } })
  if (!replaced?.serviceId) throw invalidField('replaces', { code: 'NO_TOKEN_TO_REPLACE', parameters: {} })
  const data = { name, ...(intervalSeconds !== null && { intervalSeconds }) }
  await tx.service.update({ where: { id: replaced.serviceId }, data })
  return replaced.serviceId
}
