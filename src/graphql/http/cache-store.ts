import type { Topic } from '../../lib/change-bus.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { sizeOf, type EncodedResponse } from './encoded-response.ts'

/** What a body asks, as the specification has it. */
export type GraphQLRequestBody = {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown> | null
}

/** A question whose answer stays true for a while, with the answers that are ready. */
export type CacheEntry = {
  /** The text of the body by which it is found. */
  text: string
  asked: GraphQLRequestBody
  operation: ParsedOperation
  /** The views of which it tells. */
  views: readonly Topic[]
  isPersonal: boolean
  /** How far those views had changed when the answers were made. */
  stamp: number
  /** By entitlement. */
  answers: Map<string, CachedResponses>
  /** How many bytes the answers take that are ready. */
  readyBytes: number
}

/** The answers that equally entitled operators are given, by the form they accept: those that are ready, and those being made. */
type CachedResponses = { ready: Map<string, EncodedResponse>; underWay: Map<string, Promise<EncodedResponse>> }

/** Whose answer it is, and in which form. */
export type ResponseKey = { entitlement: string; accept: string }

/**
 * Keeps questions with their answers, and knows how many bytes those take that are kept now. When they take more than the
 * limit, all are forgotten: they are soon made again.
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

  // One that was forgotten may still be answered; nobody finds it any more.
  const isKept = (question: CacheEntry) => questions.get(question.text) === question

  return {
    find: (text: string): CacheEntry | undefined => questions.get(text),
    /** Keeps a question, in the place of an earlier one of the same text. */
    put(question: CacheEntry): void {
      const before = questions.get(question.text)
      questions.set(question.text, question)
      count(sizeOfQuestion(question) - (before ? sizeOfQuestion(before) : 0))
    },
    /** Forgets the answers of a question: they are out of date from this stamp on. */
    dropStaleEntries(question: CacheEntry, stamp: number): void {
      if (isKept(question)) count(-question.readyBytes)
      Object.assign(question, { stamp, answers: new Map(), readyBytes: 0 })
    },
    /** Keeps an answer to a question, in the place of an earlier one. */
    keep(question: CacheEntry, { entitlement, accept }: ResponseKey, packed: EncodedResponse): void {
      if (!isKept(question)) return
      const { ready } = answersFor(question, entitlement)
      const before = ready.get(accept)
      const more = sizeOf(packed) - (before ? sizeOf(before) : 0)
      ready.set(accept, packed)
      question.readyBytes += more
      count(more)
    },
    /** How many bytes what is kept takes, roughly. */
    size: () => bytes,
  }
}

/** The answers to a question for one entitlement. */
export function answersFor({ answers }: CacheEntry, entitlement: string): CachedResponses {
  const known = answers.get(entitlement) ?? {
    ready: new Map<string, EncodedResponse>(),
    underWay: new Map<string, Promise<EncodedResponse>>(),
  }
  answers.set(entitlement, known)
  return known
}

const sizeOfQuestion = ({ text, readyBytes }: CacheEntry) => 4 * text.length + 1_000 + readyBytes
