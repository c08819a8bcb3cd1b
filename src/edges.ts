import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expressMiddleware } from '@as-integrations/express5'
import type { Express, RequestHandler } from 'express'
import { isProbe } from './access/probe.ts'
import type { SignedIn } from './access/sessions.ts'
import { requestContext, type Gateway as Asked } from './graphql/context.ts'
import { createFeeds, type Feeds } from './graphql/feeds.ts'
import { createSchema } from './graphql/schema.ts'
import { createApollo, type Apollo } from './graphql/server.ts'
import { serveSockets, type Sockets } from './graphql/sockets.ts'
import { adminRoutes } from './http/admin/routes.ts'
import { createApp } from './http/app.ts'
import { identify } from './http/identify.ts'
import { metrics } from './http/metrics.ts'
import { observeRequests } from './http/observe.ts'
import { isForeign } from './http/origin.ts'
import type { Parts } from './http/parts.ts'
import { addressOf, requestIdOf } from './http/requests.ts'
import type { Pipeline } from './monitoring/pipeline.ts'
import type { Probes } from './monitoring/probes.ts'

const drainMs = 4_000

/** The HTTP server with everything it answers, not listening yet; and the way to stop it. */
export type Edges = { server: Server; probes: Probes; stop: () => Promise<void> }

/** Puts the two edges, REST and GraphQL, on one HTTP server. */
export async function createEdges(parts: Parts, pipeline: Pipeline): Promise<Edges> {
  const { db, live, config } = parts
  // Longer than the proxy in front keeps its connections, so that it never sends a request on one that is just being closed.
  const server = createServer({ keepAliveTimeout: 65_000 })
  const probes = { ok: 0, bad: 0 }
  const schema = createSchema()
  const feeds = createFeeds(db, live)
  const asked = { ...parts, feeds, environment: config.environment, whileStill: pipeline.whileStill }
  const apollo = createApollo(schema)
  await apollo.start()
  const sockets = serveSockets(server, schema, asked, {
    identify: (headers) => identify(headers, parts),
    isForeign: ({ origin, host }) => isForeign(origin, host, config.publicOrigin),
  })
  const app = appOf(parts, pipeline, answerGraphql(parts, asked, apollo), { openSockets: sockets.count, probes })
  server.on('request', app)
  return { server, probes, stop: () => stopInOrder(sockets, server, apollo, feeds) }
}

/** Answers GraphQL over HTTP. Who asks is found out before, so that a database that is away is told as it is elsewhere. */
function answerGraphql(parts: Parts, asked: Asked, apollo: Apollo): RequestHandler {
  const answer = expressMiddleware(apollo, {
    context: ({ req, res }) => {
      const signedIn = res.locals.signedIn as SignedIn | null
      return Promise.resolve(requestContext(asked, { signedIn, address: addressOf(req), requestId: requestIdOf(req) }))
    },
  })
  return async (req, res, next) => {
    res.locals.signedIn = await identify(req.headers, parts)
    answer(req, res, next)
  }
}

function appOf(
  parts: Parts,
  { observe, measured }: Pipeline,
  graphql: RequestHandler,
  counts: { openSockets: () => number; probes: Probes },
): Express {
  const { clock, probe, readPanel } = parts
  const report = (endpoint: string, outcome: { ok: boolean; durationMs: number }) => {
    observe('ENDPOINTS', endpoint, { at: clock.now(), ...outcome })
  }
  return createApp(parts, {
    graphql,
    observe: observeRequests(adminRoutes, report, (authorization) => isProbe(probe, authorization)),
    metrics: metrics({ readPanel, measured, ...counts }),
  })
}

/** First the sockets, then what is still being answered, then what feeds them. */
async function stopInOrder(sockets: Sockets, server: Server, apollo: Apollo, feeds: Feeds) {
  await sockets.dispose()
  await drain(server)
  await apollo.stop()
  feeds.stop()
}

/** Takes no more requests and lets those under way end, for as long as is decent. */
async function drain(server: Server) {
  const patience = setTimeout(() => {
    server.closeAllConnections()
  }, drainMs)
  server.close()
  await once(server, 'close')
  clearTimeout(patience)
}
