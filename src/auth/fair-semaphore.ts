import { DomainError } from '../lib/errors.ts'

/** Runs work when a slot is free; `who` selects the queue in which it waits. */
export type Semaphore = <T>(who: string, work: () => Promise<T>) => Promise<T>

/** Maximum number of tasks that run at once, that wait in one queue, and that wait in all queues together. */
type SemaphoreLimits = { atOnce: number; perLine: number; inAll: number }

/**
 * Creates a semaphore with `atOnce` slots and one queue for each `who`. The queues take turns, so that a flood from one
 * address does not delay the others.
 * @throws DomainError UNAVAILABLE, from the semaphore, when `perLine` tasks already wait in the same queue or `inAll`
 * in all of them.
 */
export function createFairSemaphore({ atOnce, perLine, inAll }: SemaphoreLimits): Semaphore {
  const lines = new Map<string, (() => void)[]>()
  let working = 0
  let waiting = 0

  return async (who, work) => {
    if (working < atOnce) working += 1
    else await turn(who)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  function turn(who: string): Promise<void> {
    const line = lines.get(who) ?? []
    if (line.length >= perLine || waiting >= inAll)
      throw new DomainError('UNAVAILABLE', 'Too many are signing in at the moment. Try again shortly.', 5)
    lines.set(who, line)
    waiting += 1
    return new Promise((resolve) => line.push(resolve))
  }

  // Hands the slot to the first waiting task of the next queue, and moves that queue to the back.
  function leave() {
    const [first] = lines
    if (!first) {
      working -= 1
      return
    }
    const [who, line] = first
    lines.delete(who)
    const next = line.shift()
    if (line.length > 0) lines.set(who, line)
    waiting -= 1
    next?.()
  }
}
