import compression from 'compression'
import express, { Router, type Express, type RequestHandler } from 'express'
import { minCompressedBytes } from '../request/compression.ts'
import { problemsPath } from '../request/problem-document.ts'
import { DomainError } from '../lib/errors.ts'
import { adminApi, requireViewer } from './admin.ts'
import { adminRoutes } from './admin/routes.ts'
import { healthChecks } from './health-checks.ts'
import { ingest } from './ingest/routes.ts'
import { metricsDeclaration } from './metrics/metrics.ts'
import { apiDocument } from './openapi/route.ts'
import { problemsPage } from './problems-page.ts'
import { rejectOtherMethods, schemaTextDeclaration, sendSchema } from './schema-text.ts'
import type { Deps } from './deps.ts'
import { errorHandler, logRequests, requireSameOrigin } from './middleware/middleware.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { mountRoutes } from './routing/mount-routes.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { oidcRoutes } from './auth/oidc-routes.ts'
import { inlineScriptHashes, staticFiles } from './static-files.ts'

/** Further parts, which the composition root builds. */
export type RestDeps = {
  measureRequests: RequestHandler
  metrics: RequestHandler
  /** The GraphQL schema as text. */
  readSchemaText: () => string
}

/** The Express app: everything over HTTP except GraphQL, in the order in which a request passes through it. */
export function createApp(deps: Deps, { measureRequests, metrics, readSchemaText }: RestDeps): Express {
  const { publicOrigin } = deps.config
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')

  app.use(logRequests(deps.requestTraces.record))
  app.use(mountRoutes(Router(), healthChecks, deps))
  app.use(measureRequests)
  app.use(securityHeaders(publicOrigin, inlineScriptHashes()))
  app.use(requireSameOrigin(publicOrigin))
  app.get(metricsDeclaration.path, metrics)
  app.use(compression({ threshold: minCompressedBytes }))
  app.use(mountRoutes(Router(), authRoutes, deps))
  if (deps.oidc) app.use(oidcRoutes(deps.oidc, deps))
  app.use(ingest(deps))
  app.use(adminApi(adminRoutes, deps))
  app.use(problemsPath, problemsPage)
  app.use(schemaTextDeclaration.path, requireViewer(deps))
  app.get(schemaTextDeclaration.path, sendSchema(readSchemaText))
  app.use(schemaTextDeclaration.path, rejectOtherMethods)
  app.use('/api/openapi.json', apiDocument(publicOrigin))
  app.use(staticFiles())
  app.use(() => {
    throw new DomainError('NOT_FOUND', { code: 'ADDRESS_UNKNOWN', parameters: {} })
  })
  app.use(errorHandler)
  return app
}
