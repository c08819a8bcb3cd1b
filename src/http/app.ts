import compression from 'compression'
import express, { Router, type Express, type RequestHandler } from 'express'
import { DomainError } from '../lib/errors.ts'
import { adminApi } from './admin.ts'
import { adminRoutes } from './admin/routes.ts'
import { healthChecks } from './health-checks.ts'
import { ingest } from './ingest/routes.ts'
import { metricsDeclaration } from './metrics.ts'
import { apiDocument } from './openapi/route.ts'
import { requireSameOrigin } from './origin-check.ts'
import type { Deps } from './deps.ts'
import { errorHandler } from './problems.ts'
import { logRequests } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { mountRoutes } from './mount-routes.ts'
import { authRoutes } from './auth-routes.ts'
import { staticFiles } from './static-files.ts'

/** Middleware from the composition root: the measurement of requests, and the metrics. */
export type RestDeps = { observe: RequestHandler; metrics: RequestHandler }

/** The Express app: everything over HTTP except GraphQL, in the order in which a request passes through it. */
export function createApp(parts: Deps, { observe, metrics }: RestDeps): Express {
  const { publicOrigin, trustProxy } = parts.config
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', trustProxy ?? false)
  app.set('query parser', 'simple')

  app.use(logRequests)
  app.use(mountRoutes(Router(), healthChecks, parts))
  app.use(observe)
  app.use(securityHeaders(publicOrigin))
  app.use(requireSameOrigin(publicOrigin))
  app.get(metricsDeclaration.path, metrics)
  app.use(compression())
  app.use(mountRoutes(Router(), authRoutes, parts))
  app.use(ingest(parts))
  app.use(adminApi(adminRoutes, parts))
  app.use('/api/openapi.json', apiDocument(publicOrigin))
  app.use(staticFiles())
  app.use(() => {
    throw new DomainError('NOT_FOUND', 'There is nothing at this address.')
  })
  app.use(errorHandler)
  return app
}
