import { DomainError } from '../lib/errors.ts'

/** Lets work through a gate; who waits for whom is told by `who`. */
export type Semaphore = <T>(who: string, work: () => Promise<T>) => Promise<T>

/** How much work runs at once, and how much may wait for it: in one line and in all of them. */
type SemaphoreLimits = { atOnce: number; perLine: number; inAll: number }

/**
 * A gate that lets `atOnce` pieces of work through at a time. Whoever asks for much waits in a line of their own and the
 * lines take turns, so that a flood from one address does not keep out the others.
 * @throws DomainError UNAVAILABLE when `perLine` already wait in the same line, or `inAll` in all of them.
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

  // Whoever leaves hands their place on; the line that was served goes to the back.
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
