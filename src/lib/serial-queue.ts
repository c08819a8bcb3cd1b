import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does one piece of work after the other, in the order in which they were added, whether the one before succeeds or not. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/** A serial queue without work. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/**
 * A serial queue whose work begins in a new turn of the event loop each. The embedded database never waits for a connection: a
 * long queue of writes to it would otherwise keep timers and requests from their turn.
 */
export function createYieldingQueue(): SerialQueue {
  const enqueue = createSerialQueue()
  return <T>(work: () => Promise<T>): Promise<T> =>
    enqueue(async () => {
      await nextTurn()
      return work()
    })
}
