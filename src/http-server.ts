import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request, Response } from 'express'
import { printSchema } from 'graphql'
import { countPendingDeliveries } from './alerting/deliveries/delivery-queries.ts'
import { isProbe } from './auth/probe-identity.ts'
import { DomainError, StartupError } from './lib/errors.ts'
import type { Config } from './config.ts'
import type { GraphqlDeps } from './graphql/context.ts'
import { createDeprecatedFieldCounter } from './graphql/deprecated-fields.ts'
import { createCompiler } from './graphql/compile-operation.ts'
import { createContexts } from './graphql/context.ts'
import { createApollo } from './graphql/http/apollo.ts'
import { createGraphqlHandler, type ResponseCounts } from './graphql/http/handler.ts'
import { createResponseCache } from './graphql/http/response-cache.ts'
import { readTrustedDocuments, type TrustedDocuments } from './graphql/http/trusted-documents.ts'
import { createListCounts } from './graphql/guards/list-counts.ts'
import { createOperationGuard } from './graphql/guards/operation-guard.ts'
import { loadSchema } from './graphql/schema.ts'
import { createWebSocketServer } from './graphql/subscriptions/server.ts'
import { inventoryRoutes } from './http/admin/routes.ts'
import { createApp, type RestDeps } from './http/app.ts'
import type { Deps } from './http/deps.ts'
import { createExpressPrototypes } from './http/express-prototypes.ts'
import { measureRequests } from './http/middleware/measure-requests.ts'
import { metrics, type MetricSources } from './http/metrics/metrics.ts'
import type { Pipeline } from './monitoring/pipeline.ts'
import type { ProbeCounts } from './monitoring/probes.ts'
import { cacheRemoteAddress } from './request/client-address.ts'
import { sendError } from './request/problems.ts'
import { countUnread } from './trade/inbound/salvage.ts'
import { listServices } from './monitoring/services/service-queries.ts'
import { readMailboxStatus } from './trade/mailbox/mailbox-state.ts'
import type { StartReplay } from './trade/replay/replay-runner.ts'
import { createSessionCache } from './request/session-cache.ts'

const drainTimeoutMs = 4_000

/** The complete HTTP server, not listening yet, and the function that stops it. */
export type HttpServer = { server: Server; probes: ProbeCounts; stop: () => Promise<void> }

/** The dependencies except those created here. */
export type ServerDeps = Omit<Deps, 'documents' | 'sessions'> & Pick<GraphqlDeps, 'resolveMx'>

/** Creates one HTTP server for REST and GraphQL. */
export async function createHttpServer(
  serverDeps: ServerDeps,
  pipeline: Pipeline,
  startReplay: StartReplay,
): Promise<HttpServer> {
  const trusted = readTrustedDocuments()
  const deps: Deps & ServerDeps = {
    ...serverDeps,
    documents: trusted.bindable,
    sessions: createSessionCache(serverDeps),
  }
  const prototypes = createExpressPrototypes()
  // Longer than the keep-alive of the proxy in front, so that it never reuses a connection that is being closed.
  const server: Server = createServer({ keepAliveTimeout: 65_000, ...prototypes.options })
  server.on('connection', cacheRemoteAddress)
  const graphql = await createGraphql(server, { ...deps, startReplay, trusted }, pipeline)
  const probes = { ok: 0, bad: 0 }
  const app = createApp(deps, restDeps(deps, pipeline, { ...graphql, probes }))
  prototypes.applyTo(app)
  server.on('request', (req, res) => {
    if (isGraphql(req.url)) graphql.handle(req, res)
    else app(req as Request, res as Response, expressFallback(req, res))
  })
  // Closes the sockets first, then waits for the requests in flight.
  const stop = async () => {
    await graphql.closeSockets()
    await drainServer(server)
    await graphql.stop()
  }
  return { server, probes, stop }
}

/**
 * Final handler for requests Express cannot route, e.g. a URL without a path: Express's own would send an HTML page.
 */
const expressFallback = (req: IncomingMessage, res: ServerResponse) => (error?: unknown) => {
  sendError(error ?? new DomainError('NOT_FOUND', { code: 'ADDRESS_UNKNOWN', parameters: {} }), req, res)
}

