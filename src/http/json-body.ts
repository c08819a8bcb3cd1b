import type { IncomingHttpHeaders } from 'node:http'
import express, { type RequestHandler } from 'express'
import { DomainError } from '../lib/errors.ts'
import type { BodyParser } from './define-route.ts'

/**
 * Reads a JSON body of at most `limit`, e.g. `100kb`. A body that does not say `application/json` is refused, so that no
 * form of another site gets in; a request without a body has an empty one.
 */
function jsonBody(limit: string): RequestHandler {
  const read: RequestHandler = express.json({ limit, type: () => true })
  return (req, res, next) => {
    const refusal = requireJsonContentType(req.headers)
    if (refusal) throw refusal
    void read(req, res, (error?: unknown) => {
      req.body ??= {}
      next(error)
    })
  }
}

/** The same, for an operation to declare. */
export const jsonReader = (limit: string): BodyParser => ({ types: ['application/json'], limit, read: jsonBody(limit) })

/** Why a body is refused that does not say that it is JSON as we read it; null where it does, or where there is none. */
export function requireJsonContentType(headers: IncomingHttpHeaders): DomainError | null {
  if (!saysJson(headers))
    return new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, with Content-Type: application/json.')
  return null
}

function saysJson(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type']
  if (type === 'application/json') return true
  if (type === undefined)
    return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  return /^application\/json\s*(;|$)/i.test(type.trim())
}
