import type { IncomingHttpHeaders } from 'node:http'
import express, { type RequestHandler } from 'express'
import { DomainError } from '../lib/errors.ts'
import type { BodyParser } from './define-route.ts'

/**
 * Middleware that parses a JSON body of at most `limit`, e.g. `100kb`. Requires `application/json`, which a form of
 * another site cannot send. A request without a body gets an empty object.
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

/** A parser of JSON bodies of at most `limit`, e.g. `100kb`, for the declaration of a route. */
export const jsonReader = (limit: string): BodyParser => ({ types: ['application/json'], limit, read: jsonBody(limit) })

/** The error for a body that is not declared as `application/json`; null if it is, or if there is no body. */
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
