import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { headOf } from './frames.ts'

/** A result to be told: which one it is, in order, and the end of each message that tells it. */
export type Telling = { serial: number; end: Buffer }

/** Somebody who listens: told what is newest, as fast as they read. */
export type Listener = {
  id: string
  /** Tells them, unless they know. `whole` is the whole message, where it is the same for others. */
  tell: (telling: Telling, whole: Buffer | null) => void
  /** Since when something newer waits for them to read, in milliseconds since 1970; null where nothing does. */
  behindSince: number | null
  hangUp: () => void
}

/**
 * Writes messages to one subscription of one socket. Frames go straight to the connection, so that what is the same for
 * many is not copied for each. Whoever reads slowly is told the newest only, once they have read what was sent before.
 */
export class SocketListener implements Listener {
  readonly id: string
  behindSince: number | null = null
  readonly #socket: WebSocket
  readonly #connection: Socket
  #told = 0
  #newest: Telling | null = null

  constructor(id: string, socket: WebSocket, connection: Socket) {
    this.id = id
    this.#socket = socket
    this.#connection = connection
  }

  tell(telling: Telling, whole: Buffer | null): void {
    if (telling.serial <= this.#told || this.#socket.readyState !== WebSocket.OPEN) return
    if (this.#connection.writableNeedDrain) this.#wait(telling)
    else this.#write(telling, whole)
  }

  hangUp(): void {
    this.#socket.terminate()
  }

  #write({ serial, end }: Telling, whole: Buffer | null) {
    this.#told = serial
    if (whole) {
      this.#connection.write(whole)
      return
    }
    this.#connection.cork()
    this.#connection.write(headOf(this.id, end))
    this.#connection.write(end)
    this.#connection.uncork()
  }

  #wait(telling: Telling) {
    this.#newest = telling
    if (this.behindSince !== null) return
    this.behindSince = Date.now()
    this.#connection.once('drain', () => {
      this.behindSince = null
      if (this.#newest) this.tell(this.#newest, null)
      this.#newest = null
    })
  }
}

/** The whole message for everybody who calls their subscription so. */
export function wholeFor(id: string, { end }: Telling): Buffer {
  return Buffer.concat([headOf(id, end), end])
}
