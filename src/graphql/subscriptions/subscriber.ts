import { WebSocket } from 'ws'
import { drainQueueOf, type Connection } from './drain-queue.ts'
import { frameHead } from './ws-frame.ts'

/** A result to be told: which one it is, in order, and the end of each message that tells it. */
export type BroadcastMessage = { serial: number; end: Buffer }

/** Somebody who listens: told what is newest, as fast as they read. */
export type Subscriber = {
  id: string
  /** Tells them, unless they know. `whole` is the whole message, where it is the same for others. */
  tell: (telling: BroadcastMessage, whole: Buffer | null) => void
  /** Ends the subscription: nothing is written for it from now on. */
  leave: () => void
  /** Since when something newer waits for them to read, in milliseconds since 1970; null where nothing does. */
  readonly behindSince: number | null
  hangUp: () => void
}

/**
 * Writes messages to one subscription of one socket. Frames go straight to the connection, so that what is the same for
 * many is not copied for each. While the buffer of the connection is full, only the newest result is kept, and is written
 * when it is this subscription's turn.
 */
export class WsSubscriber implements Subscriber {
  readonly id: string
  readonly #socket: Pick<WebSocket, 'readyState' | 'terminate'>
  readonly #connection: Connection
  #behindSince: number | null = null
  #told = 0
  #newest: BroadcastMessage | null = null
  #hasLeft = false

  constructor(id: string, socket: Pick<WebSocket, 'readyState' | 'terminate'>, connection: Connection) {
    this.id = id
    this.#socket = socket
    this.#connection = connection
  }

  /** Set when a result has to wait, kept when a newer one takes its place, null again once the newest was written. */
  get behindSince(): number | null {
    return this.#behindSince
  }

  tell(telling: BroadcastMessage, whole: Buffer | null): void {
    // A result that waits is newer than the one that was written last.
    if (this.#isOver() || telling.serial <= (this.#newest?.serial ?? this.#told)) return
    if (this.#newest) this.#newest = telling
    else if (this.#connection.writableNeedDrain) this.#wait(telling)
    else this.#write(telling, whole)
  }

  leave(): void {
    this.#hasLeft = true
    if (this.#newest) drainQueueOf(this.#connection).remove(this)
    this.#takeNewest()
  }

  hangUp(): void {
    this.#socket.terminate()
  }

  /** Called by the queue of the connection, which has forgotten this subscription by then. */
  writeNewest(): void {
    const newest = this.#takeNewest()
    if (newest && !this.#isOver()) this.#write(newest, null)
  }

  #isOver() {
    return this.#hasLeft || this.#socket.readyState !== WebSocket.OPEN
  }

  #wait(telling: BroadcastMessage) {
    this.#newest = telling
    this.#behindSince = Date.now()
    drainQueueOf(this.#connection).add(this)
  }

  #takeNewest(): BroadcastMessage | null {
    const newest = this.#newest
    this.#newest = null
    this.#behindSince = null
    return newest
  }

  #write({ serial, end }: BroadcastMessage, whole: Buffer | null) {
    this.#told = serial
    if (whole) {
      this.#connection.write(whole)
      return
    }
    this.#connection.cork()
    this.#connection.write(frameHead(this.id, end))
    this.#connection.write(end)
    this.#connection.uncork()
  }
}

/** The whole message for everybody who calls their subscription so. */
export function fullMessage(id: string, { end }: BroadcastMessage): Buffer {
  return Buffer.concat([frameHead(id, end), end])
}
