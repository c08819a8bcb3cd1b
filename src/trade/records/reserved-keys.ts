import type { Database } from '../../database/database.ts'
import { invalidField } from '../../lib/errors.ts'

/** Keys of integrations that are part of Vigía itself begin like this, or are these. */
const reserved = /^(?:service_|destination_|heartbeat_|telemetry(?:_reception)?$)/

/**
 * Those of these keys that are reserved and not of the platform. One that is not ours, from before the key was reserved,
 * stays the platform's.
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
