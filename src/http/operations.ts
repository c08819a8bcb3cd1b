import { adminRoutes } from './admin/routes.ts'
import { healthChecks } from './health-checks.ts'
import { ingestOperations } from './ingest/routes.ts'
import { metricsDeclaration } from './metrics.ts'
import type { Declaration } from './operation.ts'
import { signingIn } from './sign-in.ts'

/** Everything the service answers over REST: what the document tells of. */
export const operations: readonly Declaration[] = [
  ...signingIn,
  ...adminRoutes,
  ...ingestOperations,
  ...healthChecks,
  metricsDeclaration,
]
