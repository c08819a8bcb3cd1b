import type { RequestHandler, Response } from 'express'
import type { Clock } from '../../lib/clock.ts'
import { createEndpointMatcher } from '../../inventory/endpoint-matcher.ts'
import { endpointId, type CatalogueEntry } from '../../inventory/route-catalog.ts'

/** Called for each finished request, with its endpoint, whether it succeeded, and its duration in milliseconds. */
export type RecordRequest = (endpoint: string, outcome: { ok: boolean; durationMs: number }) => void

/** Middleware that measures each request to a route of the catalogue, from arrival until the response closes. */
export function measureRequests(
  catalogue: readonly CatalogueEntry[],
  record: RecordRequest,
  isProbe: (authorization: string | undefined) => boolean,
  clock: Clock,
): RequestHandler {
  const match = createEndpointMatcher(catalogue)
  return (req, res, next) => {
    const entry = match(req.method, req.path)
    // The prober reports its own requests, because only the prober knows whether they timed out.
    if (entry && !isProbe(req.headers.authorization)) {
      const startedAt = clock.elapsed()
      res.once('close', () => {
        record(endpointId(entry), { ok: isOk(res), durationMs: clock.elapsed() - startedAt })
      })
    }
    next()
  }
}

// A response that the client aborted is not an error. A response that we broke off is an error.
const isOk = (res: Response) => (res.writableFinished ? res.statusCode < 500 : !res.locals.broken)
