import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs tasks one at a time in the order in which they were added; a failure does not stop those that follow. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Creates an empty serial queue. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/**
 * Creates a serial queue that yields to the event loop before each task. Queries to the embedded database never wait
 * for I/O, so a long queue of writes would otherwise block timers and requests.
 */
export function createYieldingQueue(): SerialQueue {
  const enqueue = createSerialQueue()
  return <T>(work: () => Promise<T>): Promise<T> =>
    enqueue(async () => {
      await nextTurn()
      return work()
    })
}
