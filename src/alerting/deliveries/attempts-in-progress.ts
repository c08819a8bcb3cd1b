import { log } from '../../lib/log.ts'
import { attemptDelivery, type AttemptDeps } from './attempt-delivery.ts'
import { leaseMs, renewLeases, type ClaimedDelivery } from './claim-deliveries.ts'

const renewEveryMs = leaseMs / 3

/**
 * Creates the registry of this instance's attempts in progress, and renews their leases. `onEnd` is called after each
 * attempt.
 */
export function createAttempts(deps: Omit<AttemptDeps, 'isAbandoned'>, onEnd: () => void) {
  const { db, clock } = deps
  const inProgress = new Map<string, Promise<void>>()
  let isAbandoned = false
  const stopRenewing = clock.every(renewEveryMs, (at) => {
    void renewLeases(db, [...inProgress.keys()], new Date(at)).catch(logQueueFailure)
  })

  async function run(delivery: ClaimedDelivery) {
    await attemptDelivery({ ...deps, isAbandoned: () => isAbandoned }, delivery).catch(logQueueFailure)
    inProgress.delete(delivery.id)
    onEnd()
  }

  return {
    /** Attempts a claimed delivery, and resolves once the result is recorded. It never rejects. */
    start(delivery: ClaimedDelivery): Promise<void> {
      const attempt = run(delivery)
      inProgress.set(delivery.id, attempt)
      return attempt
    },
    /** Resolves once all attempts that are in progress now are recorded. */
    ended: () => Promise.all(inProgress.values()),
    /** Records no more results, and lets the leases end. */
    abandon() {
      isAbandoned = true
      stopRenewing()
    },
  }
}

export function logQueueFailure(error: unknown): void {
  log.warn({ err: error }, 'the queue of deliveries could not be read or written; trying again')
}
