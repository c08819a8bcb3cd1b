import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does one piece of work after the other, in the order in which they were added, whether the one before succeeds or not. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A serial queue without work. Each piece begins in a new turn of the event loop: on the embedded database, which never waits for
 * a connection, a long queue would otherwise keep all timers and requests waiting.
 */
export function createLine(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(() => nextTurn()).then(work)
    last = result.catch(() => undefined)
    return result
  }
}
