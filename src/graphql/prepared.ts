import type { SignedIn } from '../access/sessions.ts'
import type { Live } from '../live.ts'
import { entitlementOf, isPersonal, viewsOf } from './entitlement.ts'
import type { Operation } from './operations.ts'
import { keepable, type Packed } from './packed.ts'
import { answersFor, createQuestionStore, type Asked, type Question } from './question-store.ts'

const mostBytes = 64 * 1024 * 1024

/** Who asks, and which form of answer they accept. */
export type Asking = { signedIn: SignedIn; accept: string }

/** How an answer is made, and whether it is worth keeping. */
type Making = { make: () => Promise<Packed>; mayKeep: (packed: Packed) => boolean }

/**
 * Keeps answers as bytes: equal questions by equally entitled operators are answered with the same ones, until what they
 * tell of changes. When those that are kept come to be too many, all are forgotten: they are soon made again.
 */
export function createPrepared(live: Live) {
  const questions = createQuestionStore(mostBytes)
  return {
    /** The answer that is ready; undefined where it has to be made. */
    find(text: string, { signedIn, accept }: Asking): Packed | undefined {
      const question = questions.find(text)
      if (!question || !isCurrent(live, question)) return undefined
      return question.answers.get(entitlementOf(question.isPersonal, signedIn))?.ready.get(accept)
    },
    /** The question of a text that was asked before; undefined of any other. */
    known: questions.find,
    /** The question of a text that asks this; null where its answer is not to be kept. */
    ask(text: string, asked: Asked, operation: Operation): Question | null {
      const views = viewsOf(operation)
      if (!views) return null
      const question = newQuestion({ text, asked, operation, views })
      questions.put(question)
      return question
    },
    /**
     * Has an answer made once, however many ask for it meanwhile, and keeps it where it may be kept and nothing changed
     * while it was made. Who is being answered from before a change is not joined after it.
     */
    answer(question: Question, { signedIn, accept }: Asking, { make, mayKeep }: Making) {
      const stamp = stampOf(live, question)
      if (question.stamp !== stamp) questions.renew(question, stamp)
      const entitlement = entitlementOf(question.isPersonal, signedIn)
      const { underWay } = answersFor(question, entitlement)
      const already = underWay.get(accept)
      if (already) return already
      const keep = (packed: Packed) => {
        if (!mayKeep(packed) || stampOf(live, question) !== stamp) return
        questions.keep(question, { entitlement, accept }, keepable(packed))
      }
      const making = make().finally(() => underWay.delete(accept))
      making.then(keep, () => undefined)
      underWay.set(accept, making)
      return making
    },
  }
}

export type Prepared = ReturnType<typeof createPrepared>

const newQuestion = (question: Pick<Question, 'text' | 'asked' | 'operation' | 'views'>): Question => ({
  ...question,
  isPersonal: isPersonal(question.operation),
  stamp: -1,
  answers: new Map(),
  readyBytes: 0,
})

const isCurrent = (live: Live, question: Question) => question.stamp === stampOf(live, question)

// Generations only grow, so that their sum is another after any change.
function stampOf(live: Live, { views }: Pick<Question, 'views'>): number {
  let sum = 0
  for (const view of views) sum += live.generation(view)
  return sum
}
