import { adminRoutes } from './admin/routes.ts'
import { healthChecks } from './health-checks.ts'
import { heartbeatRoutes } from './ingest/heartbeats.ts'
import { ingestOperations } from './ingest/routes.ts'
import { metricsDeclaration } from './metrics/metrics.ts'
import { schemaTextDeclaration } from './schema-text.ts'
import type { RouteDefinition } from './routing/define-route.ts'
import { authRoutes } from './auth/auth-routes.ts'

/** All REST routes of the service, as documented in OpenAPI. */
export const operations: readonly RouteDefinition[] = [
  ...authRoutes,
  ...adminRoutes,
  ...ingestOperations,
  ...heartbeatRoutes,
  ...healthChecks,
  metricsDeclaration,
  schemaTextDeclaration,
]
