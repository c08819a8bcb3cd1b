import { Router, type RequestHandler } from 'express'
import { boundTo } from '../auth/tokens/bound-document.ts'
import { DomainError } from '../lib/errors.ts'
import { createEndpointMatcher } from '../inventory/endpoint-matcher.ts'
import { authenticate } from '../request/authenticate.ts'
import { sendProblem } from '../request/problems.ts'
import { factsOf } from '../request/request-trace.ts'
import { unauthenticated, type AdminRoute } from './routing/admin-route.ts'
import type { Deps } from './deps.ts'
import { mountRoutes } from './routing/mount-routes.ts'

const prefix = '/api/admin'

/** Router of the admin API. Without a session or a token every path is a 401, so that routes cannot be discovered. */
export function adminApi(routes: readonly AdminRoute[], deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  router.use(prefix, requireViewer(deps))
  mountRoutes(router, routes, deps)
  router.use(prefix, rejectUnknownRoute(routes))
  return router
}

/** Middleware that authenticates the operator, by a session or a token, and counts the requests of a token. */
export function requireViewer(deps: Deps): RequestHandler {
  return async (req, res, next) => {
    const viewer = await authenticate({ headers: req.headers, address: deps.clientAddress(req) }, deps)
    if (!viewer) throw unauthenticated()
    const tooMany = viewer.token && deps.checkTokenRate('PERSONAL', viewer.sessionId, res)
    if (tooMany) throw tooMany
    if (viewer.token?.document) throw new DomainError('FORBIDDEN', boundTo(viewer.token.document))
    res.locals.viewer = viewer
    factsOf(req).actor = viewer.operator.email
    res.set('cache-control', 'no-store')
    next()
  }
}

function rejectUnknownRoute(routes: readonly AdminRoute[]): RequestHandler {
  const match = createEndpointMatcher(routes)
  return (req, res) => {
    const path = req.baseUrl + req.path
    const allowed = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((method) => match(method, path))
    if (allowed.length === 0) throw new DomainError('NOT_FOUND', { code: 'ROUTE_UNKNOWN', parameters: {} })
    const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    sendProblem(res, {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      sentence: { code: 'METHODS_OF_ROUTE', parameters: { methods: allow } },
      headers: { allow },
    })
  }
}