const isGraphql = (url = '') => url === '/graphql' || /^\/graphql\/?(?:\?|$)/.test(url)

/** GraphQL over HTTP and WebSocket. It bypasses Express, which would cost more than the response. */
async function createGraphql(
  server: Server,
  deps: Deps & ServerDeps & { startReplay: StartReplay; trusted: TrustedDocuments },
  pipelineDeps: Pick<Pipeline, 'withFrozenSubject' | 'withFrozenSubjects' | 'isProbed' | 'moveOnboarding'>,
) {
  const { changeBus, config, clientAddress, checkTokenRate, requestTraces, sessions, trusted } = deps
  const schema = loadSchema()
  const deprecatedFields = createDeprecatedFieldCounter(schema)
  const guard = createOperationGuard(schema, config, trusted, {
    readCounts: createListCounts(deps),
    countUse: deprecatedFields.count,
  })
  const apollo = createApollo(schema, guard)
  await apollo.start()
  const { environment, publicOrigin } = config
  const contextDeps = { ...deps, ...pipelineDeps, environment, publicOrigin: publicOrigin ?? '' }
  const responseCounts: ResponseCounts = { cached: 0, executed: 0 }
  const request = { config, clientAddress, checkTokenRate, requestTraces, sessions }
  const findCompiled = createCompiler(schema, trusted.isTrusted)
  const shared = { ...request, createContext: createContexts(contextDeps), guard, trusted, findCompiled }
  const sockets = createWebSocketServer(server, { ...shared, contextDeps, schema })
  const handle = createGraphqlHandler({
    ...shared,
    apollo,
    responseCache: createResponseCache(changeBus, deprecatedFields.count),
    counts: responseCounts,
  })
  return {
    handle,
    readSchemaText: () => printSchema(schema),
    responseCounts,
    deprecatedFieldCounts: deprecatedFields.counts,
    openSockets: sockets.count,
    closeSockets: sockets.dispose,
    stop: () => apollo.stop(),
  }
}

function restDeps(
  { db, config, clock, clockOffsetMs, probe, readPanel, alerting, requestTraces }: Deps,
  { observe, allStats, allTotals, delayMs }: Pipeline,
  {
    readSchemaText,
    ...counts
  }: Pick<MetricSources, 'openSockets' | 'probes' | 'responseCounts' | 'deprecatedFieldCounts'> &
    Pick<RestDeps, 'readSchemaText'>,
): RestDeps {
  const record = (endpoint: string, outcome: { ok: boolean; durationMs: number }) => {
    observe('ENDPOINTS', endpoint, { at: clock.now(), ...outcome })
  }
  return {
    readSchemaText,
    measureRequests: measureRequests(inventoryRoutes, record, (authorization) => isProbe(probe, authorization), clock),
    metrics: metrics({
      readPanel,
      allStats,
      allTotals,
      delayMs,
      clockOffsetMs,
      attemptCounts: alerting.attemptCounts,
      traceCounts: requestTraces.counts,
      readPendingDeliveries: () => countPendingDeliveries(db),
      countUnreadFailures: () => countUnread(db),
      readMailbox: () => readMailboxStatus(db, config.sinliMailbox),
      readServices: () => listServices(db, null, new Date(clock.now())),
      ...counts,
    }),
  }
}

/** Stops accepting requests; those in flight get `drainTimeoutMs` before their connections are closed. */
async function drainServer(server: Server) {
  const timer = setTimeout(() => {
    server.closeAllConnections()
  }, drainTimeoutMs)
  server.close()
  await once(server, 'close')
  clearTimeout(timer)
}

/**
 * Begins to listen, and returns the URL.
 * @throws StartupError for a port that cannot be listened on.
 */
export async function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    const problem = code === 'EADDRINUSE' ? 'is taken by another process' : `cannot be listened on (${message})`
    throw new StartupError(`Port ${port} of ${host} ${problem}. Set PORT or HOST, or stop the other process.`)
  })
  const { address, port: actual, family } = server.address() as AddressInfo
  const isAnyAddress = address === '0.0.0.0' || address === '::'
  return `http://${isAnyAddress ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${actual}`
}
