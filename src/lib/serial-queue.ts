import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs tasks of the same key one at a time, in the order in which they were added; a failure does not stop the others. */
export type SerialQueue = <T>(work: () => Promise<T>, key?: string) => Promise<T>

/**
 * Creates an empty serial queue. With `yields` each task first yields to the event loop: queries to the embedded
 * database never wait for I/O, so a long queue of writes would otherwise block timers and requests.
 */
export function createSerialQueue({ yields = false } = {}): SerialQueue {
  const last = new Map<string, Promise<unknown>>()
  return <T>(work: () => Promise<T>, key = ''): Promise<T> => {
    const result = (last.get(key) ?? Promise.resolve()).then(yields ? () => nextTurn().then(work) : work)
    const ended = result
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === ended) last.delete(key)
      })
    last.set(key, ended)
    return result
  }
}
