/** The part of a TCP connection that frames are written to. */
export type Connection = {
  readonly writableNeedDrain: boolean
  once: (event: 'drain', call: () => void) => unknown
  write: (bytes: Buffer) => unknown
  cork: () => void
  uncork: () => void
}

/** Something that waits until its connection takes more bytes, and writes what is then its newest message. */
export type Waiter = { writeNewest: () => void }

const queues = new WeakMap<Connection, DrainQueue>()

/** The queue of a connection, made when something has to wait for the first time: most connections never need one. */
export function drainQueueOf(connection: Connection): DrainQueue {
  const known = queues.get(connection)
  if (known) return known
  const queue = new DrainQueue(connection)
  queues.set(connection, queue)
  return queue
}

/**
 * The subscriptions of one connection that wait until it takes more bytes, in the order in which they began to wait. All
 * share one listener for the event `drain`: each drain lets the first of them write, and the next ones as long as the buffer
 * is not full again. One that waits anew goes to the end, so that every one of them gets its turn.
 *
 * After each drain the queue is empty or the buffer is full, so that another drain follows as long as anything waits.
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
