import type { Request, RequestHandler, Response, Router } from 'express'
import type { Viewer } from '../auth/sessions.ts'
import { jsonReader } from './json-body.ts'
import type { RouteDefinition, Route } from './define-route.ts'
import type { Deps } from './deps.ts'

const verbs = { GET: 'get', POST: 'post', PUT: 'put' } as const

/** The body parser of a route that declares none. */
const usualReader = jsonReader('100kb')

/** Registers routes on a router. */
export function mountRoutes(router: Router, operations: readonly Route[], parts: Deps): Router {
  for (const operation of operations) {
    const reader = bodyParserFor(operation)
    const before = reader ? [reader.read] : []
    router[verbs[operation.method]](operation.path, ...before, handlerOf(operation, parts))
  }
  return router
}

/** The body parser of a route; null for GET. It applies even if no field is required: the body must still be JSON. */
export const bodyParserFor = ({ method, reads = usualReader }: RouteDefinition) => (method === 'GET' ? null : reads)

function handlerOf(operation: Route, parts: Deps): RequestHandler {
  return async (req: Request, res: Response) => {
    const signedIn = (res.locals.signedIn ?? null) as Viewer | null
    const arrival = { req, signedIn, at: new Date(parts.clock.now()) }
    const { status, body, headers } = await operation.answer(arrival, parts)
    res.status(status).set(headers)
    if (body === undefined) res.end()
    else res.json(body)
  }
}
