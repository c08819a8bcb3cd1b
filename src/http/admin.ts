import { Router, type RequestHandler } from 'express'
import { DomainError } from '../lib/errors.ts'
import { matchEndpoint } from '../inventory/route-catalog.ts'
import { unauthenticated, type AdminRoute } from './admin-route.ts'
import { identify } from './authenticate.ts'
import type { Deps } from './deps.ts'
import { sendProblem } from './problems.ts'
import { mountRoutes } from './mount-routes.ts'

const prefix = '/api/admin'

/** Router of the admin API. Without a session every path in it is a 401, so that routes cannot be discovered. */
export function adminApi(routes: readonly AdminRoute[], parts: Deps): Router {
  const router = Router({ caseSensitive: true })
  router.use(prefix, needsSession(parts))
  mountRoutes(router, routes, parts)
  router.use(prefix, otherMethodOrUnknown(routes))
  return router
}

function needsSession(parts: Deps): RequestHandler {
  return async (req, res, next) => {
    const signedIn = await identify(req.headers, parts)
    if (!signedIn) throw unauthenticated()
    res.locals.signedIn = signedIn
    res.set('cache-control', 'no-store')
    next()
  }
}

function otherMethodOrUnknown(routes: readonly AdminRoute[]): RequestHandler {
  return (req, res) => {
    const path = req.baseUrl + req.path
    const allowed = (['GET', 'POST'] as const).filter((method) => matchEndpoint(routes, method, path))
    if (allowed.length === 0) throw new DomainError('NOT_FOUND', 'The admin API has no such route.')
    const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    sendProblem(res, {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      detail: `This route takes ${allow}.`,
      headers: { allow },
    })
  }
}
