import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { ZodError, type z } from 'zod'
import { inLanguage, type ConflictReason, type DomainError, type DomainErrorCode } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import { render, type Sentence } from '../messages/sentences.ts'
import { log } from '../lib/log.ts'
import { toDomainError } from '../database/unavailable.ts'
import { problemType, type Evidence, type ProblemCode, type ProblemDocument } from './problem-document.ts'
import { languageOf } from './language.ts'
import { describeIssues } from './issue-sentence.ts'
import { isOtlpRequest, otlpStatus } from './otlp-requests.ts'
import { requestIdOf } from './request-log.ts'
import { traceFields } from './request-trace.ts'

/** An error as an HTTP response reports it; `sendProblem` tells it in the language of the request. */
export type Problem = {
  status: number
  code: ProblemCode
  sentence: Sentence
  /** The text of the sentence, if it differs from the rendered sentence. */
  detail?: string
  headers?: Record<string, string>
  errors?: ReturnType<typeof inLanguage>[]
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
    const problem = problemOf(error, languageOf(req))
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
export function sendProblem(res: ServerResponse, { headers, ...told }: Problem): void {
  const problem = { ...told, detail: told.detail ?? render(told.sentence, languageOf(res.req)) }
  const { type, body } = isOtlpRequest(res.req) ? otlpStatus(res.req, problem) : problemDocument(res.req, problem)
  res.writeHead(problem.status, {
    'cache-control': 'no-store',
    vary: 'accept-language',
    'x-request-id': requestIdOf(res.req),
    ...headers,
    'content-type': type,
    'content-length': body.length,
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}

function problemDocument(
  req: IncomingMessage,
  { status, detail, code, ...extensions }: Omit<Problem, 'headers'> & { detail: string },
) {
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

function problemOf(error: unknown, language: Language): Problem {
  const domainError = toDomainError(error)
  if (domainError) return domainProblem(domainError, language)
  if (error instanceof ZodError) return validationProblem(error, language)
  return clientProblem(error) ?? { status: 500, code: 'INTERNAL_SERVER_ERROR', sentence: said('REQUEST_FAILED') }
}

const domainProblem = (error: DomainError, language: Language): Problem => ({
  status: statusOf[error.code],
  code: error.code,
  sentence: error.sentence,
  headers: headersOf(error),
  ...detailsOf(error, language),
})

const headersOf = ({ code, retryAfterSeconds }: DomainError): Record<string, string> => ({
  ...(retryAfterSeconds !== null && { 'retry-after': String(retryAfterSeconds) }),
  ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Session, Bearer' }),
})

function detailsOf({ details }: DomainError, language: Language) {
  const { field, errors, evidence, evidenceReason, reason } = details
  return {
    ...(field !== undefined && { field }),
    ...(errors && { errors: errors.map((one) => inLanguage(one, language)) }),
    ...(reason && { reason }),
    ...(evidence && { evidence: evidenceBody(evidence) }),
    ...(evidenceReason !== undefined && { evidenceReason }),
  }
}

/** The evidence with its time as text. */
const evidenceBody = (evidence: object) =>
  ({ ...evidence, ...('at' in evidence && { at: new Date(Number(evidence.at)) }) }) as z.input<typeof Evidence>

function validationProblem({ issues }: ZodError, language: Language): Problem {
  const described = describeIssues(issues, language)
  const field = described.errors.find(({ field }) => field !== '')?.field
  return { status: 400, code: 'INVALID_INPUT', ...described, ...(field !== undefined && { field }) }
}

/** The problem for a 4xx error of Express or its body parser; null for any other error. */
function clientProblem(error: unknown): Problem | null {
  const { status, type, code } = Object(error) as { status?: unknown; type?: unknown; code?: unknown }
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  return {
    status,
    code: codeOfStatus[status] ?? 'INVALID_INPUT',
    sentence: said(codeOfType[String(type)] ?? (isOfZlib(code) ? 'BODY_NOT_AS_ENCODED' : 'REQUEST_UNREADABLE')),
  }
}

const isOfZlib = (code: unknown) => String(code).startsWith('Z_')

const codeOfStatus: Partial<Record<number, ProblemCode>> = { 413: 'TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' }

const codeOfType: Partial<Record<string, Unvaried>> = {
  'entity.parse.failed': 'BODY_NOT_JSON',
  'entity.too.large': 'BODY_TOO_LARGE',
  'charset.unsupported': 'BODY_NOT_UTF8',
  'encoding.unsupported': 'ENCODING_UNKNOWN',
  'request.aborted': 'BODY_INCOMPLETE',
  'request.size.invalid': 'BODY_LENGTH_WRONG',
}

/** The codes of the sentences here, which have no values. */
type Unvaried =
  | 'BODY_INCOMPLETE'
  | 'BODY_LENGTH_WRONG'
  | 'BODY_NOT_AS_ENCODED'
  | 'BODY_NOT_JSON'
  | 'BODY_NOT_UTF8'
  | 'BODY_TOO_LARGE'
  | 'ENCODING_UNKNOWN'
  | 'REQUEST_FAILED'
  | 'REQUEST_UNREADABLE'

const said = (code: Unvaried): Sentence => ({ code, parameters: {} })
