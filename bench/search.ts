import type { RootDatabase } from '../src/database/database.ts'
import { search } from '../src/trade/search/search.ts'
import { openFilledWith } from './database.ts'
import { benchmarkOf } from './reads.ts'
import { fill, someCustomer } from './search-records.ts'

const limit = 10

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

/** The search over 100,000 records. */
export const searching = benchmarkOf({
  name: 'search',
  about: 'the search over 100,000 records',
  invented: '100,000 records',
  open: openFilledWith(fill),
  lookUp: (db) => db.customer.findUnique({ where: { id: someCustomer } }),
  reads: Object.fromEntries(
    Object.entries(queries).map(([query, q]) => [query, (db: RootDatabase) => search(db, q, limit, () => true)]),
  ),
  describe: ({ groups }) => `${groups.reduce((sum, group) => sum + group.hits.length, 0)} hits`,
  roundsEach: 3,
})
