import type { Database } from '../../database/database.ts'
import { invalidField } from '../../lib/errors.ts'

/** Matches the keys that are reserved for integrations of Vigía itself: prefixes, and two whole keys. */
const reserved = /^(?:service_|destination_|heartbeat_|telemetry(?:_reception)?$)/

/**
 * Returns the keys that are reserved for Vigía. A key that the platform registered before it was reserved stays the
 * platform's and is not returned.
 */
export async function findOwnKeys(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const candidates = [...new Set(keys)].filter((key) => reserved.test(key))
  if (candidates.length === 0) return new Set()
  const where = { key: { in: candidates }, subject: { service: null, destination: null, heartbeat: null } }
  const found = await db.integration.findMany({ where })
  const judgement = await db.judgement.findUnique({ where: { id: 1 } })
  const ofPlatform = found.filter(({ subjectId }) => subjectId !== judgement?.telemetrySubjectId)
  const left = new Set(ofPlatform.map(({ key }) => key))
  return new Set(candidates.filter((key) => !left.has(key)))
}

/**
 * Requires that the platform may register or retire an integration with this key.
 * @throws DomainError INVALID_INPUT naming the key.
 */
export async function requireUnreservedKey(db: Database, key: string): Promise<void> {
  if (!(await findOwnKeys(db, [key])).has(key)) return
  throw invalidField('key', { code: 'KEY_RESERVED', parameters: { key } })
}
