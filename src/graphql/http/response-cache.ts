import type { Viewer } from '../../auth/sessions.ts'
import type { Live } from '../../lib/change-bus.ts'
import { cacheScopeKey, isPerUser, cacheTopics } from './cache-scope.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { toCacheable, type EncodedResponse } from './encoded-response.ts'
import { answersFor, createQuestionStore, type GraphQLRequestBody, type CacheEntry } from './cache-store.ts'

const mostBytes = 64 * 1024 * 1024

/** Who asks, and which form of answer they accept. */
export type CacheKey = { signedIn: Viewer; accept: string }

/** How an answer is made, and whether it is worth keeping. */
type ProduceResponse = { make: () => Promise<EncodedResponse>; mayKeep: (packed: EncodedResponse) => boolean }

/**
 * Keeps answers as bytes: equal questions by equally entitled operators are answered with the same ones, until what they
 * tell of changes. When those that are kept come to be too many, all are forgotten: they are soon made again.
 */
export function createResponseCache(live: Live) {
  const questions = createQuestionStore(mostBytes)
  return {
    /** The answer that is ready; undefined where it has to be made. */
    find(text: string, { signedIn, accept }: CacheKey): EncodedResponse | undefined {
      const question = questions.find(text)
      if (!question || !isCurrent(live, question)) return undefined
      return question.answers.get(cacheScopeKey(question.isPersonal, signedIn))?.ready.get(accept)
    },
    /** The question of a text that was asked before; undefined of any other. */
    known: questions.find,
    /** The question of a text that asks this; null where its answer is not to be kept. */
    ask(text: string, asked: GraphQLRequestBody, operation: ParsedOperation): CacheEntry | null {
      const views = cacheTopics(operation)
      if (!views) return null
      const question = newQuestion({ text, asked, operation, views })
      questions.put(question)
      return question
    },
    /**
     * Has an answer made once, however many ask for it meanwhile, and keeps it where it may be kept and nothing changed
     * while it was made. Who is being answered from before a change is not joined after it.
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

// Generations only grow, so that their sum is another after any change.
function cacheVersion(live: Live, { views }: Pick<CacheEntry, 'views'>): number {
  let sum = 0
  for (const view of views) sum += live.generation(view)
  return sum
}
