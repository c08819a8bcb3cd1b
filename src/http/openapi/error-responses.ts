import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import { problemType, type ProblemDocument } from '../../request/problem-document.ts'
import type { RouteDefinition } from '../routing/define-route.ts'
import { bodyParserFor } from '../routing/mount-routes.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

/** An error response of a route: when it occurs, its headers, and an example of the problem document. */
export type ErrorResponse = {
  status: number
  description: string
  headers?: Record<string, string>
  example: z.input<typeof ProblemDocument>
}

/** All error responses of a route: its own, and those that follow from its inputs and its `access`. */
export function errorResponsesOf(operation: RouteDefinition): ErrorResponse[] {
  const descriptions: Record<string, string> = {
    ...inputErrors(operation),
    ...accessErrors(operation),
    ...operation.refusals,
  }
  return Object.entries(descriptions).map(([status, description]) => errorResponse(Number(status), description))
}

function inputErrors(operation: RouteDefinition): Record<number, string> {
  const parser = bodyParserFor(operation)
  if (!parser || parser.ignoresOthers) return (operation.params ?? operation.query) ? { 400: invalidInput } : {}
  return {
    400: invalidInput,
    413: `The body is larger than ${parser.limit}.`,
    415: `The body is not ${parser.types.join(' or ')}, or its encoding is not supported.`,
  }
}

const invalidInput = 'The request is not valid; `errors` lists the fields that are not.'
const crossOrigin = 'The request comes from a page of another origin.'
const internalError = descriptionOf('ErrorCode.INTERNAL_SERVER_ERROR')
const databaseUnavailable = 'The database does not respond.'

const tooManyOfToken = 'The token has sent too many requests in a minute: see `RateLimit-Policy` and `RateLimit`.'

function accessErrors(operation: RouteDefinition): Record<number, string> {
  const anybody = { 403: crossOrigin, 500: internalError, 503: databaseUnavailable }
  const byAccess = {
    supervisor: {},
    anybody,
    token: {
      ...anybody,
      401: 'The service token is missing, not valid or expired.',
      403: 'The token lacks the scope, it is a personal one, or the request comes from a page of another origin.',
      429: tooManyOfToken,
      503: 'There is no token, and INGEST_TOKEN is not set; or the database does not respond.',
    },
    session: {
      ...anybody,
      401: 'There is no session and no token, or it has expired.',
      405: 'The method is not supported.',
      429: tooManyOfToken,
    },
  }
  return byAccess[operation.access]
}

function errorResponse(status: number, description: string): ErrorResponse {
  const { code, headers, errors } = kinds[status] ?? { code: 'INTERNAL_SERVER_ERROR' }
  const example: ErrorResponse['example'] = {
    type: problemType(code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: errors ? errors.map(({ field, message }) => `${field}: ${message}`).join('; ') : description,
    code,
    sentence: errors
      ? { code: 'FIELDS_INVALID', parameters: { fields: errors.map(({ field, sentence }) => ({ field, sentence })) } }
      : { code: 'TEXT', parameters: { text: description } },
    requestId: '0b8f6a52-3f0e-4f3b-9d0c-5f6f1d1f7a11',
    ...(errors && { errors }),
  }
  return { status, description, ...(headers && { headers }), example }
}

const givenTwice = { code: 'FIELD_GIVEN_TWICE', parameters: {} } as const
const errors = [{ field: 'limit', message: 'must be given once', sentence: givenTwice }]
const retry = {
  'Retry-After': 'Seconds to wait before a retry; absent if waiting does not help.',
}

type Kind = Partial<Pick<ErrorResponse, 'headers'>> & Pick<ErrorResponse['example'], 'code' | 'errors'>

const kinds: Partial<Record<number, Kind>> = {
  400: { code: 'INVALID_INPUT', errors },
  401: { code: 'UNAUTHENTICATED', headers: { 'WWW-Authenticate': 'Supported authentication scheme.' } },
  403: { code: 'FORBIDDEN' },
  404: { code: 'NOT_FOUND' },
  405: { code: 'METHOD_NOT_ALLOWED', headers: { Allow: 'Supported methods.' } },
  409: { code: 'CONFLICT', headers: retry },
  413: { code: 'TOO_LARGE' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  422: { code: 'KEY_REUSED' },
  429: { code: 'TOO_MANY_ATTEMPTS', headers: retry },
  500: { code: 'INTERNAL_SERVER_ERROR' },
  503: { code: 'UNAVAILABLE', headers: retry },
}
