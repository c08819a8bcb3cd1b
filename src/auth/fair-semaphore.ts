import { DomainError } from '../lib/errors.ts'

/** Runs work when a slot is free; `key` selects the queue in which it waits. */
export type Semaphore = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Maximum number of tasks that run at once, that wait in one queue, and that wait in all queues together. */
type SemaphoreLimits = { slots: number; maxQueueLength: number; maxWaiting: number }

/**
 * Creates a semaphore with `slots` slots and one queue for each `key`. The queues take turns, so that a flood from one
 * address does not delay the others.
 * The semaphore throws DomainError UNAVAILABLE when `maxQueueLength` tasks already wait in the same queue or
 * `maxWaiting` tasks in all queues.
 */
export function createFairSemaphore({ slots, maxQueueLength, maxWaiting }: SemaphoreLimits): Semaphore {
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  return async (key, work) => {
    if (running < slots) running += 1
    else await waitForSlot(key)
    try {
      return await work()
    } finally {
      releaseSlot()
    }
  }

  function waitForSlot(key: string): Promise<void> {
    const queue = queues.get(key) ?? []
    if (queue.length >= maxQueueLength || waiting >= maxWaiting)
      throw new DomainError('UNAVAILABLE', { code: 'SIGN_INS_TOO_MANY', parameters: {} }, 5)
    queues.set(key, queue)
    waiting += 1
    return new Promise((resolve) => queue.push(resolve))
  }

  // Hands the slot to the first waiting task of the next queue, and moves that queue to the back.
  function releaseSlot() {
    const [first] = queues
    if (!first) {
      running -= 1
      return
    }
    const [key, queue] = first
    queues.delete(key)
    const next = queue.shift()
    if (queue.length > 0) queues.set(key, queue)
    waiting -= 1
    next?.()
  }
}
