import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { GraphQLError, type ExecutionArgs, type GraphQLSchema } from 'graphql'
import { useServer, type Extra } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import type { SignedIn } from '../access/sessions.ts'
import { log } from '../log.ts'
import type { Refuse } from './access.ts'
import type { Gateway } from './context.ts'
import { answerError } from './errors.ts'
import { createFanout, type Fanout, type Subscribed } from './fanout.ts'
import { SocketListener, type Listener } from './listener.ts'
import { keepMembers } from './members.ts'
import { isRefused, type ReadOperation } from './operations.ts'
import { keepAlive } from './pings.ts'
import { closeIfCrowded, countAndRefuse, type Paced } from './socket-limits.ts'
import { readSubscription, subscribedTo, type Payload } from './subscriptions.ts'
import { readTrusted, type TrustedDocuments } from './trusted.ts'

const maxFrameBytes = 64 * 1024

/** The code of a server that cannot serve at the moment. Source: the registry of close codes, RFC 6455, section 11.7. */
const tryAgainLater = 1013

/** Who was told that we go away and does not answer is hung up on after so long. */
const partingMs = 2_000

/** Who asks, from the headers of the upgrade request; and whether the browser page that asks is a stranger's. */
export type Gatekeeper = {
  identify: (headers: IncomingHttpHeaders) => Promise<SignedIn | null>
  isForeign: (headers: IncomingHttpHeaders) => boolean
  addressOf: (req: IncomingMessage) => string
  socketsPerOperator: number
}

/** The open sockets: how many there are, and the way to close them all. */
export type Sockets = { count: () => number; dispose: () => Promise<void> }

type Signed = { signedIn: SignedIn }
type Parts = {
  schema: GraphQLSchema
  gateway: Gateway
  readOperation: ReadOperation
  refuse: Refuse
  trusted: TrustedDocuments
  gatekeeper: Gatekeeper
}
type SocketExtra = Extra & Partial<Signed> & Paced

/**
 * Serves subscriptions over WebSockets at `/graphql` and returns the way to stop. The library keeps the protocol; results
 * are written by the fan-out, once for all who asked the same. Queries and mutations go over HTTP.
 */
export function serveSockets(server: Server, parts: Parts): Sockets {
  const { gateway, gatekeeper } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  const members = keepMembers(gateway)
  const fanout = createFanout(gateway.live)
  const protocol = useServer<Record<string, unknown>, Partial<Signed>>(
    {
      onConnect: async ({ extra }) => {
        const signedIn = await identifyOrPutOff(gatekeeper, extra)
        if (!signedIn || closeIfCrowded(extra.socket, members.countOf(signedIn), gatekeeper)) return false
        Object.assign(extra, { signedIn })
        members.add(extra.socket, signedIn)
        return true
      },
      onSubscribe: ({ extra, subscriptions }, id, payload) => {
        const why = countAndRefuse(extra, Object.keys(subscriptions).length, gateway.clock.now())
        return why ? [why] : begin(parts, extra, id, payload)
      },
      subscribe: (args) => listen(fanout, args.contextValue as Beginning),
      onError: (_ctx, _id, _payload, errors) => errors.map((error) => answerError(error.toJSON(), error)),
    },
    sockets,
    0,
  )
  const stopPinging = keepAlive(sockets)
  server.on('upgrade', (request, socket, head) => {
    upgrade(sockets, gatekeeper, request, { socket, head })
  })
  return {
    count: members.count,
    async dispose() {
      stopPinging()
      members.stop()
      fanout.stop()
      await part(sockets, protocol)
    },
  }
}

/** Tells everybody that we go away, and waits a little for their answer. */
async function part(sockets: WebSocketServer, protocol: { dispose: () => void | Promise<void> }) {
  const impatience = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate()
  }, partingMs)
  await protocol.dispose()
  clearTimeout(impatience)
}

/** Who asks; null for nobody. Where that cannot be found out, the socket is closed so that clients try again later. */
async function identifyOrPutOff({ identify }: Gatekeeper, { socket, request }: Extra): Promise<SignedIn | null> {
  try {
    return await identify(request.headers)
  } catch (error) {
    log.warn({ err: error }, 'it cannot be found out who opens a socket; they are told to try again')
    socket.close(tryAgainLater, 'Try again later')
    return null
  }
}

/** What one subscription takes: what is asked, and where it is to be told. */
function begin(parts: Parts, extra: SocketExtra, id: string, sent: Payload) {
  const { schema, gateway, gatekeeper, trusted } = parts
  const { socket, request, signedIn = null } = extra
  const documentId = sent.extensions?.documentId
  const query = typeof documentId === 'string' && sent.query === '' ? readTrusted(trusted, documentId) : sent.query
  if (query instanceof GraphQLError) return [query]
  const payload = { ...sent, query }
  const operation = readSubscription(parts, payload, signedIn)
  if (isRefused(operation)) return operation
  const asker = { signedIn, address: gatekeeper.addressOf(request), requestId: null }
  const beginning: Beginning = {
    subscribed: subscribedTo({ schema, gateway }, operation, payload, asker),
    listener: new SocketListener(id, socket, request.socket),
  }
  const { document } = operation
  return { schema, document, operationName: payload.operationName, contextValue: beginning } satisfies ExecutionArgs
}

type Beginning = { subscribed: Subscribed; listener: Listener }

/** Listens until it is told to stop. Results go past the library: to it, this is a stream that has not said anything yet. */
function listen(fanout: Fanout, { subscribed, listener }: Beginning): AsyncGenerator<never, void> {
  let stop: (result: IteratorResult<never, void>) => void
  const stopped = new Promise<IteratorResult<never, void>>((resolve) => (stop = resolve))
  const end = () => {
    fanout.leave(subscribed, listener)
    stop({ done: true, value: undefined })
    return stopped
  }
  const stream = {
    async next() {
      await fanout.join(subscribed, listener).catch((error: unknown) => {
        void end()
        throw error
      })
      return stopped
    },
    return: end,
    async throw(error: unknown): Promise<IteratorResult<never, void>> {
      await end()
      throw error
    },
    [Symbol.asyncIterator]: () => stream,
    [Symbol.asyncDispose]: async () => {
      await end()
    },
  }
  return stream
}

function upgrade(
  sockets: WebSocketServer,
  { isForeign }: Gatekeeper,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
) {
  // Nobody else hears of it when the connection breaks meanwhile, and what nobody hears of ends the process.
  socket.on('error', () => undefined)
  // Not every address that arrives can be read as a URL; one that cannot is somewhere else.
  if (request.url?.split('?', 1)[0] !== '/graphql') {
    turnAway(socket, '404 Not Found')
    return
  }
  if (isForeign(request.headers)) {
    turnAway(socket, '403 Forbidden')
    return
  }
  // All that is asked of the request later: whole, it would be kept as long as the socket.
  const { headers, socket: connection } = request
  sockets.handleUpgrade(request, socket, head, (accepted) =>
    sockets.emit('connection', accepted, { headers, socket: connection }),
  )
}

function turnAway(socket: Duplex, status: string) {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
