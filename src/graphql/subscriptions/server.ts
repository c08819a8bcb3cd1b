import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { GraphQLError, type ExecutionArgs, type GraphQLSchema } from 'graphql'
import { handleProtocols, makeServer } from 'graphql-ws'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Viewer } from '../../auth/sessions.ts'
import { log } from '../../lib/log.ts'
import type { Language } from '../../lib/language.ts'
import type { Config } from '../../config.ts'
import type { ClientAddress } from '../../request/client-address.ts'
import { defaultLanguage, languageNamed } from '../../request/language.ts'
import { isCrossOrigin } from '../../request/origin-check.ts'
import { traceIdOf } from '../../request/request-trace.ts'
import type { SessionCache } from '../../request/session-cache.ts'
import type { OperationGuard } from '../guards/operation-guard.ts'
import type { FindCompiled } from '../compile-operation.ts'
import type { CreateContext, GraphqlDeps } from '../context.ts'
import { formatError } from '../errors.ts'
import { createFanout, type Fanout } from './fanout.ts'
import { WsSubscriber } from './subscriber.ts'
import { SubscriptionIterator } from './subscription-iterator.ts'
import { createSocketRegistry } from './socket-registry.ts'
import { isErrors } from '../document-cache.ts'
import { keepAlive } from './keepalive.ts'
import { attachProtocol } from './ws-adapter.ts'
import { enforceSocketLimit, checkOperationRate, type RateLimitedSocket } from './socket-limits.ts'
import { readSubscription, toSubscriptionSpec, type SubscribePayload } from './subscribe.ts'
import { findTrusted, type TrustedDocuments } from '../http/trusted-documents.ts'

const maxFrameBytes = 64 * 1024

/** Close code "try again later". Source: the registry of close codes, RFC 6455, section 11.7. */
const tryAgainLater = 1013

/** Close code "going away". Source: RFC 6455, section 7.4.1. */
const goingAway = 1001

/** Time for clients to respond to the close frame before their sockets are terminated, in milliseconds. */
const closeTimeoutMs = 2_000

/** Counts the open sockets, and closes them all. */
export type Sockets = { count: () => number; dispose: () => Promise<void> }

type WebSocketDeps = {
  schema: GraphQLSchema
  contextDeps: GraphqlDeps
  createContext: CreateContext
  guard: OperationGuard
  trusted: TrustedDocuments
  findCompiled: FindCompiled
  sessions: SessionCache
  clientAddress: ClientAddress
  config: Config
}

/** State of an open socket. */
type SocketState = RateLimitedSocket & {
  socket: WebSocket
  /** TCP connection under the WebSocket. */
  connection: Socket
  address: string
  /** The language of error messages, by `connectionParams.language`. */
  language: Language
  /** The trace of the request that opened the socket. */
  traceId: string
  /** The viewer; null until they are authenticated from the headers, which are then released. */
  viewer: Viewer | null
  headers: IncomingHttpHeaders | null
}

/**
 * Serves subscriptions over WebSockets at `/graphql`. graphql-ws handles the protocol; the fan-out writes the results,
 * once per subscription group. Queries and mutations go over HTTP.
 */
export function createWebSocketServer(server: Server, deps: WebSocketDeps): Sockets {
  const { contextDeps, config } = deps
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, handleProtocols })
  const registry = createSocketRegistry(contextDeps)
  const fanout = createFanout(contextDeps.changeBus)
  const subscriptionDeps = { ...deps, fanout }
  const protocol = makeServer<Record<string, unknown>, SocketState>({
    onConnect: async ({ extra, connectionParams }) => {
      extra.language = languageNamed(connectionParams?.language)
      const viewer = await authenticateOrClose(deps.sessions, extra, connectionParams?.authorization)
      if (!viewer || enforceSocketLimit(extra.socket, registry.countOf(viewer), config)) return false
      Object.assign(extra, { viewer, headers: null })
      registry.add(extra.socket, viewer)
      return true
    },
    onSubscribe: ({ extra, subscriptions }, id, payload) => {
      const error = checkOperationRate(extra, Object.keys(subscriptions).length, contextDeps.clock.elapsed())
      return error ? [error] : startSubscription(subscriptionDeps, extra, id, payload)
    },
    subscribe: ({ contextValue }) => contextValue as SubscriptionIterator,
    onError: ({ extra }, _id, _payload, errors) => formatErrors(errors, extra),
  })
  const stopPinging = keepAlive(sockets)
  server.on('upgrade', (request, socket, head) => {
    if (!rejectUpgrade(config, request, socket))
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        sockets.emit('connection', accepted, request)
        attachProtocol(protocol, accepted, newSocketState(accepted, request, deps))
      })
  })
  return {
    count: registry.count,
    async dispose() {
      stopPinging()
      registry.stop()
      fanout.stop()
      await closeAllSockets(sockets)
    },
  }
}

