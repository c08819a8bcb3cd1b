import { Router } from 'express'
import { isReachable } from '../database/reachable.ts'
import { Refusal } from '../errors.ts'
import type { Parts } from './parts.ts'

const patienceMs = 2_000

/** What a supervisor asks: `/livez` whether the process runs, `/readyz` whether it should be sent requests. */
export function healthChecks({ db, isStopping }: Pick<Parts, 'db' | 'isStopping'>): Router {
  const router = Router()
  router.get('/livez', (_req, res) => {
    res.set('cache-control', 'no-store').json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    if (isStopping()) throw new Refusal('UNAVAILABLE', 'The service is stopping.')
    if (!(await isReachable(db, patienceMs)))
      throw new Refusal('UNAVAILABLE', `The database does not answer within ${patienceMs / 1000} seconds.`, 5)
    res.set('cache-control', 'no-store').json({ status: 'ok' })
  })
  return router
}
