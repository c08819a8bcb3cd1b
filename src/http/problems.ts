import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { ZodError, type z } from 'zod'
import { type DomainError, type RefusalCode } from '../lib/errors.ts'
import { log } from '../lib/log.ts'
import { toDomainError } from '../database/unavailable.ts'
import type { ProblemCode, ProblemDocument } from './responses/problem.ts'
import { requestIdOf } from './request-log.ts'

/** An error as an HTTP response reports it; `sendProblem` derives the rest of the problem document. */
export type Problem = {
  status: number
  code: ProblemCode
  detail: string
  headers?: Record<string, string>
  errors?: { field: string; message: string }[]
}

const statusOf: Record<RefusalCode, number> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  CONDITION_HOLDS: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_ATTEMPTS: 429,
  UNAVAILABLE: 503,
}

/** Express's error handler: sends every error as a problem document. */
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express detects error handlers by arity.
export const errorHandler: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  if (res.headersSent) res.locals.broken = true
  sendError(error, req, res)
}

/**
 * Sends an error as a problem document (RFC 9457); the only place that maps errors to HTTP responses. If the response
 * has begun, it destroys the connection, so that the client sees that the response is incomplete.
 */
export function sendError(error: unknown, req: IncomingMessage, res: ServerResponse): void {
  const problem = describeError(error, req)
  if (res.headersSent) req.socket.destroy()
  else sendProblem(res, problem)
}

/** Logs an error and returns its problem. If inspecting the error throws, reports a generic one. */
function describeError(error: unknown, req: IncomingMessage): Problem {
  try {
    const problem = problemOf(error)
    logProblem(problem, error, req)
    return problem
  } catch {
    return describeError(new Error('What was thrown cannot be read.'), req)
  }
}

function logProblem({ status }: Problem, error: unknown, req: IncomingMessage) {
  const told = { err: error, requestId: requestIdOf(req) }
  if (status === 500) log.error(told, 'a request failed')
  else if (status > 500) log.warn(told, 'a request cannot be answered at the moment')
}

/** Sends a problem document, which must not be cached. */
export function sendProblem(res: ServerResponse, { status, code, detail, headers, errors }: Problem): void {
  const document: z.input<typeof ProblemDocument> = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    requestId: requestIdOf(res.req),
    ...(errors && { errors }),
  }
  const body = Buffer.from(JSON.stringify(document))
  res.writeHead(status, {
    'cache-control': 'no-store',
    'x-request-id': document.requestId,
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': body.length,
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}

function problemOf(error: unknown): Problem {
  const refusal = toDomainError(error)
  if (refusal) return refused(refusal)
  if (error instanceof ZodError) return invalid(error)
  return (
    unreadable(error) ?? {
      status: 500,
      code: 'INTERNAL',
      detail: 'Something went wrong on our side. The request id says where to look in the log.',
    }
  )
}

function refused({ code, message, retryAfterSeconds }: DomainError): Problem {
  const headers: Record<string, string> = {}
  if (retryAfterSeconds !== null) headers['retry-after'] = String(retryAfterSeconds)
  if (code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Session, Bearer'
  return { status: statusOf[code], code, detail: message, headers }
}

function invalid({ issues }: ZodError): Problem {
  const errors = issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }))
  const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ')
  return { status: 400, code: 'INVALID_INPUT', detail, errors }
}

/** The problem for a 4xx error of Express or its body parser; null for any other error. */
function unreadable(error: unknown): Problem | null {
  const { status, type } = Object(error) as { status?: unknown; type?: unknown }
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  return {
    status,
    code: codes[status] ?? 'INVALID_INPUT',
    detail: sentences[String(type)] ?? 'The request cannot be read.',
  }
}

const codes: Partial<Record<number, ProblemCode>> = { 413: 'TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' }

const sentences: Partial<Record<string, string>> = {
  'entity.parse.failed': 'The body is not JSON.',
  'entity.too.large': 'The body is too large.',
  'charset.unsupported': 'The body must be UTF-8.',
  'encoding.unsupported': 'The body has a Content-Encoding that is not understood.',
  'request.aborted': 'The body ended before it was whole.',
  'request.size.invalid': 'The body is not as long as its Content-Length says.',
}
