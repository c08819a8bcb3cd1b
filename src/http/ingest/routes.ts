import { Router, type RequestHandler, type Response } from 'express'
import { sendProblem } from '../../request/problems.ts'
import type { Deps } from '../deps.ts'
import { mountRoutes } from '../routing/mount-routes.ts'
import { batchRoutes } from './records/batch-routes.ts'
import { customerLogin } from './records/customer-login.ts'
import { endpointRoutes } from './endpoints/endpoint-routes.ts'
import { heartbeatPath, heartbeatRoutes, rejectOtherBeats } from './heartbeats.ts'
import { observations } from './observations/observations.ts'
import { markReport, reportPaths } from './note-refusals.ts'
import { otlp } from './otlp.ts'
import { recordRoutes } from './records/record-routes.ts'
import { retireRoutes } from './records/retire-routes.ts'
import { requireService, withScope } from './service.ts'
import { sinli } from './sinli.ts'
import { whoAmI } from './whoami.ts'

/** All routes by which the platform's services push data. */
export const ingestOperations = [
  ...recordRoutes,
  ...batchRoutes,
  ...customerLogin,
  ...retireRoutes,
  ...endpointRoutes,
  ...sinli,
  ...observations,
  ...otlp,
  ...whoAmI,
].map(withScope)

/**
 * Router of the ingest API. Callers authenticate with a service token or with INGEST_TOKEN; heartbeats authenticate
 * with the secret in their path.
 */
export function ingest(deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  router.use(heartbeatPath, rejectOtherBeats)
  mountRoutes(router, heartbeatRoutes, deps)
  router.use(reportPaths, markReport)
  router.use('/ingest', requireService(deps))
  mountRoutes(router, ingestOperations, deps)
  for (const { path } of otlp) router.use(path, rejectOtherMethods)
  return router
}

/** Answers other methods at the addresses of OTLP, as its exporters expect. */
const rejectOtherMethods: RequestHandler = (req, res, next) => {
  const isBelow = req.path !== '/'
  if (isBelow) next()
  else rejectMethod(res)
}

const rejectMethod = (res: Response) => {
  sendProblem(res, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    sentence: { code: 'METHODS_OF_ADDRESS', parameters: { methods: 'POST' } },
    headers: { allow: 'POST' },
  })
}
