import fc from 'fast-check'
import { encodeResponse, sizeOf } from '../../../src/graphql/http/encoded-response.ts'
import { createCacheStore, type CacheEntry } from '../../../src/graphql/http/cache-store.ts'

const texts = ['a', 'a longer entry', 'x'.repeat(300)]
const scopes = ['admin', 'lector'].flatMap((scope) => ['', 'application/json'].map((accept) => ({ scope, accept })))

const entryOf = (text: string): CacheEntry => ({
  key: text,
  request: { query: text },
  operation: { document: {}, definition: {}, fields: new Set() } as never,
  topics: ['panel'],
  isPerUser: false,
  version: -1,
  responses: new Map(),
  cachedBytes: 0,
})

const responseOf = (bytes: number) => encodeResponse({ status: 200, headers: [], body: 'x'.repeat(bytes) }, false)

type Store = ReturnType<typeof createCacheStore>

/** The size of the cached entries, counted from the entries themselves. */
const sizeOfEntries = (store: Store) =>
  texts
    .flatMap((text) => store.find(text) ?? [])
    .map(({ key, responses }) => {
      const cached = [...responses.values()].flatMap((one) => [...one.cached.values()])
      return cached.reduce((sum, response) => sum + sizeOf(response), 4 * key.length + 1_000)
    })
    .reduce((sum, bytes) => sum + bytes, 0)

/** Puts an entry, puts a response into one of them, or drops its responses. */
type Step = (store: Store, put: CacheEntry[]) => void

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...texts).map((text) => (store: Store, put: CacheEntry[]) => {
    const entry = entryOf(text)
    put.push(entry)
    store.putEntry(entry)
  }),
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(), fc.constantFrom(...scopes), fc.nat(20_000))
      .map(([which, scope, bytes]) => (store: Store, put: CacheEntry[]) => {
        const entry = put[which % Math.max(1, put.length)]
        if (entry) store.putResponse(entry, scope, responseOf(bytes))
      }),
  },
  fc.nat().map((which) => (store: Store, put: CacheEntry[]) => {
    const entry = put[which % Math.max(1, put.length)]
    if (entry) store.dropStaleResponses(entry, which)
  }),
)

it('the size of the cache store is the sum of its entries after any puts, replacements and invalidations', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), fc.constantFrom(60_000, 64 * 1024 * 1024), (story, limit) => {
      const store = createCacheStore(limit)
      const put: CacheEntry[] = []
      for (const step of story) {
        step(store, put)
        expect(store.size()).toBe(sizeOfEntries(store))
        expect(store.size()).toBeLessThanOrEqual(limit)
      }
    }),
    { numRuns: 500 },
  )
})

it('replacing a cached response again and again evicts no other entry', () => {
  const store = createCacheStore(100_000)
  const [steady, changing] = [entryOf('steady'), entryOf('changing')]
  for (const entry of [steady, changing]) store.putEntry(entry)
  store.putResponse(steady, { scope: 'admin', accept: '' }, responseOf(100))

  for (let version = 0; version < 1_000; version++) {
    store.dropStaleResponses(changing, version)
    store.putResponse(changing, { scope: 'admin', accept: '' }, responseOf(1_000))
  }

  expect(store.find('steady')?.responses.get('admin')?.cached.size).toBe(1)
})

it('everything is evicted when the cache store exceeds its limit', () => {
  const store = createCacheStore(10_000)
  const entry = entryOf('large')
  store.putEntry(entry)

  store.putResponse(entry, { scope: 'admin', accept: '' }, responseOf(5_000))

  expect([store.find('large'), store.size()]).toEqual([undefined, 0])
})

it('dropping the stale responses of a cache entry keeps the entry', () => {
  const store = createCacheStore(10_000)
  const entry = entryOf('a')
  store.putEntry(entry)
  store.putResponse(entry, { scope: 'admin', accept: '' }, responseOf(10))

  store.dropStaleResponses(entry, 7)

  expect(store.find('a')).toMatchObject({ version: 7, responses: new Map() })
})
