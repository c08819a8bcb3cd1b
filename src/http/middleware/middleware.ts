import type { ErrorRequestHandler, RequestHandler } from 'express'
import { checkOrigin } from '../../request/origin-check.ts'
import { sendError } from '../../request/problems.ts'
import { logRequest, requestIdOf, type RecordAnswered } from '../../request/request-log.ts'

/** Assigns the request id, sends it as `X-Request-Id`, and logs and records the request when its response closes. */
export const logRequests =
  (record: RecordAnswered): RequestHandler =>
  (req, res, next) => {
    logRequest(req, res, record)
    res.setHeader('x-request-id', requestIdOf(req))
    next()
  }

/**
 * Rejects requests that a page of another origin makes a browser send.
 * @throws DomainError FORBIDDEN.
 */
export const requireSameOrigin =
  (publicOrigin: string | null): RequestHandler =>
  (req, _res, next) => {
    const error = checkOrigin(req, publicOrigin)
    if (error) throw error
    next()
  }

/** Sends every error as a problem document. */
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express detects error handlers by arity.
export const errorHandler: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  if (res.headersSent) res.locals.broken = true
  sendError(error, req, res)
}
