import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { toDomainError } from '../database/unavailable.ts'
import type { DomainError } from '../lib/errors.ts'
import { log } from '../lib/log.ts'

const statusOf: Partial<Record<string, number>> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, TOO_COMPLEX: 400 }

/** The one place where what resolvers throw becomes a GraphQL error: refusals tell all, bugs tell nothing and are logged whole. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const origin = originOf(error)
  const refusal = toDomainError(origin)
  if (refusal !== null && refusal !== origin)
    log.warn({ err: origin, path: formatted.path }, 'a resolver cannot answer at the moment')
  if (refusal) return refused(formatted, refusal)
  // What GraphQL itself has to say of a document begins with an error of its own, and a code that is not our fault.
  if (origin instanceof GraphQLError && codeOf(formatted) !== 'INTERNAL_SERVER_ERROR')
    return { ...formatted, extensions: { ...formatted.extensions, code: codeOf(formatted) } }
  log.error({ err: origin, path: formatted.path }, 'a resolver failed')
  return { ...formatted, message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }
}

// Over HTTP the server has given each error a code; over sockets nobody has. What happened at a field is then our own fault.
const codeOf = ({ extensions, path }: GraphQLFormattedError): unknown =>
  extensions?.code ?? (path ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST')

// Errors are wrapped on their way, by GraphQL with where they happened, by the server with a code.
function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originOf(error.originalError) : error
}

function refused(
  formatted: GraphQLFormattedError,
  { message, code, retryAfterSeconds }: DomainError,
): GraphQLFormattedError {
  return { ...formatted, message, extensions: { code, ...(retryAfterSeconds !== null && { retryAfterSeconds }) } }
}

/** A refusal of the operation as a whole, before any field is resolved. */
export const operationError = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, ...(statusOf[code] && { http: { status: statusOf[code] } }) } })
