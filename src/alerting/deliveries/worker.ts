import { setTimeout as after } from 'node:timers/promises'
import { log } from '../../lib/log.ts'
import { createSerialQueue } from '../../lib/serial-queue.ts'
import { attemptDelivery, type AttemptDeps } from './attempt-delivery.ts'
import {
  claimDeliveries,
  leaseMs,
  nextDueAt,
  releaseLeases,
  renewLeases,
  type ClaimedDelivery,
} from './claim-deliveries.ts'

/** Maximum number of destinations delivered to concurrently. */
const maxParallel = 8

const pollEveryMs = 1_000
const renewEveryMs = leaseMs / 3

/** How long a stop waits for attempts in progress. */
const stopTimeoutMs = 3_000

/** The worker that delivers: `wake` looks for deliveries that are due. */
export type DeliveryWorker = {
  wake: () => void
  /** Resolves once no claim is in progress; attempts may still be. */
  settled: () => Promise<void>
  /** Claims nothing more, and releases deliveries that are still in progress after three seconds. */
  stop: () => Promise<void>
}

/**
 * Starts the worker. Deliveries to one destination are sequential, those to different destinations concurrent, so a
 * slow destination delays no other. Deliveries of a dead process are repeated with the same id when their lease has
 * ended.
 */
export function startWorker(deps: Omit<AttemptDeps, 'isAbandoned'>): DeliveryWorker {
  const { db, clock } = deps
  const claims = createSerialQueue()
  const underWay = new Map<string, Promise<void>>()
  const idsUnderWay = () => [...underWay.keys()]
  let state: 'running' | 'stopping' | 'abandoned' = 'running'
  let dueAt = 0
  const stopPolling = clock.every(pollEveryMs, (at) => {
    if (dueAt <= at) wake()
    if (at % renewEveryMs === 0) void renewLeases(db, idsUnderWay(), new Date(at)).catch(logFailure)
  })
  const wake = () => void claims(claim).catch(logFailure)

  async function claim() {
    const free = maxParallel - underWay.size
    if (state !== 'running' || free <= 0) return
    for (const delivery of await claimDeliveries(db, free, new Date(clock.now())))
      underWay.set(delivery.id, deliver(delivery))
    dueAt = (await nextDueAt(db)) ?? Infinity
  }

  async function deliver(delivery: ClaimedDelivery) {
    await attemptDelivery({ ...deps, isAbandoned: () => state === 'abandoned' }, delivery).catch(logFailure)
    underWay.delete(delivery.id)
    wake()
  }

  return {
    wake,
    settled: () => claims(() => Promise.resolve()),
    async stop() {
      state = 'stopping'
      stopPolling()
      const ended = claims(() => Promise.all(underWay.values()))
      await Promise.race([ended, after(stopTimeoutMs, undefined, { ref: false })])
      state = 'abandoned'
      await releaseLeases(db, idsUnderWay()).catch(logFailure)
    },
  }
}

function logFailure(error: unknown): void {
  log.warn({ err: error }, 'the queue of deliveries could not be read or written; trying again')
}
