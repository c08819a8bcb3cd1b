import { CloseCode, type Server, type WebSocket as ProtocolSocket } from 'graphql-ws'
import { WebSocket } from 'ws'
import { log } from '../../lib/log.ts'

/** Unsent bytes after which a client counts as not reading. Excludes fan-out messages, which have their own limit. */
const maxUnsentBytes = 1024 * 1024

/**
 * Connects an open socket to graphql-ws, which handles graphql-transport-ws; `extra` is passed to its callbacks.
 * State per socket is minimal: there may be thousands.
 */
export function attachProtocol<Extra>(protocol: Server<Extra>, socket: WebSocket, extra: Extra): void {
  const closed = protocol.opened(new Connection(socket), extra)
  socket.on('error', logError)
  socket.on('close', (code, reason) => {
    Promise.resolve(closed(code, reason.toString())).catch((error: unknown) => {
      log.warn({ err: error }, 'closing a socket failed')
    })
  })
}

/** Adapts a socket to the interface of graphql-ws. */
class Connection implements ProtocolSocket {
  readonly #socket: WebSocket
  #unsentBytes = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  get protocol(): string {
    return this.#socket.protocol
  }

  send(text: string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    if (this.#unsentBytes >= maxUnsentBytes) {
      this.#socket.terminate()
      return
    }
    const bytes = Buffer.byteLength(text)
    this.#unsentBytes += bytes
    this.#socket.send(text, () => (this.#unsentBytes -= bytes))
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason)
  }

  onMessage(handle: (text: string) => Promise<void>): void {
    this.#socket.on('message', (data: Buffer) => {
      handle(data.toString()).catch((error: unknown) => {
        log.warn({ err: error }, 'a message of a socket could not be handled; closing the socket')
        this.#socket.close(CloseCode.InternalServerError, 'Internal server error')
      })
    })
  }
}

/** Only logs: `ws` is already closing the socket with the appropriate code. */
function logError(error: Error): void {
  log.info({ err: error }, 'a socket is closed: its client disconnected, or sent an invalid frame')
}
