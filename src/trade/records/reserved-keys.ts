import type { Database } from '../../database/database.ts'
import { invalidField } from '../../lib/errors.ts'

/** Keys of integrations that are part of Vigía itself begin like this, or are these. */
const reserved = /^(?:service_|destination_|heartbeat_|telemetry(?:_reception)?$)/

/**
 * Requires that the platform may register or retire an integration with this key. One that is not ours, from before the
 * key was reserved, stays the platform's.
 * @throws DomainError INVALID_INPUT naming the key.
 */
export async function requireUnreservedKey(db: Database, key: string): Promise<void> {
  if (!reserved.test(key) || (await isOfPlatform(db, key))) return
  throw invalidField(
    'key',
    `The key ${key} is reserved for Vigía itself: keys neither begin with service_, destination_ or heartbeat_ nor are telemetry or telemetry_reception.`,
  )
}

async function isOfPlatform(db: Database, key: string): Promise<boolean> {
  const where = { key, subject: { service: null, destination: null, heartbeat: null } }
  const found = await db.integration.findFirst({ where })
  if (!found) return false
  const judgement = await db.judgement.findUnique({ where: { id: 1 } })
  return judgement?.telemetrySubjectId !== found.subjectId
}
