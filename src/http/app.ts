import compression from 'compression'
import express, { Router, type Express, type RequestHandler } from 'express'
import { Refusal } from '../errors.ts'
import { adminApi } from './admin.ts'
import { adminRoutes } from './admin/routes.ts'
import { healthChecks } from './health-checks.ts'
import { ingest } from './ingest/routes.ts'
import { metricsDeclaration } from './metrics.ts'
import { apiDocument } from './openapi/serve.ts'
import { refuseForeign } from './origin.ts'
import type { Parts } from './parts.ts'
import { answerWithProblem } from './problems.ts'
import { logRequests } from './requests.ts'
import { securityHeaders } from './security-headers.ts'
import { serve } from './serve.ts'
import { signingIn } from './sign-in.ts'
import { webApplication } from './static.ts'

/** What the composition root adds: the measuring of requests, and the metrics. */
export type Additions = { observe: RequestHandler; metrics: RequestHandler }

/** Everything over HTTP but GraphQL, in the order in which a request passes through it. */
export function createApp(parts: Parts, { observe, metrics }: Additions): Express {
  const { publicOrigin, trustProxy } = parts.config
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', trustProxy ?? false)
  app.set('query parser', 'simple')

  app.use(logRequests)
  app.use(serve(Router(), healthChecks, parts))
  app.use(observe)
  app.use(securityHeaders(publicOrigin))
  app.use(refuseForeign(publicOrigin))
  app.get(metricsDeclaration.path, metrics)
  app.use(compression())
  app.use(serve(Router(), signingIn, parts))
  app.use(ingest(parts))
  app.use(adminApi(adminRoutes, parts))
  app.use('/api/openapi.json', apiDocument(publicOrigin))
  app.use(webApplication())
  app.use(() => {
    throw new Refusal('NOT_FOUND', 'There is nothing at this address.')
  })
  app.use(answerWithProblem)
  return app
}
