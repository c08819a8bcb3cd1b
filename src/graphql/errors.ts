import { ApolloServerErrorCode } from '@apollo/server/errors'
import { GraphQLError, Kind, type GraphQLFormattedError } from 'graphql'
import { toDomainError } from '../database/unavailable.ts'
import type { DomainError } from '../lib/errors.ts'
import { log } from '../lib/log.ts'

const { BAD_REQUEST, BAD_USER_INPUT, INTERNAL_SERVER_ERROR } = ApolloServerErrorCode

const statusOf: Partial<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  TOO_COMPLEX: 400,
  BAD_REQUEST: 400,
}

/**
 * Converts errors to GraphQL errors for clients: a `DomainError` or an unavailable database keeps its message and code;
 * any other error of a resolver is a bug, logged in full and reported as INTERNAL_SERVER_ERROR without details.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const origin = originOf(error)
  const domainError = toDomainError(origin)
  if (domainError !== null && domainError !== origin)
    log.warn({ err: origin, path: formatted.path, ...requestOf(error) }, 'a resolver could not read the database')
  if (domainError) return formatDomainError(formatted, domainError)
  // Errors of GraphQL itself about a document: a GraphQLError at the origin, with another code.
  if (origin instanceof GraphQLError && codeOf(formatted, error) !== INTERNAL_SERVER_ERROR)
    return { ...formatted, extensions: { ...formatted.extensions, code: codeOf(formatted, error) } }
  log.error({ err: origin, path: formatted.path, ...requestOf(error) }, 'a resolver failed')
  return { ...formatted, message: 'Something went wrong on our side.', extensions: { code: INTERNAL_SERVER_ERROR } }
}

/** The fields of a request in the log. */
type RequestFields = { requestId: string | null; traceId: string | null }

const requestOfError = new WeakMap<Error, RequestFields>()

const requestOf = (error: unknown) => (error instanceof Error ? requestOfError.get(error) : undefined)

/** Remembers the request of errors that `formatError` will log, because Apollo calls it without a context. */
export function tagErrors(errors: readonly Error[], request: RequestFields): void {
  for (const error of errors) requestOfError.set(error, request)
}

// Over HTTP, Apollo sets a code on every error. Over WebSockets there is none: an error with a path comes from a
// resolver and is a bug; an error of a variable gets the code that Apollo would set.
const codeOf = ({ extensions, path }: GraphQLFormattedError, error: unknown): unknown =>
  extensions?.code ?? (path ? INTERNAL_SERVER_ERROR : isOfVariable(error) ? BAD_USER_INPUT : BAD_REQUEST)

const isOfVariable = (error: unknown): boolean =>
  error instanceof GraphQLError &&
  (error.nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION || isOfVariable(error.originalError))

// Unwraps the error: GraphQL wraps it to add the path, Apollo to add a code.
function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originOf(error.originalError) : error
}

function formatDomainError(
  formatted: GraphQLFormattedError,
  { message, code, retryAfterSeconds, details }: DomainError,
): GraphQLFormattedError {
  const extensions = { code, ...(retryAfterSeconds !== null && { retryAfterSeconds }), ...extensionsOf(details) }
  return { ...formatted, message, extensions }
}

/** The details of an error as sent to clients: times as ISO 8601 text, as everywhere. */
function extensionsOf({ evidence, ...details }: DomainError['details']) {
  if (!evidence) return details
  return { ...details, evidence: 'at' in evidence ? { ...evidence, at: new Date(Number(evidence.at)) } : evidence }
}

/** Creates an error that rejects the whole operation before any field is resolved. */
export const operationError = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, ...(statusOf[code] && { http: { status: statusOf[code] } }) } })
