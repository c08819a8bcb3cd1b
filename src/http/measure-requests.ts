import type { RequestHandler, Response } from 'express'
import type { Clock } from '../lib/clock.ts'
import { endpointId, matchEndpoint, type CatalogueEntry } from '../inventory/route-catalog.ts'

/** One finished request: which endpoint, whether it went well, and how long it took in milliseconds. */
export type RecordRequest = (endpoint: string, outcome: { ok: boolean; durationMs: number }) => void

/** Middleware that measures each request to a route of the catalogue, from arrival until the response closes. */
export function observeRequests(
  catalogue: readonly CatalogueEntry[],
  report: RecordRequest,
  isProbe: (authorization: string | undefined) => boolean,
  clock: Clock,
): RequestHandler {
  return (req, res, next) => {
    const entry = matchEndpoint(catalogue, req.method, req.path)
    // The prober reports its own requests: only it knows whether they timed out.
    if (entry && !isProbe(req.headers.authorization)) {
      const started = clock.elapsed()
      res.once('close', () => {
        report(endpointId(entry), { ok: wentWell(res), durationMs: clock.elapsed() - started })
      })
    }
    next()
  }
}

// A response aborted by the client is not an error; one that broke off on our side is.
const wentWell = (res: Response) => (res.writableFinished ? res.statusCode < 500 : !res.locals.broken)
