import type { Viewer } from '../../auth/sessions.ts'
import type { Live } from '../../lib/change-bus.ts'
import { cacheScopeKey, isPerUser, cacheTopics } from './cache-scope.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { toCacheable, type EncodedResponse } from './encoded-response.ts'
import { answersFor, createQuestionStore, type GraphQLRequestBody, type CacheEntry } from './cache-store.ts'

const mostBytes = 64 * 1024 * 1024

/** The viewer, and the Accept header of the request. */
export type CacheKey = { signedIn: Viewer; accept: string }

/** Produces a response, and decides whether it may be cached. */
type ProduceResponse = { make: () => Promise<EncodedResponse>; mayKeep: (packed: EncodedResponse) => boolean }

/**
 * Caches encoded responses: equal queries of equally entitled operators share one until a topic it depends on changes.
 * Above 64 MiB the whole cache is cleared.
 */
export function createResponseCache(live: Live) {
  const questions = createQuestionStore(mostBytes)
  return {
    /** Returns the cached response, or undefined. */
    find(text: string, { signedIn, accept }: CacheKey): EncodedResponse | undefined {
      const question = questions.find(text)
      if (!question || !isCurrent(live, question)) return undefined
      return question.answers.get(cacheScopeKey(question.isPersonal, signedIn))?.ready.get(accept)
    },
    /** Returns the cache entry of a body text, or undefined. */
    known: questions.find,
    /** Creates the cache entry of a body text; null if its responses must not be cached. */
    ask(text: string, asked: GraphQLRequestBody, operation: ParsedOperation): CacheEntry | null {
      const views = cacheTopics(operation)
      if (!views) return null
      const question = newQuestion({ text, asked, operation, views })
      questions.put(question)
      return question
    },
    /**
     * Produces a response once for all concurrent requests, and caches it if allowed and nothing changed meanwhile.
     * A request after a change must not share an execution begun before it.
     */
    answer(question: CacheEntry, { signedIn, accept }: CacheKey, { make, mayKeep }: ProduceResponse) {
      const stamp = cacheVersion(live, question)
      if (question.stamp !== stamp) questions.dropStaleEntries(question, stamp)
      const entitlement = cacheScopeKey(question.isPersonal, signedIn)
      const { underWay } = answersFor(question, entitlement)
      const already = underWay.get(accept)
      if (already) return already
      const keep = (packed: EncodedResponse) => {
        if (!mayKeep(packed) || cacheVersion(live, question) !== stamp) return
        questions.keep(question, { entitlement, accept }, toCacheable(packed))
      }
      const making = make().finally(() => underWay.delete(accept))
      making.then(keep, () => undefined)
      underWay.set(accept, making)
      return making
    },
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

const newQuestion = (question: Pick<CacheEntry, 'text' | 'asked' | 'operation' | 'views'>): CacheEntry => ({
  ...question,
  isPersonal: isPerUser(question.operation),
  stamp: -1,
  answers: new Map(),
  readyBytes: 0,
})

const isCurrent = (live: Live, question: CacheEntry) => question.stamp === cacheVersion(live, question)

// Generations only grow, so any change changes their sum.
function cacheVersion(live: Live, { views }: Pick<CacheEntry, 'views'>): number {
  let sum = 0
  for (const view of views) sum += live.generation(view)
  return sum
}
