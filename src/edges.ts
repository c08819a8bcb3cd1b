import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Request, Response } from 'express'
import { isProbe } from './access/probe.ts'
import { Refusal } from './errors.ts'
import { createRefuse, type Refuse } from './graphql/access.ts'
import { createCompiled } from './graphql/compiled.ts'
import { answerOverHttp, type Answered, type Door } from './graphql/over-http.ts'
import { createOperations, type ReadDocument, type ReadOperation } from './graphql/operations.ts'
import { createPrepared } from './graphql/prepared.ts'
import { createSchema } from './graphql/schema.ts'
import { createApollo, type Apollo } from './graphql/server.ts'
import { serveSockets, type Sockets } from './graphql/sockets.ts'
import { readTrustedDocuments, type TrustedDocuments } from './graphql/trusted.ts'
import { adminRoutes } from './http/admin/routes.ts'
import { createApp, type Additions } from './http/app.ts'
import { createExpressShapes } from './http/express-shapes.ts'
import { createIdentities } from './http/identities.ts'
import { refuseOtherThanJson } from './http/json-body.ts'
import { metrics } from './http/metrics.ts'
import { observeRequests } from './http/observe.ts'
import { foreignRefusal, isForeign } from './http/origin.ts'
import type { Parts } from './http/parts.ts'
import { answerProblem } from './http/problems.ts'
import { addressReader, logRequest, rememberAddress, requestIdOf } from './http/requests.ts'
import type { Pipeline } from './monitoring/pipeline.ts'
import type { Probes } from './monitoring/probes.ts'

const drainMs = 4_000

/** The HTTP server with everything it answers, not listening yet; and the way to stop it. */
export type Edges = { server: Server; probes: Probes; stop: () => Promise<void> }

/** Puts the two edges, REST and GraphQL, on one HTTP server. */
export async function createEdges(parts: Parts, pipeline: Pipeline): Promise<Edges> {
  const shapes = createExpressShapes()
  // Longer than the proxy in front keeps its connections, so that it never sends a request on one that is just being closed.
  const server: Server = createServer({ keepAliveTimeout: 65_000, ...shapes.options })
  server.on('connection', rememberAddress)
  const probes = { ok: 0, bad: 0 }
  const answered: Answered = { prepared: 0, fresh: 0 }
  const schema = createSchema()
  const trusted = readTrustedDocuments()
  const refuse = createRefuse(schema, parts.config, trusted)
  const operations = createOperations(schema)
  const apollo = createApollo(schema, refuse, operations.readDocument)
  await apollo.start()
  const { graphql, sockets } = graphqlEdge(parts, pipeline, {
    server,
    schema,
    apollo,
    answered,
    refuse,
    trusted,
    ...operations,
  })
  const app = createApp(parts, restAdditions(parts, pipeline, { openSockets: sockets.count, probes, answered }))
  shapes.adopt(app)
  server.on('request', (req, res) => {
    if (isGraphql(req.url)) graphql(req, res)
    else app(req as Request, res as Response, nowhere(req, res))
  })
  return { server, probes, stop: () => stopInOrder(sockets, server, apollo) }
}

/** Whatever Express finds no way in for, such as an address without a path: it would answer with a page of its own. */
const nowhere = (req: IncomingMessage, res: ServerResponse) => (error?: unknown) => {
  answerProblem(error ?? new Refusal('NOT_FOUND', 'There is nothing at this address.'), req, res)
}

const isGraphql = (url = '') => url === '/graphql' || /^\/graphql\/?(?:\?|$)/.test(url)

type GraphqlParts = {
  server: Server
  schema: GraphQLSchema
  apollo: Apollo
  answered: Answered
  refuse: Refuse
  trusted: TrustedDocuments
  readDocument: ReadDocument
  readOperation: ReadOperation
}

/** GraphQL over HTTP and over sockets. It is answered beside Express, whose way in would cost more than the answer. */
function graphqlEdge(
  parts: Parts,
  { whileStill }: Pipeline,
  { server, schema, apollo, answered, ...admission }: GraphqlParts,
): { graphql: (req: IncomingMessage, res: ServerResponse) => void; sockets: Sockets } {
  const { live, config } = parts
  const gateway = { ...parts, environment: config.environment, whileStill }
  const door = createDoor(parts)
  const runCompiled = createCompiled(schema)
  const prepared = createPrepared(live)
  const graphql = answerOverHttp({
    ...admission,
    gateway,
    door,
    apollo,
    prepared,
    runCompiled,
    answered,
  })
  const gatekeeper = {
    identify: door.identify,
    addressOf: door.addressOf,
    socketsPerOperator: config.socketsPerOperator,
    isForeign: ({ origin, host }: IncomingMessage['headers']) => isForeign(origin, host, config.publicOrigin),
  }
  return { graphql, sockets: serveSockets(server, { ...admission, schema, gateway, gatekeeper }) }
}

/** What stands before GraphQL as it stands before the REST routes. */
function createDoor(parts: Parts): Door {
  const { recall, tokenOf, identify } = createIdentities(parts)
  const { publicOrigin, trustProxy } = parts.config
  return {
    recall,
    tokenOf,
    identify,
    refusal: (req) => foreignRefusal(req, publicOrigin) ?? refuseOtherThanJson(req.headers),
    note: logRequest,
    requestIdOf,
    addressOf: addressReader(trustProxy),
    answerProblem,
  }
}

function restAdditions(
  { clock, probe, readPanel }: Parts,
  { observe, measured, delayMs }: Pipeline,
  counts: { openSockets: () => number; probes: Probes; answered: Answered },
): Additions {
  const report = (endpoint: string, outcome: { ok: boolean; durationMs: number }) => {
    observe('ENDPOINTS', endpoint, { at: clock.now(), ...outcome })
  }
  return {
    observe: observeRequests(adminRoutes, report, (authorization) => isProbe(probe, authorization), clock),
    metrics: metrics({ readPanel, measured, delayMs, ...counts }),
  }
}

/** First the sockets, then what is still being answered. */
async function stopInOrder(sockets: Sockets, server: Server, apollo: Apollo) {
  await sockets.dispose()
  await drain(server)
  await apollo.stop()
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
