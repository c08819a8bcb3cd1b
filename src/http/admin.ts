import { Router, type Request, type RequestHandler } from 'express'
import type { SignedIn } from '../access/sessions.ts'
import { Refusal } from '../errors.ts'
import { matchEndpoint } from '../inventory/catalogue.ts'
import type { AdminRoute } from './admin-route.ts'
import { identify } from './identify.ts'
import { jsonBody } from './json-body.ts'
import type { Parts } from './parts.ts'
import { sendProblem } from './problems.ts'
import { addressOf, requestIdOf } from './requests.ts'

const prefix = '/api/admin'

/** The admin API. Nobody gets past the door without a session, not even to learn which routes there are. */
export function adminApi(routes: readonly AdminRoute[], parts: Parts): Router {
  const router = Router({ caseSensitive: true })
  router.use(prefix, needsSession(parts))
  for (const route of routes) {
    if (route.method === 'POST') router.post(route.path, jsonBody('100kb'), handlerOf(route, parts))
    else router.get(route.path, handlerOf(route, parts))
  }
  router.use(prefix, otherMethodOrUnknown(routes))
  return router
}

function needsSession(parts: Parts): RequestHandler {
  return async (req, res, next) => {
    const signedIn = await identify(req.headers, parts)
    if (!signedIn) throw new Refusal('UNAUTHENTICATED', 'Sign in first: this needs a session.')
    res.locals.signedIn = signedIn
    res.set('cache-control', 'no-store')
    next()
  }
}

function handlerOf(route: AdminRoute, parts: Parts): RequestHandler {
  return async (req, res) => {
    const signedIn = res.locals.signedIn as SignedIn
    const { status, body, headers } = await route.answer(asAsked(req, signedIn, parts), parts)
    res.status(status).set(headers)
    if (body === undefined) res.end()
    else res.json(body)
  }
}

const asAsked = (req: Request, signedIn: SignedIn, { clock }: Parts) => ({
  signedIn,
  by: { operator: signedIn.operator, address: addressOf(req), requestId: requestIdOf(req) },
  at: new Date(clock.now()),
  params: req.params as Record<string, string>,
  query: req.query as unknown,
  body: req.body as unknown,
  headers: req.headers,
})

function otherMethodOrUnknown(routes: readonly AdminRoute[]): RequestHandler {
  return (req, res) => {
    const path = req.baseUrl + req.path
    const allowed = (['GET', 'POST'] as const).filter((method) => matchEndpoint(routes, method, path))
    if (allowed.length === 0) throw new Refusal('NOT_FOUND', 'The admin API has no such route.')
    const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    sendProblem(res, {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      detail: `This route takes ${allow}.`,
      headers: { allow },
    })
  }
}
