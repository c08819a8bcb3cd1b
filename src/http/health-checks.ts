import { isReachable } from '../database/ping.ts'
import { DomainError } from '../lib/errors.ts'
import { HealthOk } from './responses/health.ts'
import { answer, operation } from './define-route.ts'

const readinessTimeoutMs = 2_000
const well = () => answer(200, { status: 'ok' as const }, { 'cache-control': 'no-store' })

/** Health checks for supervisors: `/livez` says whether the process runs, `/readyz` whether to send it requests. */
export const healthChecks = [
  operation(
    {
      method: 'GET',
      path: '/livez',
      operationId: 'isLive',
      tag: 'Supervision',
      summary: 'Whether the process runs',
      description: 'It asks nothing of the database. Who gets no answer restarts the process.',
      access: 'supervisor',
      answers: { 200: { description: 'The process runs.', schema: HealthOk } },
    },
    () => Promise.resolve(well()),
  ),
  operation(
    {
      method: 'GET',
      path: '/readyz',
      operationId: 'isReady',
      tag: 'Supervision',
      summary: 'Whether to send requests here',
      access: 'supervisor',
      answers: { 200: { description: 'Requests are answered.', schema: HealthOk } },
      refusals: {
        503: `The service is stopping, or the database does not answer within ${readinessTimeoutMs / 1000} seconds.`,
      },
    },
    async (_asked, { db, isStopping }) => {
      if (isStopping()) throw new DomainError('UNAVAILABLE', 'The service is stopping.')
      if (!(await isReachable(db, readinessTimeoutMs)))
        throw new DomainError(
          'UNAVAILABLE',
          `The database does not answer within ${readinessTimeoutMs / 1000} seconds.`,
          5,
        )
      return well()
    },
  ),
]
