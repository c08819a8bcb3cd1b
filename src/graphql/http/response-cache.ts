import { LRUCache } from 'lru-cache'
import type { Viewer } from '../../auth/sessions.ts'
import type { ChangeBus } from '../../lib/change-bus.ts'
import type { DeprecatedFieldCounter } from '../deprecated-fields.ts'
import { cacheScopeKey, isPerUser } from './cache-scope.ts'
import { createCacheStore, responsesFor, type CacheEntry } from './cache-store.ts'
import type { EncodedResponse } from './encoded-response.ts'
import type { RequestHeaders } from './request-headers.ts'

type Produce = () => Promise<EncodedResponse>

type Wanted = Pick<RequestHeaders, 'accept' | 'language'>

// The language is part of the key, because an execution may end with errors, and their messages are translated.
const variantOf = ({ accept, language }: Wanted) => `${language} ${accept}`

const maxBytes = 64 * 1024 * 1024

/** Maximum total size of the request bodies that were seen once, in bytes. */
const maxSeenBytes = 2 * 1024 * 1024

/**
 * Caches encoded responses: equal queries of equally entitled operators share a response until a topic that it depends
 * on changes. A query is cached from its second request on, so that queries that are sent only once, such as those with
 * another variable each time, do not fill the cache. Above 64 MiB the whole cache is cleared. `countUse` is called with
 * the document of each response found in the cache.
 */
export function createResponseCache(changeBus: ChangeBus, countUse?: DeprecatedFieldCounter['count']) {
  const store = createCacheStore(maxBytes)
  const seen = new LRUCache<string, true>({ maxSize: maxSeenBytes, sizeCalculation: (_, key) => key.length + 1 })
  const find = (key: string, viewer: Viewer, accept: string) => {
    const entry = store.find(key)
    const response = entry && findCurrent(changeBus, entry, viewer, accept)
    if (response) countUse?.(entry.operation.document)
    return response
  }
  return {
    /** Returns the cached response, or undefined. */
    find,
    /** Returns the cache entry of a request body, or undefined. */
    findEntry: store.find,
    /** Stores the entry of a cacheable query and returns it; null at the first request with its body. */
    addEntry(query: NewEntry): CacheEntry | null {
      if (!seen.delete(query.key)) {
        seen.set(query.key, true)
        return null
      }
      return store.putEntry(newEntry(query))
    },
    /**
     * Returns the cached response; otherwise produces it once for all concurrent requests, and caches it if it has no
     * errors and nothing changed meanwhile. A request after a change never shares an execution begun before the change.
     */
    share(entry: CacheEntry, viewer: Viewer, wanted: Wanted, produce: Produce): Promise<EncodedResponse> {
      const { accept } = wanted
      const response = find(entry.key, viewer, accept)
      if (response) return Promise.resolve(response)
      const version = currentVersion(changeBus, entry)
      if (entry.version !== version) store.dropStaleResponses(entry, version)
      const scope = cacheScopeKey(entry.isPerUser, viewer)
      const { pending } = responsesFor(entry, scope)
      const shared = pending.get(variantOf(wanted))
      if (shared) return shared
      const put = (response: EncodedResponse) => {
        if (!isCacheable(response) || currentVersion(changeBus, entry) !== version) return
        store.putResponse(entry, { scope, accept }, response)
      }
      const produced = produce().finally(() => pending.delete(variantOf(wanted)))
      produced.then(put, () => undefined)
      pending.set(variantOf(wanted), produced)
      return produced
    },
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

type NewEntry = Pick<CacheEntry, 'key' | 'request' | 'operation' | 'topics'>

const newEntry = (entry: NewEntry): CacheEntry => ({
  ...entry,
  isPerUser: isPerUser(entry.operation),
  version: -1,
  responses: new Map(),
  cachedBytes: 0,
})

function findCurrent(changeBus: ChangeBus, entry: CacheEntry, viewer: Viewer, accept: string) {
  if (!isCurrent(changeBus, entry)) return undefined
  return entry.responses.get(cacheScopeKey(entry.isPerUser, viewer))?.cached.get(accept)
}

const isCurrent = (changeBus: ChangeBus, entry: CacheEntry) => entry.version === currentVersion(changeBus, entry)

// Generations only grow, so any change changes their sum.
function currentVersion(changeBus: ChangeBus, { topics }: CacheEntry): number {
  let sum = 0
  for (const topic of topics) sum += changeBus.generation(topic)
  return sum
}

// A response with errors begins with `errors`, not with `data`.
const isCacheable = ({ status, body }: EncodedResponse) =>
  status === 200 && body.subarray(0, dataStart.length).equals(dataStart)

const dataStart = Buffer.from('{"data":')
