import express, { type RequestHandler } from 'express'
import { requireShallowJson } from '../../lib/json-depth.ts'
import { sizeText } from '../../request/body-limits.ts'
import { checkJsonContentType } from '../../request/json-content-type.ts'
import type { BodyParser } from './define-route.ts'

/** Creates a parser of JSON bodies of at most so many bytes, for the declaration of a route. */
export const jsonBodyParser = (maxBytes: number): BodyParser => ({
  types: ['application/json'],
  limit: sizeText(maxBytes),
  read: parseJsonBody(maxBytes),
})

/** Middleware that parses a JSON body; a request without a body gets an empty object. */
function parseJsonBody(limit: number): RequestHandler {
  const parse: RequestHandler = express.json({
    limit,
    type: () => true,
    verify: (_req, _res, body) => requireShallowJson(body),
  })
  return (req, res, next) => {
    const error = checkJsonContentType(req.headers)
    if (error) throw error
    // The parser of Express accepts only one name of UTF-8, and the charset was checked above.
    req.headers['content-type'] = 'application/json'
    void parse(req, res, (error?: unknown) => {
      req.body ??= {}
      next(error)
    })
  }
}
