import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { toDomainError } from '../database/unavailable.ts'
import type { DomainError } from '../lib/errors.ts'
import { log } from '../lib/log.ts'

const statusOf: Partial<Record<string, number>> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, TOO_COMPLEX: 400 }

/**
 * Converts errors to GraphQL errors for clients: a `DomainError` or an unavailable database keeps its message and code;
 * any other error of a resolver is a bug, logged in full and reported as INTERNAL_SERVER_ERROR without details.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const origin = originOf(error)
  const refusal = toDomainError(origin)
  if (refusal !== null && refusal !== origin)
    log.warn({ err: origin, path: formatted.path }, 'a resolver cannot answer at the moment')
  if (refusal) return refused(formatted, refusal)
  // Errors of GraphQL itself about a document: a GraphQLError at the origin, with another code.
  if (origin instanceof GraphQLError && codeOf(formatted) !== 'INTERNAL_SERVER_ERROR')
    return { ...formatted, extensions: { ...formatted.extensions, code: codeOf(formatted) } }
  log.error({ err: origin, path: formatted.path }, 'a resolver failed')
  return { ...formatted, message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }
}

// Apollo sets a code on every error over HTTP; errors over WebSockets have none. There, an error with a path comes from
// a resolver and is a bug.
const codeOf = ({ extensions, path }: GraphQLFormattedError): unknown =>
  extensions?.code ?? (path ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST')

// Unwraps the error: GraphQL wraps it to add the path, Apollo to add a code.
function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originOf(error.originalError) : error
}

function refused(
  formatted: GraphQLFormattedError,
  { message, code, retryAfterSeconds }: DomainError,
): GraphQLFormattedError {
  return { ...formatted, message, extensions: { code, ...(retryAfterSeconds !== null && { retryAfterSeconds }) } }
}

/** Creates an error that rejects the whole operation before any field is resolved. */
export const operationError = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, ...(statusOf[code] && { http: { status: statusOf[code] } }) } })
