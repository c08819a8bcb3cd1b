import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Request, Response } from 'express'
import { isProbe } from './auth/probe-identity.ts'
import { DomainError } from './lib/errors.ts'
import { createOperationGuard, type AuthorizeOperation } from './graphql/guards/authorize-operation.ts'
import { createCompiled } from './graphql/http/jit-executor.ts'
import { createGraphqlHandler, type ResponseCounts, type RequestGuards } from './graphql/http/handler.ts'
import { createDocumentCache, type ReadDocument, type ParseOperation } from './graphql/document-cache.ts'
import { createResponseCache } from './graphql/http/response-cache.ts'
import { createSchema } from './graphql/schema.ts'
import { createApollo, type Apollo } from './graphql/http/apollo.ts'
import { createWebSocketServer, type Sockets } from './graphql/subscriptions/server.ts'
import { readTrustedDocuments, type TrustedDocuments } from './graphql/http/trusted-documents.ts'
import { adminRoutes } from './http/admin/routes.ts'
import { createApp, type RestDeps } from './http/app.ts'
import { createExpressPrototypes } from './http/express-prototypes.ts'
import { createSessionCache } from './http/session-cache.ts'
import { requireJsonContentType } from './http/json-body.ts'
import { metrics } from './http/metrics.ts'
import { observeRequests } from './http/measure-requests.ts'
import { originError, isCrossOrigin } from './http/origin-check.ts'
import type { Deps } from './http/deps.ts'
import { sendError } from './http/problems.ts'
import { clientAddressResolver, logRequest, cacheRemoteAddress, requestIdOf } from './http/request-log.ts'
import type { Pipeline } from './monitoring/pipeline.ts'
import type { ProbeCounts } from './monitoring/probes.ts'

const drainMs = 4_000

/** The complete HTTP server, not listening yet, and the function that stops it. */
export type HttpServer = { server: Server; probes: ProbeCounts; stop: () => Promise<void> }

/** Creates one HTTP server for REST and GraphQL. */
export async function createHttpServer(parts: Deps, pipeline: Pipeline): Promise<HttpServer> {
  const shapes = createExpressPrototypes()
  // Longer than the keep-alive of the proxy in front, so that it never reuses a connection that is being closed.
  const server: Server = createServer({ keepAliveTimeout: 65_000, ...shapes.options })
  server.on('connection', cacheRemoteAddress)
  const probes = { ok: 0, bad: 0 }
  const answered: ResponseCounts = { prepared: 0, fresh: 0 }
  const schema = createSchema()
  const trusted = readTrustedDocuments()
  const refuse = createOperationGuard(schema, parts.config, trusted)
  const operations = createDocumentCache(schema)
  const apollo = createApollo(schema, refuse, operations.readDocument)
  await apollo.start()
  const { graphql, sockets } = createGraphqlHandlers(parts, pipeline, {
    server,
    schema,
    apollo,
    answered,
    refuse,
    trusted,
    ...operations,
  })
  const app = createApp(parts, restDeps(parts, pipeline, { openSockets: sockets.count, probes, answered }))
  shapes.applyTo(app)
  server.on('request', (req, res) => {
    if (isGraphql(req.url)) graphql(req, res)
    else app(req as Request, res as Response, expressFallback(req, res))
  })
  return { server, probes, stop: () => stopServer(sockets, server, apollo) }
}

/** Final handler for requests Express cannot route, e.g. a URL without a path: its own would send an HTML page. */
const expressFallback = (req: IncomingMessage, res: ServerResponse) => (error?: unknown) => {
  sendError(error ?? new DomainError('NOT_FOUND', 'There is nothing at this address.'), req, res)
}

const isGraphql = (url = '') => url === '/graphql' || /^\/graphql\/?(?:\?|$)/.test(url)

type GraphqlParts = {
  server: Server
  schema: GraphQLSchema
  apollo: Apollo
  answered: ResponseCounts
  refuse: AuthorizeOperation
  trusted: TrustedDocuments
  readDocument: ReadDocument
  readOperation: ParseOperation
}

/** Handlers of GraphQL over HTTP and WebSocket. They bypass Express, which would cost more than the response. */
function createGraphqlHandlers(
  parts: Deps,
  { withFrozenSubject }: Pipeline,
  { server, schema, apollo, answered, ...admission }: GraphqlParts,
): { graphql: (req: IncomingMessage, res: ServerResponse) => void; sockets: Sockets } {
  const { live, config } = parts
  const gateway = { ...parts, environment: config.environment, withFrozenSubject }
  const door = createRequestGuards(parts)
  const executeCompiled = createCompiled(schema)
  const prepared = createResponseCache(live)
  const graphql = createGraphqlHandler({
    ...admission,
    gateway,
    door,
    apollo,
    prepared,
    executeCompiled,
    answered,
  })
  const gatekeeper = {
    identify: door.identify,
    clientAddress: door.clientAddress,
    socketsPerOperator: config.socketsPerOperator,
    isForeign: ({ origin, host }: IncomingMessage['headers']) => isCrossOrigin(origin, host, config.publicOrigin),
  }
  return { graphql, sockets: createWebSocketServer(server, { ...admission, schema, gateway, gatekeeper }) }
}

/** The checks that GraphQL requests share with REST requests: identity, origin, content type, logging, errors. */
function createRequestGuards(parts: Deps): RequestGuards {
  const { getCached, sessionToken, identify } = createSessionCache(parts)
  const { publicOrigin, trustProxy } = parts.config
  return {
    getCached,
    sessionToken,
    identify,
    refusal: (req) => originError(req, publicOrigin) ?? requireJsonContentType(req.headers),
    note: logRequest,
    requestIdOf,
    clientAddress: clientAddressResolver(trustProxy),
    sendError,
  }
}

function restDeps(
  { clock, probe, readPanel }: Deps,
  { observe, allStats, delayMs }: Pipeline,
  counts: { openSockets: () => number; probes: ProbeCounts; answered: ResponseCounts },
): RestDeps {
  const report = (endpoint: string, outcome: { ok: boolean; durationMs: number }) => {
    observe('ENDPOINTS', endpoint, { at: clock.now(), ...outcome })
  }
  return {
    observe: observeRequests(adminRoutes, report, (authorization) => isProbe(probe, authorization), clock),
    metrics: metrics({ readPanel, allStats, delayMs, ...counts }),
  }
}

/** Closes the sockets first, then waits for the requests in flight. */
async function stopServer(sockets: Sockets, server: Server, apollo: Apollo) {
  await sockets.dispose()
  await drainServer(server)
  await apollo.stop()
}

/** Stops accepting requests; those in flight get `drainMs` before their connections are closed. */
async function drainServer(server: Server) {
  const patience = setTimeout(() => {
    server.closeAllConnections()
  }, drainMs)
  server.close()
  await once(server, 'close')
  clearTimeout(patience)
}
