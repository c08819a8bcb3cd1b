import { LRUCache } from 'lru-cache'
import type { SignedIn } from '../access/sessions.ts'
import type { Live, Topic } from '../live.ts'
import { entitlementOf, isPersonal, viewsOf } from './entitlement.ts'
import type { Operation } from './operations.ts'
import { sizeOf, type Packed } from './packed.ts'

const mostBytes = 64 * 1024 * 1024
const mostQuestions = 10_000

/** A question whose answer stays true for a while: of which views it tells, and whether each operator reads it differently. */
export type Question = { id: number; views: readonly Topic[]; isPersonal: boolean }

/** Who asks, and which form of answer they accept. */
export type Asking = { signedIn: SignedIn; accept: string }

type Kept = { stamp: number; packed: Packed }

/**
 * Keeps answers as bytes: equal questions by equally entitled operators are answered with the same ones, until what they
 * tell of changes. The least asked for are forgotten first.
 */
export function createPrepared(live: Live) {
  const { find, ask } = createQuestions()
  const answers = new LRUCache<string, Kept>({ maxSize: mostBytes, sizeCalculation: ({ packed }) => sizeOf(packed) })
  const underWay = new Map<string, Promise<Packed>>()
  const stampOf = (question: Question) => stampAt(live, question)

  return {
    ask,
    /** The answer that is ready; undefined where it has to be made. */
    find(text: string, asking: Asking): Packed | undefined {
      const question = find(text)
      const kept = question && answers.get(nameOf(question, asking))
      return kept?.stamp === (question && stampOf(question)) ? kept?.packed : undefined
    },
    /**
     * Has an answer made once, however many ask for it meanwhile, and keeps it where it may be kept and nothing changed
     * while it was made.
     */
    answer(question: Question, asking: Asking, make: () => Promise<Packed>, mayKeep: (packed: Packed) => boolean) {
      const stamp = stampOf(question)
      const name = nameOf(question, asking)
      const already = underWay.get(`${name} ${stamp}`)
      if (already) return already
      const making = make()
        .then((packed) => {
          if (mayKeep(packed) && stampOf(question) === stamp) answers.set(name, { stamp, packed })
          return packed
        })
        .finally(() => underWay.delete(`${name} ${stamp}`))
      underWay.set(`${name} ${stamp}`, making)
      return making
    },
  }
}

function createQuestions() {
  const questions = new LRUCache<string, Question>({
    max: mostQuestions,
    maxSize: mostBytes / 4,
    sizeCalculation: (_question, text) => text.length + 200,
  })
  let lastId = 0
  return {
    find: (text: string): Question | undefined => questions.get(text),
    /** The question of a text; null where its answer is not to be kept. */
    ask: (text: string, operation: Operation): Question | null => {
      const known = questions.get(text)
      if (known) return known
      const views = viewsOf(operation)
      const question = views && { id: (lastId += 1), views, isPersonal: isPersonal(operation) }
      if (question) questions.set(text, question)
      return question
    },
  }
}

export type Prepared = ReturnType<typeof createPrepared>

// Generations only grow, so that their sum is another after any change.
const stampAt = (live: Live, { views }: Question) => views.reduce((sum, view) => sum + live.generation(view), 0)

const nameOf = ({ id, isPersonal }: Question, { signedIn, accept }: Asking) =>
  `${id} ${entitlementOf(isPersonal, signedIn)} ${accept}`
