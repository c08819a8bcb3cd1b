import type { Request, RequestHandler, Response, Router } from 'express'
import type { Viewer } from '../../auth/sessions.ts'
import type { ServiceCaller } from '../../auth/tokens/find-token.ts'
import { bodyLimits } from '../../request/body-limits.ts'
import { encodeMessage } from '../../otlp/encode-response.ts'
import { otlpFormatOf, otlpTypes } from '../../request/otlp-requests.ts'
import { requestIdOf } from '../../request/request-log.ts'
import { factsOf, traceSourceOf } from '../../request/request-trace.ts'
import { jsonBodyParser } from './json-body.ts'
import type { RouteDefinition, Route } from './define-route.ts'
import { deprecationHeaders, derivedHeaders } from './response-headers.ts'
import type { Deps } from '../deps.ts'

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** The body parser of a route that declares none. */
const defaultBodyParser = jsonBodyParser(bodyLimits.json)

/** Registers routes on a router. */
export function mountRoutes(router: Router, operations: readonly Route[], deps: Deps): Router {
  for (const operation of operations) {
    const parser = bodyParserFor(operation)
    const before = parser ? [parser.read] : []
    router[verbs[operation.method]](expressPath(operation.path), ...before, handlerOf(operation, deps))
  }
  return router
}

/** A colon within a segment, as in `libraries:batch`, is no parameter. */
const expressPath = (path: string) => path.replace(/(?<!\/):/g, '\\:')

/** The body parser of a route; null for GET and DELETE. Even if no field is required, a body must be JSON. */
export const bodyParserFor = ({ method, reads = defaultBodyParser }: RouteDefinition) =>
  method === 'GET' || method === 'DELETE' ? null : reads

function handlerOf(operation: Route, deps: Deps): RequestHandler {
  return async (req: Request, res: Response) => {
    if (operation.isTelemetry) factsOf(req).isTelemetry = true
    const viewer = (res.locals.viewer ?? null) as Viewer | null
    const service = (res.locals.service ?? null) as ServiceCaller | null
    const origin = { address: deps.clientAddress(req), requestId: requestIdOf(req), ...traceSourceOf(req) }
    const context = { req, viewer, service, at: new Date(deps.clock.now()), ...origin }
    // Set before the handler runs, so that error responses have these headers too.
    if (operation.deprecated) res.set(deprecationHeaders(operation.deprecated))
    const response = await operation.answer(context, deps)
    const { status, body, headers } = response
    res.status(status).set({ ...derivedHeaders(req, response), ...headers })
    if (body === undefined) res.end()
    else if (operation.otlp && otlpFormatOf(req) === 'protobuf')
      res.type(otlpTypes.protobuf).send(encodeMessage(operation.otlp, body as object))
    else res.json(body)
  }
}
