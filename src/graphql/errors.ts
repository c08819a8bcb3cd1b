import { ApolloServerErrorCode } from '@apollo/server/errors'
import { GraphQLError, Kind, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import { toDomainError } from '../database/unavailable.ts'
import { inLanguage, messageOf, type DomainError } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import { log } from '../lib/log.ts'
import { render, type Sentence } from '../messages/sentences.ts'
import { defaultLanguage } from '../request/language.ts'

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
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  language = languageOf(error),
): GraphQLFormattedError {
  const origin = originOf(error)
  const domainError = toDomainError(origin)
  if (domainError !== null && domainError !== origin)
    log.warn({ err: origin, path: formatted.path, ...requestOf(error) }, 'a resolver could not read the database')
  if (domainError) return formatDomainError(formatted, domainError, language)
  // An error of GraphQL itself about a document: its origin is a GraphQLError, and it has another code.
  if (origin instanceof GraphQLError && codeOf(formatted, error) !== INTERNAL_SERVER_ERROR)
    return {
      ...formatted,
      ...inLanguageOf(formatted, language),
      extensions: { ...formatted.extensions, code: codeOf(formatted, error) },
    }
  log.error({ err: origin, path: formatted.path, ...requestOf(error) }, 'a resolver failed')
  const extensions = { code: INTERNAL_SERVER_ERROR, sentence: failed }
  return { ...formatted, message: render(failed, language), extensions }
}

const failed = { code: 'OPERATION_FAILED', parameters: {} } as const

/** Translates the message of an error raised by the guard. Messages of GraphQL itself stay in English. */
function inLanguageOf({ extensions }: GraphQLFormattedError, language: Language) {
  const sentence = extensions?.sentence as Sentence | undefined
  return sentence && { message: render(sentence, language) }
}

/** The fields of a request in the log, and its language. */
type RequestFields = { requestId: string | null; traceId: string | null; language: Language }

const requestOfError = new WeakMap<Error, RequestFields>()

const requestOf = (error: unknown) => (error instanceof Error ? requestOfError.get(error) : undefined)

const languageOf = (error: unknown) => requestOf(error)?.language ?? defaultLanguage

/** Remembers the request of errors that `formatError` will log, because Apollo calls it without a context. */
export function tagErrors(errors: readonly Error[], request: RequestFields): void {
  for (const error of errors) requestOfError.set(error, request)
}

// Over HTTP, Apollo sets a code on every error. Over WebSockets errors have no code: an error with a path comes from a
// resolver and is a bug; any other error is about a variable and gets the code that Apollo would set.
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
  error: DomainError,
  language: Language,
): GraphQLFormattedError {
  const { code, retryAfterSeconds, sentence, details } = error
  const extensions = {
    code,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    sentence,
    ...extensionsOf(details, language),
  }
  return { ...formatted, message: messageOf(error, language), extensions }
}

/** The details of an error as sent to clients: times as ISO 8601 text, as everywhere. */
function extensionsOf({ evidence, errors, ...rest }: DomainError['details'], language: Language) {
  const details = { ...rest, ...(errors && { errors: errors.map((one) => inLanguage(one, language)) }) }
  if (!evidence) return details
  return { ...details, evidence: 'at' in evidence ? { ...evidence, at: new Date(Number(evidence.at)) } : evidence }
}

/** Creates an error that rejects the whole operation before any field is resolved. */
export const operationError = (code: string, sentence: Sentence): GraphQLError =>
  new GraphQLError(render(sentence, 'en'), {
    extensions: { code, sentence, ...(statusOf[code] && { http: { status: statusOf[code] } }) },
  })

/** A result as clients get it. `hasFailed` if one of its errors is a bug. */
type FormattedResult = {
  body: { errors?: GraphQLFormattedError[]; data: ExecutionResult['data'] }
  hasFailed: boolean
}

/** Formats a result that was executed without Apollo, in the same way as Apollo. */
export function formatResult({ data, errors }: ExecutionResult, request: RequestFields): FormattedResult {
  if (!errors) return { body: { data }, hasFailed: false }
  tagErrors(errors, request)
  const formatted = errors.map((error) => formatError(error.toJSON(), error, request.language))
  return { body: { errors: formatted, data }, hasFailed: haveFailed(formatted) }
}

/** Whether one of the errors of a response is a bug. */
export const haveFailed = (errors: readonly GraphQLFormattedError[]): boolean =>
  errors.some(({ extensions }) => extensions?.code === INTERNAL_SERVER_ERROR)
