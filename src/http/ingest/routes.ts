import { Router, type RequestHandler } from 'express'
import { equalSecrets } from '../../auth/timing-safe-equal.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Deps } from '../deps.ts'
import { mountRoutes } from '../mount-routes.ts'
import { observations } from './observations.ts'
import { platform } from './record-routes.ts'
import { sinli } from './sinli.ts'

/** All routes by which the platform's services push data. */
export const ingestOperations = [...platform, ...sinli, ...observations]

/** Router of the ingest API. Callers authenticate with the token INGEST_TOKEN. */
export function ingest(parts: Deps): Router {
  const router = Router({ caseSensitive: true })
  router.use('/ingest', needsToken(parts.config.ingestToken))
  return mountRoutes(router, ingestOperations, parts)
}

function needsToken(token: string | null): RequestHandler {
  return (req, res, next) => {
    if (token === null)
      throw new DomainError('UNAVAILABLE', 'Nothing is taken in: the setting INGEST_TOKEN is not set.')
    if (!equalSecrets(req.headers.authorization ?? '', `Bearer ${token}`))
      throw new DomainError(
        'UNAUTHENTICATED',
        'This needs the service token: Authorization: Bearer, and what INGEST_TOKEN says.',
      )
    res.set('cache-control', 'no-store')
    next()
  }
}
