import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { GraphQLError, type ExecutionArgs, type GraphQLSchema } from 'graphql'
import { handleProtocols, makeServer } from 'graphql-ws'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Viewer } from '../../auth/sessions.ts'
import { log } from '../../lib/log.ts'
import type { AuthorizeOperation } from '../guards/authorize-operation.ts'
import type { GraphqlDeps } from '../context.ts'
import { formatError } from '../errors.ts'
import { createFanout, type Fanout } from './fanout.ts'
import { WsSubscriber } from './subscriber.ts'
import { SubscriptionIterator } from './subscription-iterator.ts'
import { createSocketRegistry } from './socket-registry.ts'
import { isRefused, type ParseOperation } from '../document-cache.ts'
import { keepAlive } from './keepalive.ts'
import { attachProtocol } from './ws-adapter.ts'
import { enforceSocketLimit, checkOperationRate, type RateLimitedSocket } from './socket-limits.ts'
import { readSubscription, toSubscriptionSpec, type SubscribePayload } from './subscribe.ts'
import { readTrusted, type TrustedDocuments } from '../http/trusted-documents.ts'

const maxFrameBytes = 64 * 1024

/** Close code "try again later". Source: the registry of close codes, RFC 6455, section 11.7. */
const tryAgainLater = 1013

/** Close code "going away". Source: RFC 6455, section 7.4.1. */
const goingAway = 1001

/** Time for clients to respond to the close frame before their sockets are terminated, in milliseconds. */
const partingMs = 2_000

/** Authentication of upgrade requests, their origin check, and the limit of sockets per operator. */
export type UpgradeGuards = {
  identify: (headers: IncomingHttpHeaders) => Promise<Viewer | null>
  isForeign: (headers: IncomingHttpHeaders) => boolean
  clientAddress: (req: IncomingMessage) => string
  socketsPerOperator: number
}

/** Counts the open sockets, and closes them all. */
export type Sockets = { count: () => number; dispose: () => Promise<void> }

type WebSocketDeps = {
  schema: GraphQLSchema
  gateway: GraphqlDeps
  readOperation: ParseOperation
  refuse: AuthorizeOperation
  trusted: TrustedDocuments
  gatekeeper: UpgradeGuards
}

/** State of an open socket. */
type SocketState = RateLimitedSocket & {
  socket: WebSocket
  /** TCP connection under the WebSocket. */
  connection: Socket
  address: string
  /** Viewer; null until authenticated from the headers, which are then released. */
  signedIn: Viewer | null
  headers: IncomingHttpHeaders | null
}

/**
 * Serves subscriptions over WebSockets at `/graphql`. graphql-ws handles the protocol; the fan-out writes the results,
 * once per subscription group. Queries and mutations go over HTTP.
 */
export function createWebSocketServer(server: Server, parts: WebSocketDeps): Sockets {
  const { gateway, gatekeeper } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, handleProtocols })
  const members = createSocketRegistry(gateway)
  const fanout = createFanout(gateway.live)
  const shared = { ...parts, fanout }
  const protocol = makeServer<Record<string, unknown>, SocketState>({
    onConnect: async ({ extra }) => {
      const signedIn = await authenticateOrClose(gatekeeper, extra)
      if (!signedIn || enforceSocketLimit(extra.socket, members.countOf(signedIn), gatekeeper)) return false
      Object.assign(extra, { signedIn, headers: null })
      members.add(extra.socket, signedIn)
      return true
    },
    onSubscribe: ({ extra, subscriptions }, id, payload) => {
      const why = checkOperationRate(extra, Object.keys(subscriptions).length, gateway.clock.now())
      return why ? [why] : startSubscription(shared, extra, id, payload)
    },
    subscribe: ({ contextValue }) => contextValue as SubscriptionIterator,
    onError: (_ctx, _id, _payload, errors) => errors.map((error) => formatError(error.toJSON(), error)),
  })
  const stopPinging = keepAlive(sockets)
  server.on('upgrade', (request, socket, head) => {
    if (!rejectUpgrade(gatekeeper, request, socket))
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        sockets.emit('connection', accepted, request)
        attachProtocol(protocol, accepted, openedBy(accepted, request, gatekeeper))
      })
  })
  return {
    count: members.count,
    async dispose() {
      stopPinging()
      members.stop()
      fanout.stop()
      await closeAllSockets(sockets)
    },
  }
}

/** Closes all sockets, and terminates those that have not closed after `partingMs`. */
async function closeAllSockets(sockets: WebSocketServer) {
  for (const socket of sockets.clients) socket.close(goingAway, 'Going away')
  const impatience = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate()
  }, partingMs)
  await promisify(sockets.close.bind(sockets))()
  clearTimeout(impatience)
}

/** Returns the viewer, or null without a session. If authentication fails, closes the socket with "try again later". */
async function authenticateOrClose(
  { identify }: UpgradeGuards,
  { socket, headers }: SocketState,
): Promise<Viewer | null> {
  try {
    return await identify(headers ?? {})
  } catch (error) {
    log.warn({ err: error }, 'it cannot be found out who opens a socket; they are told to try again')
    socket.close(tryAgainLater, 'Try again later')
    return null
  }
}

/** Returns the execution arguments of one subscription, or the errors that reject it. */
function startSubscription(
  parts: WebSocketDeps & { fanout: Fanout },
  { socket, connection, address, signedIn }: SocketState,
  id: string,
  sent: SubscribePayload,
) {
  const { schema, gateway, trusted, fanout } = parts
  const documentId = sent.extensions?.documentId
  const query = typeof documentId === 'string' && sent.query === '' ? readTrusted(trusted, documentId) : sent.query
  if (query instanceof GraphQLError) return [query]
  const payload = { ...sent, query }
  const operation = readSubscription(parts, payload, signedIn)
  if (isRefused(operation)) return operation
  const asker = { signedIn, address, requestId: null }
  const subscribed = toSubscriptionSpec({ schema, gateway }, operation, payload, asker)
  const listening = new SubscriptionIterator(fanout, subscribed, new WsSubscriber(id, socket, connection))
  const { document } = operation
  return { schema, document, operationName: payload.operationName, contextValue: listening } satisfies ExecutionArgs
}

/** Rejects upgrades of other paths (404) and from foreign origins (403); returns whether it did. */
function rejectUpgrade({ isForeign }: UpgradeGuards, request: IncomingMessage, socket: Duplex): boolean {
  // Without a listener, an `error` of the connection during the upgrade would end the process.
  socket.on('error', ignore)
  // Compares the raw path: not every request target parses as a URL.
  if (request.url?.split('?', 1)[0] !== '/graphql') return writeUpgradeError(socket, '404 Not Found')
  return isForeign(request.headers) && writeUpgradeError(socket, '403 Forbidden')
}

/** Copies what is needed: a reference to the request would keep it in memory as long as the socket. */
const openedBy = (socket: WebSocket, request: IncomingMessage, { clientAddress }: UpgradeGuards): SocketState => ({
  socket,
  connection: request.socket,
  address: clientAddress(request),
  signedIn: null,
  headers: request.headers,
})

const ignore = () => undefined

function writeUpgradeError(socket: Duplex, status: string): true {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  return true
}
