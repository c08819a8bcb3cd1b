import type { SignedIn } from '../access/sessions.ts'
import type { Live, Topic } from '../live.ts'
import { entitlementOf, isPersonal, viewsOf } from './entitlement.ts'
import type { Operation } from './operations.ts'
import { keepable, sizeOf, type Packed } from './packed.ts'

const mostBytes = 64 * 1024 * 1024

/** Who asks, and which form of answer they accept. */
export type Asking = { signedIn: SignedIn; accept: string }

/** How an answer is made, and whether it is worth keeping. */
type Making = { make: () => Promise<Packed>; mayKeep: (packed: Packed) => boolean }

/** What a body asks, as the specification has it. */
export type Asked = { query: string; operationName?: string | null; variables?: Record<string, unknown> | null }

/** A question whose answer stays true for a while, with the answers that are ready. */
export type Question = {
  asked: Asked
  operation: Operation
  /** The views of which it tells. */
  views: readonly Topic[]
  isPersonal: boolean
  /** How far those views had changed when the answers were made. */
  stamp: number
  /** By entitlement. */
  answers: Map<string, Answers>
}

/** The answers that equally entitled operators are given, by the form they accept: those that are ready, and those being made. */
type Answers = { ready: Map<string, Packed>; underWay: Map<string, Promise<Packed>> }

/**
 * Keeps answers as bytes: equal questions by equally entitled operators are answered with the same ones, until what they
 * tell of changes. When they come to be too many, all are forgotten: they are soon made again.
 */
export function createPrepared(live: Live) {
  const questions = new Map<string, Question>()
  let bytes = 0

  function count(more: number) {
    bytes += more
    if (bytes > mostBytes) questions.clear()
    if (bytes > mostBytes) bytes = 0
  }

  return {
    /** The answer that is ready; undefined where it has to be made. */
    find(text: string, { signedIn, accept }: Asking): Packed | undefined {
      const question = questions.get(text)
      if (!question || !isCurrent(live, question)) return undefined
      return question.answers.get(entitlementOf(question.isPersonal, signedIn))?.ready.get(accept)
    },
    /** The question of a text that was asked before; undefined of any other. */
    known: (text: string): Question | undefined => questions.get(text),
    /** The question of a text that asks this; null where its answer is not to be kept. */
    ask(text: string, asked: Asked, operation: Operation): Question | null {
      const views = viewsOf(operation)
      if (!views) return null
      const question = newQuestion(asked, operation, views)
      questions.set(text, question)
      count(4 * text.length + 1_000)
      return question
    },
    /**
     * Has an answer made once, however many ask for it meanwhile, and keeps it where it may be kept and nothing changed
     * while it was made.
     */
    answer(question: Question, { signedIn, accept }: Asking, { make, mayKeep }: Making) {
      const stamp = renew(live, question)
      const { ready, underWay } = answersFor(question, signedIn)
      const already = underWay.get(accept)
      if (already) return already
      const keep = (packed: Packed) => {
        if (!mayKeep(packed) || stampOf(live, question) !== stamp) return
        ready.set(accept, keepable(packed))
        count(sizeOf(packed))
      }
      const making = make().finally(() => underWay.delete(accept))
      making.then(keep, () => undefined)
      underWay.set(accept, making)
      return making
    },
  }
}

export type Prepared = ReturnType<typeof createPrepared>

const newQuestion = (asked: Asked, operation: Operation, views: readonly Topic[]): Question => ({
  asked,
  operation,
  views,
  isPersonal: isPersonal(operation),
  stamp: -1,
  answers: new Map(),
})

function answersFor({ answers, isPersonal }: Question, signedIn: SignedIn): Answers {
  const entitlement = entitlementOf(isPersonal, signedIn)
  const known = answers.get(entitlement) ?? {
    ready: new Map<string, Packed>(),
    underWay: new Map<string, Promise<Packed>>(),
  }
  answers.set(entitlement, known)
  return known
}

/** Forgets what is out of date. Who is being answered from before a change must not be joined after it. */
function renew(live: Live, question: Question): number {
  const stamp = stampOf(live, question)
  if (question.stamp !== stamp) Object.assign(question, { stamp, answers: new Map() })
  return stamp
}

const isCurrent = (live: Live, question: Question) => question.stamp === stampOf(live, question)

// Generations only grow, so that their sum is another after any change.
function stampOf(live: Live, { views }: Pick<Question, 'views'>): number {
  let sum = 0
  for (const view of views) sum += live.generation(view)
  return sum
}
