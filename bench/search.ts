import { search } from '../src/trade/search/search.ts'
import { openFresh } from './database.ts'
import { databaseOn, type Benchmark, type Settings } from './result.ts'
import { fill } from './search-records.ts'
import { median, timed } from './statistics.ts'

const limit = 10
// A round takes about a second.
const roundsEach = 3

/** Typical queries of operators, by the work they require. */
const queries = {
  'an ISBN': '978-84-012345-0',
  'a SINLI id': 'LIB04321',
  "a customer's id": 'B-00370000',
  'one word': 'cálamo',
  'a word of most records': 'librería',
  'words in the plural': 'estaciones supuestas',
  'the beginning of a word': 'geogr',
  'the inside of a word': 'ventad',
  'two letters': 'ña',
  'a wildcard': '100%',
  'a word mistyped': 'librreia',
  'a word that is nowhere': 'xilófono',
}

/** Medians for one kind of query, in milliseconds and as multiples of a lookup by primary key. */
type Found = { query: string; ms: number; lookups: number; hits: number }

/** The search over 100,000 records. */
export const searching: Benchmark = {
  name: 'search',
  about: 'the search over 100,000 records',
  run: async (settings) => {
    const found = await benchSearch(settings)
    const figures = found.map(({ query, ms, lookups, hits }) => ({
      of: query,
      value: ms,
      unit: 'ms',
      ratio: lookups,
      beside: `${hits} hits`,
    }))
    const on = databaseOn(settings.server)
    const limit = `looking up a row by its primary key, on ${on}`
    return { title: searching.about, limit, figures, json: { on, queries: found } }
  },
}

/**
 * Measures the search over 100,000 records, on PostgreSQL if a server is given, otherwise on the embedded database.
 * Every round runs all queries, each preceded by the baseline: a lookup of one row by its primary key.
 */
async function benchSearch({ server, rounds: asked, tell }: Settings): Promise<Found[]> {
  tell('100,000 records are being invented')
  const rounds = asked * roundsEach
  await using database = await openFilled(server)
  const { db } = database.opened
  const { id } = await db.customer.findFirstOrThrow({ select: { id: true } })
  const lookups: number[] = []
  const durations = new Map<string, number[]>()
  const hits = new Map<string, number>()
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`)
    for (const [query, q] of Object.entries(queries)) {
      lookups.push((await timed(() => db.customer.findUnique({ where: { id } }))).ms)
      const { ms, result } = await timed(() => search(db, q, limit, () => true))
      durations.set(query, [...(durations.get(query) ?? []), ms])
      hits.set(
        query,
        result.groups.reduce((sum, group) => sum + group.hits.length, 0),
      )
    }
  }
  const lookup = median(lookups)
  return Array.from(durations, ([query, all]) => {
    const ms = median(all)
    return { query, ms, lookups: ms / lookup, hits: hits.get(query) ?? 0 }
  })
}

/** A database with 100,000 invented records, deleted on disposal. */
export async function openFilled(server: string | null) {
  const fresh = await openFresh(server)
  try {
    await fill(fresh.run)
    return fresh
  } catch (error) {
    await fresh[Symbol.asyncDispose]()
    throw error
  }
}
