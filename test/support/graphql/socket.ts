import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { heard, type Json } from '../gateway.ts'

/** The code and the reason with which the server closed a socket. */
type Closed = { code: number; reason: string }

/**
 * A separate WebSocket to `/graphql` that speaks graphql-transport-ws. It connects with the first subscription and
 * never reconnects. `headers` are sent with the upgrade, `connectionParams` with the first message.
 */
export function openSocket(url: string, headers: Record<string, string> = {}, connectionParams: Json = {}) {
  let raw: WebSocket | undefined
  let tellClosed: (closed: Closed) => void
  const closed = new Promise<Closed>((resolve) => (tellClosed = resolve))

  const take = (socket: WebSocket) => (raw = socket)
  class Socket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers })
      take(this)
      this.once('close', (code, reason) => tellClosed({ code, reason: reason.toString() }))
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    connectionParams,
    retryAttempts: 0,
    lazyCloseTimeout: 0,
    onNonLazyError: () => undefined,
  })

  return {
    closed,
    /** Subscribes and reads the messages in order. */
    listen: (query: string, variables: Json = {}) => heard(client.iterate<Json>({ query, variables })),
    /** The same of a trusted document. */
    listenTo: (documentId: string) => heard(client.iterate<Json>({ query: '', extensions: { documentId } })),
    /** Sends an operation and returns the server's errors. */
    refusal: (query: string, variables: Json = {}, extensions: Json = {}): Promise<unknown> =>
      new Promise((resolve) => {
        client.subscribe(
          { query, variables, extensions },
          { next: resolve, error: resolve, complete: () => resolve(null) },
        )
      }),
    /** Stops reading from the network until `resume`. */
    pause: () => raw?.pause(),
    resume: () => raw?.resume(),
    dispose: () => client.dispose(),
  }
}
