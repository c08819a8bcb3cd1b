import type { Topic } from '../../lib/change-bus.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { sizeOf, type EncodedResponse } from './encoded-response.ts'

/** A GraphQL request body. Source: the GraphQL over HTTP specification. */
export type GraphQLRequestBody = {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown> | null
}

/** A cacheable query with its cached and pending responses. */
export type CacheEntry = {
  /** Text of the request body. */
  key: string
  request: GraphQLRequestBody
  operation: ParsedOperation
  /** Topics that the responses depend on. */
  topics: readonly Topic[]
  isPerUser: boolean
  /** Sum of the generations of those topics for which the responses are valid. */
  version: number
  /** By scope (`cacheScopeKey`). */
  responses: Map<string, ScopedResponses>
  /** Estimated size of the cached responses, in bytes. */
  cachedBytes: number
}

/** Responses for one scope, by Accept header. */
type ScopedResponses = { cached: Map<string, EncodedResponse>; pending: Map<string, Promise<EncodedResponse>> }

export type ResponseKey = { scope: string; accept: string }

/**
 * Stores cache entries and tracks their estimated size. Above `maxBytes` the whole store is cleared: entries are cheap
 * to recreate.
 */
export function createCacheStore(maxBytes: number) {
  const entries = new Map<string, CacheEntry>()
  let bytes = 0

  function addBytes(more: number) {
    bytes += more
    if (bytes <= maxBytes) return
    entries.clear()
    bytes = 0
  }

  // A request may still hold an evicted entry; its size no longer counts.
  const isStored = (entry: CacheEntry) => entries.get(entry.key) === entry

  return {
    find: (key: string): CacheEntry | undefined => entries.get(key),
    /** Stores an entry, replaces any entry with the same key, and returns the new entry. */
    putEntry(entry: CacheEntry): CacheEntry {
      const replaced = entries.get(entry.key)
      entries.set(entry.key, entry)
      addBytes(sizeOfEntry(entry) - (replaced ? sizeOfEntry(replaced) : 0))
      return entry
    },
    /** Drops the responses of an entry, because they are older than `version`. */
    dropStaleResponses(entry: CacheEntry, version: number): void {
      if (isStored(entry)) addBytes(-entry.cachedBytes)
      Object.assign(entry, { version, responses: new Map(), cachedBytes: 0 })
    },
    /** Caches a response, replacing the previous one of the same key. */
    putResponse(entry: CacheEntry, { scope, accept }: ResponseKey, response: EncodedResponse): void {
      if (!isStored(entry)) return
      const { cached } = responsesFor(entry, scope)
      const replaced = cached.get(accept)
      const more = sizeOf(response) - (replaced ? sizeOf(replaced) : 0)
      cached.set(accept, response)
      entry.cachedBytes += more
      addBytes(more)
    },
    /** Estimated size of the store, in bytes. */
    size: () => bytes,
  }
}

/** Returns the responses of an entry for one scope, creating an empty set if there is none. */
export function responsesFor({ responses }: CacheEntry, scope: string): ScopedResponses {
  const found = responses.get(scope) ?? {
    cached: new Map<string, EncodedResponse>(),
    pending: new Map<string, Promise<EncodedResponse>>(),
  }
  responses.set(scope, found)
  return found
}

const sizeOfEntry = ({ key, cachedBytes }: CacheEntry) => 4 * key.length + 1_000 + cachedBytes
