import { CloseCode, type Server, type WebSocket as Spoken } from 'graphql-ws'
import { WebSocket } from 'ws'
import { log } from '../../lib/log.ts'

/** A client that has let so many bytes of answers wait is not reading them. What the fan-out writes limits itself. */
const mostWaiting = 1024 * 1024

/**
 * Speaks graphql-transport-ws on an open socket; the library keeps the protocol. `extra` is what its callbacks are given. What
 * every socket has of its own is little: there may be thousands.
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

/** A socket as the library takes it. */
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

/** The socket is being closed already, with the code that says why. */
function tellOfError(error: Error): void {
  log.info({ err: error }, 'a socket is closed: its client broke off, or sent what it may not')
}
