import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { ProblemDocument } from '../responses/problem.ts'
import type { RouteDefinition } from '../define-route.ts'
import { bodyParserFor } from '../mount-routes.ts'

/** An error response of a route: when it occurs, its headers, and an example of the problem document. */
export type ErrorResponse = {
  status: number
  description: string
  headers?: Record<string, string>
  example: z.input<typeof ProblemDocument>
}

/** All error responses of a route: its own, and those that follow from its inputs and its `access`. */
export function refusalsOf(operation: RouteDefinition): ErrorResponse[] {
  const told: Record<string, string> = { ...ofInput(operation), ...ofAccess(operation), ...operation.refusals }
  return Object.entries(told).map(([status, description]) => refusal(Number(status), description))
}

function ofInput(operation: RouteDefinition): Record<number, string> {
  const reader = bodyParserFor(operation)
  if (!reader) return (operation.params ?? operation.query) ? { 400: wrong } : {}
  return {
    400: wrong,
    413: `The body is larger than ${reader.limit}.`,
    415: `The body is not ${reader.types.join(' or ')}, or is encoded in a way that is not understood.`,
  }
}

const wrong = 'Something is not as described here; where it is about fields, `errors` names them.'
const foreign = 'The request comes from a page of another origin.'
const broken = 'Something went wrong on our side.'
const away = 'The database does not answer at the moment.'

function ofAccess(operation: RouteDefinition): Record<number, string> {
  const anybody = { 403: foreign, 500: broken, 503: away }
  const byAccess = {
    supervisor: {},
    anybody,
    token: {
      ...anybody,
      401: 'The service token is missing or wrong.',
      503: 'Nothing is taken in, as INGEST_TOKEN is not set; or the database does not answer at the moment.',
    },
    session: {
      ...anybody,
      401: 'There is no session, or it has ended.',
      405: 'Another method was used at this address.',
    },
  }
  return byAccess[operation.access]
}

function refusal(status: number, description: string): ErrorResponse {
  const { code, headers, errors } = kinds[status] ?? { code: 'INTERNAL' }
  const example: ErrorResponse['example'] = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: errors ? errors.map(({ field, message }) => `${field}: ${message}`).join('; ') : description,
    code,
    requestId: '0b8f6a52-3f0e-4f3b-9d0c-5f6f1d1f7a11',
    ...(errors && { errors }),
  }
  return { status, description, ...(headers && { headers }), example }
}

const errors = [{ field: 'limit', message: 'must be given once' }]
const retry = {
  'Retry-After': 'In how many seconds it makes sense to try again; absent where waiting does not help.',
}

type Kind = Partial<Pick<ErrorResponse, 'headers'>> & Pick<ErrorResponse['example'], 'code' | 'errors'>

const kinds: Partial<Record<number, Kind>> = {
  400: { code: 'INVALID_INPUT', errors },
  401: { code: 'UNAUTHENTICATED', headers: { 'WWW-Authenticate': 'How one may be let in.' } },
  403: { code: 'FORBIDDEN' },
  404: { code: 'NOT_FOUND' },
  405: { code: 'METHOD_NOT_ALLOWED', headers: { Allow: 'The methods that this address takes.' } },
  409: { code: 'CONFLICT', headers: retry },
  413: { code: 'TOO_LARGE' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  429: { code: 'TOO_MANY_ATTEMPTS', headers: retry },
  500: { code: 'INTERNAL' },
  503: { code: 'UNAVAILABLE', headers: retry },
}
