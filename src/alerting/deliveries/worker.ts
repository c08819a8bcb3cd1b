import { setTimeout as after } from 'node:timers/promises'
import { createSerialQueue } from '../../lib/serial-queue.ts'
import type { AttemptDeps } from './attempt-delivery.ts'
import { createAttempts, logQueueFailure } from './attempts-in-progress.ts'
import { claimDeliveries, nextDueAt, type ClaimedDelivery } from './claim-deliveries.ts'

const pollEveryMs = 1_000

/** Maximum time that a stop waits for attempts in progress, in milliseconds. The process ends two seconds later. */
const stopTimeoutMs = 7_000

/** The worker that delivers. `wake` makes it look for deliveries that are due. */
export type DeliveryWorker = {
  wake: () => void
  /** Attempts a delivery that the caller has claimed, and resolves once the attempt is recorded. */
  attempt: (delivery: ClaimedDelivery) => Promise<void>
  /** Resolves once no claim is in progress; attempts may still be. */
  settled: () => Promise<void>
  /**
   * Stops claiming and waits seven seconds for attempts in progress. Deliveries still in progress then are repeated
   * when their leases end. If their leases were given back, another instance would send them while the receiver is
   * still working on them.
   */
  stop: (timeoutMs?: number) => Promise<void>
}

/**
 * Starts the worker. Each destination has its own queue: its deliveries are sequential, those to different destinations
 * concurrent, so that a slow destination does not delay the others. Deliveries of a dead process are repeated with the
 * same id when their lease has ended.
 */
export function startWorker(deps: Omit<AttemptDeps, 'isAbandoned'>): DeliveryWorker {
  const { db, clock } = deps
  const claims = createSerialQueue()
  const attempts = createAttempts(deps, wake)
  let isRunning = true
  let isClaimPlanned = false
  let dueAt = 0
  const stopPolling = clock.every(pollEveryMs, (at) => {
    if (dueAt <= at) wake()
  })

  function wake() {
    if (isClaimPlanned) return
    isClaimPlanned = true
    void claims(claim).catch(logQueueFailure)
  }

  async function claim() {
    isClaimPlanned = false
    if (!isRunning) return
    const claimed = await claimDeliveries(db, new Date(clock.now()))
    for (const delivery of claimed) void attempts.start(delivery)
    dueAt = claimed.length > 0 ? 0 : ((await nextDueAt(db)) ?? Infinity)
  }

  return {
    wake,
    attempt: (delivery) => attempts.start(delivery),
    settled: () => claims(() => Promise.resolve()),
    async stop(timeoutMs = stopTimeoutMs) {
      isRunning = false
      stopPolling()
      await Promise.race([claims(attempts.ended), after(timeoutMs, undefined, { ref: false })])
      attempts.abandon()
    },
  }
}
