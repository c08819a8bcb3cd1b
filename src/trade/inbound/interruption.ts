import { isReachable } from '../../database/ping.ts'
import { isDatabaseUnavailable, isTimeout } from '../../database/unavailable.ts'
import type { Database } from '../../database/database.ts'
import type { Interruption } from './retry.ts'

/** If the database responds to a ping within this time, it is not the cause of a slow attempt. */
const pingTimeoutMs = 1_000

/** The reason why an attempt that can be handed back ended with an error. */
export async function interruptionOf(db: Database, error: unknown, handBack: AbortSignal): Promise<Interruption> {
  if (handBack.aborted) return 'handed back'
  if (!isDatabaseUnavailable(error)) return 'failed'
  return isTimeout(error) && (await isReachable(db, pingTimeoutMs)) ? 'too slow' : 'unavailable'
}
