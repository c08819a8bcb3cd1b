import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
} from 'graphql'
import { useServer, type Extra } from 'graphql-ws/use/ws'
import { WebSocketServer, type WebSocket } from 'ws'
import { listAlive, type SignedIn } from '../access/sessions.ts'
import { log } from '../log.ts'
import { refuse } from './access.ts'
import { listenerContext, type Gateway } from './context.ts'
import { answerError, operationRefused } from './errors.ts'
import { maxTokens } from './limits.ts'

const recheckMs = 10_000
const maxFrameBytes = 64 * 1024

/** Who asks, from the headers of the upgrade request; and whether the browser page that asks is a stranger's. */
export type Gatekeeper = {
  identify: (headers: IncomingHttpHeaders) => Promise<SignedIn | null>
  isForeign: (headers: IncomingHttpHeaders) => boolean
}

/** The open sockets: how many there are, and the way to close them all. */
export type Sockets = { count: () => number; dispose: () => Promise<void> }

type Signed = { signedIn: SignedIn }

/** Serves subscriptions over WebSockets at `/graphql` and returns the way to stop. Queries and mutations go over HTTP. */
export function serveSockets(server: Server, schema: GraphQLSchema, gateway: Gateway, gatekeeper: Gatekeeper): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  const open = new Map<WebSocket, SignedIn>()
  const protocol = useServer<Record<string, unknown>, Partial<Signed>>(
    {
      schema,
      onConnect: async ({ extra }) => {
        const signedIn = await gatekeeper.identify(extra.request.headers)
        if (!signedIn) return false
        Object.assign(extra, { signedIn })
        open.set(extra.socket, signedIn)
        extra.socket.once('close', () => open.delete(extra.socket))
        return true
      },
      onSubscribe: ({ extra }, _id, payload) => prepare(schema, payload, extra.signedIn ?? null),
      context: ({ extra }) => listenerContext(gateway, askerOf(extra)),
      onError: (_ctx, _id, _payload, errors) => errors.map((error) => answerError(error.toJSON(), error)),
      onNext: (...[, , , , result]) =>
        result.errors && { ...result, errors: result.errors.map((error) => answerError(error.toJSON(), error)) },
    },
    sockets,
  )
  server.on('upgrade', (request, socket, head) => {
    upgrade(sockets, gatekeeper, request, { socket, head })
  })
  const stopRechecking = keepChecking(gateway, open)
  return {
    count: () => open.size,
    async dispose() {
      stopRechecking()
      await protocol.dispose()
    },
  }
}

function upgrade(
  sockets: WebSocketServer,
  { isForeign }: Gatekeeper,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
) {
  if (new URL(request.url ?? '/', 'http://any').pathname !== '/graphql') {
    turnAway(socket, '404 Not Found')
    return
  }
  if (isForeign(request.headers)) {
    turnAway(socket, '403 Forbidden')
    return
  }
  sockets.handleUpgrade(request, socket, head, (accepted) => sockets.emit('connection', accepted, request))
}

function turnAway(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

type Payload = { query: string; operationName?: string | null; variables?: Record<string, unknown> | null }

/** Parses and validates one operation and sees to it that they may ask for it; only subscriptions are served here. */
function prepare(
  schema: GraphQLSchema,
  payload: Payload,
  signedIn: SignedIn | null,
): ExecutionArgs | readonly GraphQLError[] {
  const document = parsed(payload.query)
  if (document instanceof GraphQLError) return [document]
  const invalid = validate(schema, document)
  if (invalid.length > 0) return invalid
  const operation = getOperationAST(document, payload.operationName)
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
    return [
      operationRefused(
        'BAD_REQUEST',
        'Only subscriptions are served over the WebSocket: send queries and mutations to POST /graphql.',
      ),
    ]
  }
  const refusal = refuse(document, operation, signedIn)
  if (refusal) return [refusal]
  return { schema, document, operationName: payload.operationName, variableValues: payload.variables }
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens })
  } catch (error) {
    return error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.')
  }
}

function askerOf({ signedIn, request }: Extra & Partial<Signed>) {
  return { signedIn: signedIn ?? null, address: request.socket.remoteAddress ?? '', requestId: null }
}

/**
 * Closes sockets whose session has ended or whose operator has another role now: at once when told so, and within ten
 * seconds in any case. Whoever is still signed in connects again, as who they are then.
 */
function keepChecking({ db, clock, live }: Gateway, open: Map<WebSocket, SignedIn>): () => void {
  const check = () => {
    checkAll().catch((error: unknown) => {
      log.warn({ err: error }, 'sessions of open sockets cannot be checked; trying again')
    })
  }
  async function checkAll() {
    if (open.size === 0) return
    const ids = new Set([...open.values()].map(({ sessionId }) => sessionId))
    const alive = await listAlive(db, [...ids], new Date(clock.now()))
    const roles = new Map(alive.map(({ sessionId, operator }) => [sessionId, operator.role]))
    for (const [socket, { sessionId, operator }] of open)
      if (roles.get(sessionId) !== operator.role) socket.close(4403, 'Forbidden')
  }
  const stopListening = live.listen('sessions', check)
  const stopTicking = clock.every(recheckMs, check)
  return () => {
    stopListening()
    stopTicking()
  }
}
