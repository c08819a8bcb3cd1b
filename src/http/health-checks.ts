import { isReachable } from '../database/ping.ts'
import { DomainError } from '../lib/errors.ts'
import { listLaggingInstances } from '../monitoring/services/evaluate-services.ts'
import { HealthOk, ReadyOk } from './responses/health.ts'
import { answer, operation } from './routing/define-route.ts'

const readinessTimeoutMs = 2_000
const ok = <Body extends object>(body: Body) =>
  answer(200, { status: 'ok' as const, ...body }, { 'cache-control': 'no-store' })

/** Health checks for supervisors: `/livez` for whether the process runs, `/readyz` for whether it takes requests. */
export const healthChecks = [
  operation(
    {
      method: 'GET',
      path: '/livez',
      operationId: 'isLive',
      tag: 'Supervision',
      summary: 'Liveness check',
      description: 'Does not query the database. Without a response, restart the process.',
      access: 'supervisor',
      answers: { 200: { description: 'The process runs.', schema: HealthOk } },
    },
    () => Promise.resolve(ok({})),
  ),
  operation(
    {
      method: 'GET',
      path: '/readyz',
      operationId: 'isReady',
      tag: 'Supervision',
      summary: 'Readiness check',
      description: 'Queries the database. With a status other than 200, send requests to another instance.',
      access: 'supervisor',
      answers: { 200: { description: 'The instance accepts requests.', schema: ReadyOk } },
      refusals: {
        503: `The service is stopping, or the database does not respond within ${readinessTimeoutMs / 1000} seconds.`,
      },
    },
    async (_request, { db, clock, clockOffsetMs, isStopping }) => {
      if (isStopping()) throw new DomainError('UNAVAILABLE', { code: 'SERVICE_STOPPING', parameters: {} })
      if (!(await isReachable(db, readinessTimeoutMs)))
        throw new DomainError(
          'UNAVAILABLE',
          { code: 'DATABASE_SLOW', parameters: { seconds: readinessTimeoutMs / 1000 } },
          5,
        )
      return ok({ clockOffsetMs: clockOffsetMs(), laggingInstances: await listLaggingInstances(db, clock.now()) })
    },
  ),
]
