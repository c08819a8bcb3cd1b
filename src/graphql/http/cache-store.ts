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
  /** Text of the request body, the key of the entry. */
  text: string
  asked: GraphQLRequestBody
  operation: ParsedOperation
  /** Topics its responses depend on. */
  views: readonly Topic[]
  isPersonal: boolean
  /** Sum of the generations of those topics for which the responses are valid. */
  stamp: number
  /** By entitlement (`cacheScopeKey`). */
  answers: Map<string, CachedResponses>
  /** Estimated size of the cached responses, in bytes. */
  readyBytes: number
}

/** Cached (`ready`) and pending (`underWay`) responses of one entitlement, by Accept header. */
type CachedResponses = { ready: Map<string, EncodedResponse>; underWay: Map<string, Promise<EncodedResponse>> }

/** Entitlement and Accept header of a response. */
export type ResponseKey = { entitlement: string; accept: string }

/**
 * Stores cache entries and tracks their estimated size. Above `limit` bytes the whole store is cleared: entries are
 * cheap to recreate.
 */
export function createQuestionStore(limit: number) {
  const questions = new Map<string, CacheEntry>()
  let bytes = 0

  function count(more: number) {
    bytes += more
    if (bytes <= limit) return
    questions.clear()
    bytes = 0
  }

  // A request may still hold an evicted entry; its size no longer counts.
  const isKept = (question: CacheEntry) => questions.get(question.text) === question

  return {
    find: (text: string): CacheEntry | undefined => questions.get(text),
    /** Stores an entry, replacing one with the same text. */
    put(question: CacheEntry): void {
      const before = questions.get(question.text)
      questions.set(question.text, question)
      count(sizeOfQuestion(question) - (before ? sizeOfQuestion(before) : 0))
    },
    /** Drops the responses of an entry, stale since this stamp. */
    dropStaleEntries(question: CacheEntry, stamp: number): void {
      if (isKept(question)) count(-question.readyBytes)
      Object.assign(question, { stamp, answers: new Map(), readyBytes: 0 })
    },
    /** Caches a response, replacing the previous one of the same key. */
    keep(question: CacheEntry, { entitlement, accept }: ResponseKey, packed: EncodedResponse): void {
      if (!isKept(question)) return
      const { ready } = answersFor(question, entitlement)
      const before = ready.get(accept)
      const more = sizeOf(packed) - (before ? sizeOf(before) : 0)
      ready.set(accept, packed)
      question.readyBytes += more
      count(more)
    },
    /** Estimated size of the store, in bytes. */
    size: () => bytes,
  }
}

/** Returns the responses of an entry for one entitlement, creating an empty set if there is none. */
export function answersFor({ answers }: CacheEntry, entitlement: string): CachedResponses {
  const known = answers.get(entitlement) ?? {
    ready: new Map<string, EncodedResponse>(),
    underWay: new Map<string, Promise<EncodedResponse>>(),
  }
  answers.set(entitlement, known)
  return known
}

const sizeOfQuestion = ({ text, readyBytes }: CacheEntry) => 4 * text.length + 1_000 + readyBytes
