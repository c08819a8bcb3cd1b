import type { SignedIn } from '../access/sessions.ts'
import type { Live, Topic } from '../live.ts'
import { entitlementOf, isPersonal, viewsOf } from './entitlement.ts'
import type { Operation } from './operations.ts'
import { sizeOf, type Packed } from './packed.ts'

const mostBytes = 64 * 1024 * 1024

/** Who asks, and which form of answer they accept. */
export type Asking = { signedIn: SignedIn; accept: string }

/** A question whose answer stays true for a while, with the answers that are ready. */
export type Question = {
  operation: Operation
  /** The views of which it tells. */
  views: readonly Topic[]
  isPersonal: boolean
  /** How far those views had changed when the answers were made. */
  stamp: number
  answers: Map<string, Packed>
  underWay: Map<string, Promise<Packed>>
}

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
    find(text: string, asking: Asking): Packed | undefined {
      const question = questions.get(text)
      return question && isCurrent(live, question) ? question.answers.get(nameOf(question, asking)) : undefined
    },
    /** The question of a text that asks this; null where its answer is not to be kept. */
    ask(text: string, operation: Operation): Question | null {
      const known = questions.get(text)
      const views = known ? null : viewsOf(operation)
      if (!views) return known ?? null
      const question = newQuestion(operation, views)
      questions.set(text, question)
      count(2 * text.length + 1_000)
      return question
    },
    /**
     * Has an answer made once, however many ask for it meanwhile, and keeps it where it may be kept and nothing changed
     * while it was made.
     */
    answer(question: Question, asking: Asking, make: () => Promise<Packed>, mayKeep: (packed: Packed) => boolean) {
      const stamp = renew(live, question)
      const name = nameOf(question, asking)
      const already = question.underWay.get(name)
      if (already) return already
      const { answers, underWay } = question
      const keep = (packed: Packed) => {
        if (!mayKeep(packed) || stampOf(live, question) !== stamp) return
        answers.set(name, packed)
        count(sizeOf(packed))
      }
      const making = make().finally(() => underWay.delete(name))
      making.then(keep, () => undefined)
      underWay.set(name, making)
      return making
    },
  }
}

export type Prepared = ReturnType<typeof createPrepared>

const newQuestion = (operation: Operation, views: readonly Topic[]): Question => ({
  operation,
  views,
  isPersonal: isPersonal(operation),
  stamp: -1,
  answers: new Map(),
  underWay: new Map(),
})

/** Forgets what is out of date. Who is being answered from before a change must not be joined after it. */
function renew(live: Live, question: Question): number {
  const stamp = stampOf(live, question)
  if (question.stamp !== stamp) Object.assign(question, { stamp, answers: new Map(), underWay: new Map() })
  return stamp
}

const isCurrent = (live: Live, question: Question) => question.stamp === stampOf(live, question)

// Generations only grow, so that their sum is another after any change.
function stampOf(live: Live, { views }: Pick<Question, 'views'>): number {
  let sum = 0
  for (const view of views) sum += live.generation(view)
  return sum
}

const nameOf = ({ isPersonal }: Question, { signedIn, accept }: Asking) =>
  `${entitlementOf(isPersonal, signedIn)} ${accept}`
