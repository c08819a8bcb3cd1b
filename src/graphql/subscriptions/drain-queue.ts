/** The part of a TCP connection needed to write frames. */
export type Connection = {
  readonly writableNeedDrain: boolean
  once: (event: 'drain', call: () => void) => unknown
  write: (bytes: Buffer) => unknown
  cork: () => void
  uncork: () => void
}

/** A subscription that waits for its connection to drain, then writes its newest message. */
export type Waiter = { writeNewest: () => void }

const queues = new WeakMap<Connection, DrainQueue>()

/** Returns the queue of a connection, created on first use: most connections never need one. */
export function drainQueueOf(connection: Connection): DrainQueue {
  const existing = queues.get(connection)
  if (existing) return existing
  const queue = new DrainQueue(connection)
  queues.set(connection, queue)
  return queue
}

/**
 * FIFO queue of the subscriptions of one connection that wait for it to drain. All share one `drain` listener: each
 * drain lets them write in order until the buffer is full again. A subscription that must wait again goes to the end,
 * so that each gets its turn.
 *
 * Invariant: after each drain the queue is empty or the buffer is full, so another drain follows while anything waits.
 */
class DrainQueue {
  readonly #connection: Connection
  #waiting: Waiter[] = []
  #isListening = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  add(waiter: Waiter): void {
    this.#waiting.push(waiter)
    this.#listen()
  }

  remove(waiter: Waiter): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiter)
  }

  #listen() {
    if (this.#isListening || this.#waiting.length === 0) return
    this.#isListening = true
    this.#connection.once('drain', () => {
      this.#isListening = false
      while (!this.#connection.writableNeedDrain && this.#waiting.length > 0) this.#waiting.shift()?.writeNewest()
      this.#listen()
    })
  }
}