const formatErrors = (errors: readonly GraphQLError[], { language }: SocketState) =>
  errors.map((error) => formatError(error.toJSON(), error, language))

/** Closes all sockets, and terminates those that have not closed after `closeTimeoutMs`. */
async function closeAllSockets(sockets: WebSocketServer) {
  for (const socket of sockets.clients) socket.close(goingAway, 'Going away')
  const closeTimer = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate()
  }, closeTimeoutMs)
  await promisify(sockets.close.bind(sockets))()
  clearTimeout(closeTimer)
}

/**
 * Returns the viewer, or null if unauthenticated. `authorization` is the value that the client sent with
 * `connection_init`; if present, the headers of the upgrade are ignored. If authentication fails, closes the socket
 * with "try again later".
 */
async function authenticateOrClose(
  { authenticate }: SessionCache,
  { socket, address, headers }: SocketState,
  authorization: unknown,
): Promise<Viewer | null> {
  try {
    const sent = headers ?? {}
    if (authorization === undefined) return await authenticate({ headers: sent, address })
    const agent = sent['user-agent']
    return await authenticate({
      headers: {
        ...(agent !== undefined && { 'user-agent': agent }),
        authorization: typeof authorization === 'string' ? authorization : '',
      },
      address,
    })
  } catch (error) {
    log.warn({ err: error }, 'a socket could not be authenticated; closing it with "try again later"')
    socket.close(tryAgainLater, 'Try again later')
    return null
  }
}

/** Returns the execution arguments of one subscription, or the errors that reject it. */
async function startSubscription(
  deps: WebSocketDeps & { fanout: Fanout },
  { socket, connection, address, language, viewer, traceId }: SocketState,
  id: string,
  message: SubscribePayload,
) {
  const { schema, guard, trusted, fanout } = deps
  const documentId = message.extensions?.documentId
  const query =
    typeof documentId === 'string' && message.query === '' ? findTrusted(trusted, documentId, viewer) : message.query
  if (query instanceof GraphQLError) return [query]
  const payload = { ...message, query }
  const operation = await readSubscription(guard, payload, viewer)
  if (isErrors(operation)) return operation
  const spec = toSubscriptionSpec(deps, operation, payload, {
    viewer,
    address,
    language,
    requestId: null,
    traceId,
    traceState: null,
  })
  const iterator = new SubscriptionIterator(fanout, spec, new WsSubscriber(id, socket, connection))
  const { document } = operation
  return { schema, document, operationName: payload.operationName, contextValue: iterator } satisfies ExecutionArgs
}

/** Rejects upgrades of other paths (404) and from foreign origins (403); returns whether it did. */
function rejectUpgrade({ publicOrigin }: Config, request: IncomingMessage, socket: Duplex): boolean {
  // Without a listener, an `error` event of the connection during the upgrade would end the process.
  socket.on('error', ignore)
  // Compares the raw path: not every request target parses as a URL.
  if (request.url?.split('?', 1)[0] !== '/graphql') return writeUpgradeError(socket, '404 Not Found')
  return isCrossOrigin(request.headers, publicOrigin) && writeUpgradeError(socket, '403 Forbidden')
}

/** Copies values from the request, because a reference would keep the request in memory as long as the socket. */
const newSocketState = (
  socket: WebSocket,
  request: IncomingMessage,
  { clientAddress }: WebSocketDeps,
): SocketState => ({
  socket,
  connection: request.socket,
  address: clientAddress(request),
  language: defaultLanguage,
  traceId: traceIdOf(request),
  viewer: null,
  headers: request.headers,
})

const ignore = () => undefined

function writeUpgradeError(socket: Duplex, status: string): true {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  return true
}
