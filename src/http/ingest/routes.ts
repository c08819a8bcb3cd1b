import { Router, type RequestHandler } from 'express'
import { isSame } from '../../access/tokens.ts'
import { Refusal } from '../../errors.ts'
import type { Parts } from '../parts.ts'
import { serve } from '../serve.ts'
import { observations } from './observations.ts'
import { platform } from './platform.ts'
import { sinli } from './sinli.ts'

/** Where the platform's services push what they know. */
export const ingestOperations = [...platform, ...sinli, ...observations]

/** Answers what services push. They bring the token INGEST_TOKEN. */
export function ingest(parts: Parts): Router {
  const router = Router({ caseSensitive: true })
  router.use('/ingest', needsToken(parts.config.ingestToken))
  return serve(router, ingestOperations, parts)
}

function needsToken(token: string | null): RequestHandler {
  return (req, res, next) => {
    if (token === null) throw new Refusal('UNAVAILABLE', 'Nothing is taken in: the setting INGEST_TOKEN is not set.')
    if (!isSame(req.headers.authorization ?? '', `Bearer ${token}`))
      throw new Refusal(
        'UNAUTHENTICATED',
        'This needs the service token: Authorization: Bearer, and what INGEST_TOKEN says.',
      )
    res.set('cache-control', 'no-store')
    next()
  }
}
