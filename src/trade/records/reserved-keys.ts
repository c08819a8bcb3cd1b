import type { Database } from '../../database/database.ts'
import { invalidField } from '../../lib/errors.ts'

/** Keys of integrations that are part of Vigía itself begin like this, or are these. */
const reserved = /^(?:service_|destination_|heartbeat_|telemetry$)/

/**
 * Requires that the platform may register or retire an integration with this key. One that is not ours, from before the
 * key was reserved, stays the platform's.
 * @throws DomainError INVALID_INPUT naming the key.
 */
export async function requireUnreservedKey(db: Database, key: string): Promise<void> {
  if (!reserved.test(key) || (await isOfPlatform(db, key))) return
  throw invalidField(
    'key',
    `The key ${key} is reserved for Vigía itself: keys neither begin with service_, destination_ or heartbeat_ nor are telemetry.`,
  )
}

const isOfPlatform = async (db: Database, key: string): Promise<boolean> =>
  key !== 'telemetry' &&
  (await db.integration.count({
    where: { key, subject: { service: null, destination: null, heartbeat: null } },
  })) > 0
