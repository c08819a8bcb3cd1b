import type { RequestHandler, Response } from 'express'
import type { Clock } from '../lib/clock.ts'
import { endpointId, matchEndpoint, type CatalogueEntry } from '../inventory/route-catalog.ts'

/** One finished request: which endpoint, whether it went well, and how long it took in milliseconds. */
export type RecordRequest = (endpoint: string, outcome: { ok: boolean; durationMs: number }) => void

/** Measures every request to an endpoint of the catalogue at the very edge, from its arrival until the answer is out. */
export function observeRequests(
  catalogue: readonly CatalogueEntry[],
  report: RecordRequest,
  isProbe: (authorization: string | undefined) => boolean,
  clock: Clock,
): RequestHandler {
  return (req, res, next) => {
    const entry = matchEndpoint(catalogue, req.method, req.path)
    // A probe is reported by who sent it: only they know whether they ran out of patience.
    if (entry && !isProbe(req.headers.authorization)) {
      const started = clock.elapsed()
      res.once('close', () => {
        report(endpointId(entry), { ok: wentWell(res), durationMs: clock.elapsed() - started })
      })
    }
    next()
  }
}

// An answer that never got out because the client hung up is nobody's error; one that broke on our side is ours.
const wentWell = (res: Response) => (res.writableFinished ? res.statusCode < 500 : !res.locals.broken)
