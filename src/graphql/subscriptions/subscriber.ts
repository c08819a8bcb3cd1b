import { WebSocket } from 'ws'
import { drainQueueOf, type Connection } from './drain-queue.ts'
import { frameHead } from './ws-frame.ts'

/** A result to send: its serial number, and the message tail shared by all subscribers. */
export type BroadcastMessage = { serial: number; end: Buffer }

/** A subscription that gets the newest result, as fast as its client reads. */
export type Subscriber = {
  id: string
  /** Sends a result unless already sent. `full` is the full message if other subscribers share its id, else null. */
  send: (message: BroadcastMessage, full: Buffer | null) => void
  /** Ends the subscription: nothing more is written for it. */
  leave: () => void
  /** Since when a result has been waiting for the client to read, by `performance.now()`; null if none waits. */
  readonly behindSince: number | null
  disconnect: () => void
}

/**
 * Writes messages of one subscription to its socket. Frames go directly to the TCP connection, so that shared bytes are
 * not copied per subscriber. While the connection's buffer is full, only the newest result waits, until its turn in the
 * drain queue.
 */
export class WsSubscriber implements Subscriber {
  readonly id: string
  readonly #socket: Pick<WebSocket, 'readyState' | 'terminate'>
  readonly #connection: Connection
  #behindSince: number | null = null
  #sentSerial = 0
  #waiting: BroadcastMessage | null = null
  #hasLeft = false

  constructor(id: string, socket: Pick<WebSocket, 'readyState' | 'terminate'>, connection: Connection) {
    this.id = id
    this.#socket = socket
    this.#connection = connection
  }

  /** Set when a result must wait, kept when a newer result replaces it, null once the newest is written. */
  get behindSince(): number | null {
    return this.#behindSince
  }

  send(message: BroadcastMessage, full: Buffer | null): void {
    // A waiting result is newer than the last one written.
    if (this.#isClosed() || message.serial <= (this.#waiting?.serial ?? this.#sentSerial)) return
    if (this.#waiting) this.#waiting = message
    else if (this.#connection.writableNeedDrain) this.#wait(message)
    else this.#write(message, full)
  }

  leave(): void {
    this.#hasLeft = true
    if (this.#waiting) drainQueueOf(this.#connection).remove(this)
    this.#takeWaiting()
  }

  disconnect(): void {
    this.#socket.terminate()
  }

  /** Called by the drain queue, which has already removed this subscription. */
  writeNewest(): void {
    const newest = this.#takeWaiting()
    if (newest && !this.#isClosed()) this.#write(newest, null)
  }

  #isClosed() {
    return this.#hasLeft || this.#socket.readyState !== WebSocket.OPEN
  }

  #wait(message: BroadcastMessage) {
    this.#waiting = message
    this.#behindSince = performance.now()
    drainQueueOf(this.#connection).add(this)
  }

  #takeWaiting(): BroadcastMessage | null {
    const newest = this.#waiting
    this.#waiting = null
    this.#behindSince = null
    return newest
  }

  #write({ serial, end }: BroadcastMessage, full: Buffer | null) {
    this.#sentSerial = serial
    if (full) {
      this.#connection.write(full)
      return
    }
    this.#connection.cork()
    this.#connection.write(frameHead(this.id, end))
    this.#connection.write(end)
    this.#connection.uncork()
  }
}

/** Returns the full message, shared by all subscribers with the same id. */
export function fullMessage(id: string, { end }: BroadcastMessage): Buffer {
  return Buffer.concat([frameHead(id, end), end])
}
