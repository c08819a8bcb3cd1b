import { CloseCode, type Server, type WebSocket as Spoken } from 'graphql-ws'
import { WebSocket } from 'ws'
import { log } from '../../lib/log.ts'

/** Unsent bytes after which a client counts as not reading. Excludes fan-out messages, which have their own limit. */
const mostWaiting = 1024 * 1024

/**
 * Connects an open socket to graphql-ws, which handles graphql-transport-ws; `extra` is passed to its callbacks.
 * State per socket is minimal: there may be thousands.
 */
export function attachProtocol<Extra>(protocol: Server<Extra>, socket: WebSocket, extra: Extra): void {
  const closed = protocol.opened(new Connection(socket), extra)
  socket.on('error', tellOfError)
  socket.on('close', (code, reason) => {
    Promise.resolve(closed(code, reason.toString())).catch((error: unknown) => {
      log.warn({ err: error }, 'a socket did not end well')
    })
  })
}

/** Adapts a socket to the interface of graphql-ws. */
class Connection implements Spoken {
  readonly #socket: WebSocket
  #waiting = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  get protocol(): string {
    return this.#socket.protocol
  }

  send(text: string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    if (this.#waiting >= mostWaiting) {
      this.#socket.terminate()
      return
    }
    const bytes = Buffer.byteLength(text)
    this.#waiting += bytes
    this.#socket.send(text, () => (this.#waiting -= bytes))
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason)
  }

  onMessage(take: (text: string) => Promise<void>): void {
    this.#socket.on('message', (data: Buffer) => {
      take(data.toString()).catch((error: unknown) => {
        log.warn({ err: error }, 'a message of a socket could not be handled; it is closed')
        this.#socket.close(CloseCode.InternalServerError, 'Internal server error')
      })
    })
  }
}

/** Only logs: `ws` is already closing the socket with the appropriate code. */
function tellOfError(error: Error): void {
  log.info({ err: error }, 'a socket is closed: its client broke off, or sent what it may not')
}
