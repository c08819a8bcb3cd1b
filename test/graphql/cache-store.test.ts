import fc from 'fast-check'
import { encodeResponse, sizeOf } from '../../src/graphql/http/encoded-response.ts'
import { createQuestionStore, type CacheEntry } from '../../src/graphql/http/cache-store.ts'

const texts = ['a', 'a longer question', 'x'.repeat(300)]
const places = ['admin', 'lector'].flatMap((entitlement) =>
  ['', 'application/json'].map((accept) => ({ entitlement, accept })),
)

const questionOf = (text: string): CacheEntry => ({
  text,
  asked: { query: text },
  operation: { document: {}, definition: {}, fields: new Set() } as never,
  views: ['panel'],
  isPersonal: false,
  stamp: -1,
  answers: new Map(),
  readyBytes: 0,
})

const answerOf = (bytes: number) => encodeResponse({ status: 200, headers: [], text: 'x'.repeat(bytes) }, false)

type Store = ReturnType<typeof createQuestionStore>

/** The size of the cached entries, counted from the entries themselves. */
const sizeOfKept = (store: Store) =>
  texts
    .flatMap((text) => store.find(text) ?? [])
    .map(({ text, answers }) => {
      const ready = [...answers.values()].flatMap((one) => [...one.ready.values()])
      return ready.reduce((sum, packed) => sum + sizeOf(packed), 4 * text.length + 1_000)
    })
    .reduce((sum, bytes) => sum + bytes, 0)

/** Puts a question, keeps an answer to one that was ever put, or forgets its answers. */
type Step = (store: Store, put: CacheEntry[]) => void

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...texts).map((text) => (store: Store, put: CacheEntry[]) => {
    const question = questionOf(text)
    put.push(question)
    store.put(question)
  }),
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(), fc.constantFrom(...places), fc.nat(20_000))
      .map(([which, place, bytes]) => (store: Store, put: CacheEntry[]) => {
        const question = put[which % Math.max(1, put.length)]
        if (question) store.keep(question, place, answerOf(bytes))
      }),
  },
  fc.nat().map((which) => (store: Store, put: CacheEntry[]) => {
    const question = put[which % Math.max(1, put.length)]
    if (question) store.dropStaleEntries(question, which)
  }),
)

it('the size that is counted is that of what is kept now, after any keeps, replacements and invalidations', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), fc.constantFrom(60_000, 64 * 1024 * 1024), (story, limit) => {
      const store = createQuestionStore(limit)
      const put: CacheEntry[] = []
      for (const step of story) {
        step(store, put)
        expect(store.size()).toBe(sizeOfKept(store))
        expect(store.size()).toBeLessThanOrEqual(limit)
      }
    }),
    { numRuns: 500 },
  )
})

it('an answer that is replaced over and over makes nothing else forgotten', () => {
  const store = createQuestionStore(100_000)
  const [steady, changing] = [questionOf('steady'), questionOf('changing')]
  for (const question of [steady, changing]) store.put(question)
  store.keep(steady, { entitlement: 'admin', accept: '' }, answerOf(100))

  for (let stamp = 0; stamp < 1_000; stamp++) {
    store.dropStaleEntries(changing, stamp)
    store.keep(changing, { entitlement: 'admin', accept: '' }, answerOf(1_000))
  }

  expect(store.find('steady')?.answers.get('admin')?.ready.size).toBe(1)
})

it('everything is forgotten where more is kept than the limit', () => {
  const store = createQuestionStore(10_000)
  const question = questionOf('large')
  store.put(question)

  store.keep(question, { entitlement: 'admin', accept: '' }, answerOf(5_000))

  expect([store.find('large'), store.size()]).toEqual([undefined, 0])
})

it('the answers of a question that are out of date are forgotten, and the question is not', () => {
  const store = createQuestionStore(10_000)
  const question = questionOf('a')
  store.put(question)
  store.keep(question, { entitlement: 'admin', accept: '' }, answerOf(10))

  store.dropStaleEntries(question, 7)

  expect(store.find('a')).toMatchObject({ stamp: 7, answers: new Map() })
})
