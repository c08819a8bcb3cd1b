import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { ZodError, type z } from 'zod'
import type { ConflictReason, DomainError, DomainErrorCode, FieldError } from '../lib/errors.ts'
import type { ImportSentence } from '../lib/import-sentences.ts'
import { log } from '../lib/log.ts'
import { toDomainError } from '../database/unavailable.ts'
import { problemType, type Evidence, type ProblemCode, type ProblemDocument } from './problem-document.ts'
import { isOtlpRequest, otlpStatus } from './otlp-requests.ts'
import { requestIdOf } from './request-log.ts'
import { traceFields } from './request-trace.ts'

/** An error as an HTTP response reports it; `sendProblem` derives the rest of the problem document. */
export type Problem = {
  status: number
  code: ProblemCode
  detail: string
  headers?: Record<string, string>
  errors?: FieldError[]
  field?: string
  reason?: ConflictReason
  evidence?: z.input<typeof Evidence>
  evidenceReason?: string
}

export const statusOf: Record<DomainErrorCode, number> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  CONDITION_HOLDS: 409,
  KEY_REUSED: 422,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_ATTEMPTS: 429,
  UNAVAILABLE: 503,
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
    return describeError(new Error('The thrown value cannot be inspected.'), req)
  }
}

function logProblem({ status }: Problem, error: unknown, req: IncomingMessage) {
  const fields = { err: error, requestId: requestIdOf(req), ...traceFields(req) }
  if (status === 500) log.error(fields, 'a request failed')
  else if (status > 500) log.warn(fields, 'a request cannot be answered at the moment')
}

/** Sends a problem document, or its OTLP equivalent. It must not be cached. */
export function sendProblem(res: ServerResponse, { headers, ...problem }: Problem): void {
  const { type, body } = isOtlpRequest(res.req) ? otlpStatus(res.req, problem) : problemDocument(res.req, problem)
  res.writeHead(problem.status, {
    'cache-control': 'no-store',
    'x-request-id': requestIdOf(res.req),
    ...headers,
    'content-type': type,
    'content-length': body.length,
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}

function problemDocument(req: IncomingMessage, { status, detail, code, ...extensions }: Omit<Problem, 'headers'>) {
  const document: z.input<typeof ProblemDocument> = {
    type: problemType(code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    requestId: requestIdOf(req),
    ...extensions,
  }
  return { type: 'application/problem+json; charset=utf-8', body: Buffer.from(JSON.stringify(document)) }
}

function problemOf(error: unknown): Problem {
  const domainError = toDomainError(error)
  if (domainError) return domainProblem(domainError)
  if (error instanceof ZodError) return validationProblem(error)
  return (
    clientProblem(error) ?? {
      status: 500,
      code: 'INTERNAL_SERVER_ERROR',
      detail: 'Something went wrong on our side. The request id says where to look in the log.',
    }
  )
}

function domainProblem({ code, message, retryAfterSeconds, details }: DomainError): Problem {
  const headers: Record<string, string> = {}
  if (retryAfterSeconds !== null) headers['retry-after'] = String(retryAfterSeconds)
  if (code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Session, Bearer'
  const { field, errors, evidence, evidenceReason, reason } = details
  return {
    status: statusOf[code],
    code,
    detail: message,
    headers,
    ...(field !== undefined && { field }),
    ...(errors && { errors: [...errors] }),
    ...(reason && { reason }),
    ...(evidence && { evidence: evidenceBody(evidence) }),
    ...(evidenceReason !== undefined && { evidenceReason }),
  }
}

/** The evidence with its time as text. */
const evidenceBody = (evidence: object) =>
  ({ ...evidence, ...('at' in evidence && { at: new Date(Number(evidence.at)) }) }) as z.input<typeof Evidence>

function validationProblem({ issues }: ZodError): Problem {
  const errors = issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
    ...sentenceOf(issue),
  }))
  const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ')
  const field = errors.find(({ field }) => field !== '')?.field
  return { status: 400, code: 'INVALID_INPUT', detail, errors, ...(field !== undefined && { field }) }
}

/** The sentence of a check of ours. */
function sentenceOf({ params }: ZodError['issues'][number] & { params?: { sentence?: ImportSentence } }) {
  return params?.sentence && { sentence: params.sentence }
}

/** The problem for a 4xx error of Express or its body parser; null for any other error. */
function clientProblem(error: unknown): Problem | null {
  const { status, type, code } = Object(error) as { status?: unknown; type?: unknown; code?: unknown }
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  return {
    status,
    code: codeOfStatus[status] ?? 'INVALID_INPUT',
    detail: detailOfType[String(type)] ?? (isOfZlib(code) ? notCompressed : 'The request cannot be read.'),
  }
}

const isOfZlib = (code: unknown) => String(code).startsWith('Z_')
const notCompressed = 'The body is not compressed as its Content-Encoding says, or is not whole.'

const codeOfStatus: Partial<Record<number, ProblemCode>> = { 413: 'TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' }

const detailOfType: Partial<Record<string, string>> = {
  'entity.parse.failed': 'The body is not JSON.',
  'entity.too.large': 'The body is too large.',
  'charset.unsupported': 'The body must be UTF-8.',
  'encoding.unsupported': 'The body has a Content-Encoding that is not understood.',
  'request.aborted': 'The body ended before it was whole.',
  'request.size.invalid': 'The body is not as long as its Content-Length says.',
}
