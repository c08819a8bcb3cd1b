import { GraphQLError, OperationTypeNode } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import { DomainError } from '../../lib/errors.ts'
import { isErrors, type DocumentErrors } from '../document-cache.ts'
import type { OperationGuard, OperationToAuthorize } from '../guards/operation-guard.ts'
import { cacheTopics } from './cache-scope.ts'
import type { CacheEntry, GraphQLRequestBody } from './cache-store.ts'
import type { ResponseCache } from './response-cache.ts'
import { findTrusted, type TrustedDocuments } from './trusted-documents.ts'

export type ParserDeps = { responseCache: ResponseCache; guard: OperationGuard; trusted: TrustedDocuments }

/** The operation of a request; null until it is read. */
export type FoundOperation = { operation: OperationToAuthorize | null }

/** The parts of a cache entry that describe a valid query. */
type ValidQuery = Pick<CacheEntry, 'request' | 'operation'>

/** A parsed body, with its query if valid, or the errors of its document if already validated. */
export type ParsedRequest = {
  /** The parsed body; undefined for any method but POST. */
  body: unknown
  query: ValidQuery | null
  /** Cache entry of the query; null at the first request of the query, and if its responses must not be cached. */
  cacheEntry: CacheEntry | null
  documentErrors: DocumentErrors | null
  found: FoundOperation
}

/**
 * Parses the body of a request, or returns the error of an unknown trusted document. `key` is the body's key in the
 * response cache; null if the response must not be cached.
 * @throws DomainError INVALID_INPUT for a body that is not JSON.
 */
export function parseRequest(
  deps: ParserDeps,
  method: string | undefined,
  bytes: Buffer,
  { key, viewer }: { key: string | null; viewer: Viewer | null },
): ParsedRequest | GraphQLError {
  const entry = key === null ? undefined : deps.responseCache.findEntry(key)
  if (entry) return { ...foundIn(entry), body: entry.request, cacheEntry: entry, documentErrors: null }
  const body = method === 'POST' ? withTrustedText(parseJson(bytes), deps.trusted, viewer) : undefined
  if (body instanceof GraphQLError) return body
  const isCacheable = key !== null && viewer !== null && isWellFormedRequest(body)
  return { ...noQuery, found: { operation: null }, body, ...(isCacheable ? readQuery(deps, key, body, viewer) : null) }
}

const foundIn = (query: ValidQuery) => ({
  query,
  found: { operation: { ...query.operation, text: query.request.query, variables: query.request.variables } },
})

const noQuery = { query: null, cacheEntry: null, documentErrors: null }

/** Reads a query, or the errors of its document; nothing for a mutation or a subscription. */
function readQuery(
  { responseCache, guard }: ParserDeps,
  key: string,
  request: GraphQLRequestBody,
  viewer: Viewer,
): Partial<ParsedRequest> {
  const document = guard.readDocument(request.query, viewer)
  if (isErrors(document)) return { documentErrors: document }
  const operation = guard.readOperation(request.query, request.operationName, viewer)
  if (isErrors(operation) || operation.definition.operation !== OperationTypeNode.QUERY) return {}
  const topics = cacheTopics(operation)
  return {
    ...foundIn({ request, operation }),
    cacheEntry: topics && responseCache.addEntry({ key, request, operation, topics }),
  }
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new DomainError('INVALID_INPUT', { code: 'BODY_NOT_JSON', parameters: {} })
  }
}

/** Replaces `documentId` in a body by the text of that trusted document. */
function withTrustedText(body: unknown, trusted: TrustedDocuments, viewer: Viewer | null): unknown {
  if (!isObject(body) || typeof body.documentId !== 'string') return body
  const { documentId, ...rest } = body
  const query = findTrusted(trusted, documentId, viewer)
  return query instanceof GraphQLError ? query : { ...rest, query }
}

/** Whether a body follows the specification; Apollo reports the errors of any other. */
function isWellFormedRequest(body: unknown): body is GraphQLRequestBody {
  if (!isObject(body)) return false
  const { query, operationName, variables, extensions } = body
  const hasName = typeof (operationName ?? '') === 'string'
  return typeof query === 'string' && hasName && isObject(variables ?? {}) && hasNoPersistedQuery(extensions)
}

const hasNoPersistedQuery = (extensions: unknown) =>
  extensions == null || (isObject(extensions) && !('persistedQuery' in extensions))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
