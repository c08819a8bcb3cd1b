import { addExtensions } from '../../src/database/extensions.ts'
import type { Database } from '../../src/database/database.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { countOnboardings } from '../../src/onboarding/onboarding-queries.ts'
import { countCustomers } from '../../src/trade/records/customer-queries.ts'
import { countSubjectRecords } from '../../src/monitoring/subjects/subject-records.ts'
import { countLibraries } from '../../src/trade/records/library-queries.ts'
import { searchGroups, type HitGroupConfig } from '../../src/trade/search/search-sources.ts'
import { fuzzyQuery, exactQuery, substringQuery } from '../../src/trade/search/search-queries.ts'
import { parseTerms } from '../../src/trade/search/search-terms.ts'
import { givenDatabase, givenWithoutTables, type GivenDatabase } from '../support/database/database.ts'

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** The plan if a sequential scan is the last resort, however few rows there are. */
const planOf = (query: Prisma.Sql | null) =>
  database.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`
    const plan = await tx.$queryRawUnsafe<Record<string, string>[]>(
      `EXPLAIN ${query?.text ?? ''}`,
      ...(query?.values ?? []),
    )
    return plan.map((line) => line['QUERY PLAN']).join('\n')
  })

const ways = [
  [
    'by words and ids',
    (sort: HitGroupConfig) => exactQuery(sort, parseTerms('librería 12345678', 'libreria 12345678'), 11),
    ['words', 'plain'],
  ],
  ['by a part', (sort: HitGroupConfig) => substringQuery(sort, parseTerms('ibrer', 'ibrer'), 11), ['trigrams']],
  ['with a slip', (sort: HitGroupConfig) => fuzzyQuery(sort, parseTerms('librreia', 'librreia'), 11), ['trigrams']],
] as const

describe.each(ways)('the search %s', (_way, query, indexes) => {
  it.each(['libraries', 'customers', 'incidents', 'messages'] as const)('is served by indexes in %s', async (group) => {
    const plan = await planOf(query(searchGroups[group]))

    for (const index of indexes) expect(plan).toMatch(new RegExp(`Index .*_${index}_idx`))
    expect(plan).not.toMatch(/Seq Scan on "?(Library|Customer|Subject|InboundMessage|SinliLine|SalvagedPart)/)
  })
})

const lists = [
  ['libraries', (db: Database) => countLibraries(db, { search: 'ÁG' })],
  ['customers', (db: Database) => countCustomers(db, { search: 'ÁG' })],
  ['onboardings', (db: Database) => countOnboardings(db, { search: 'ÁG' }, new Date())],
] as const

it.each(lists)('finding %s with two letters, which have no trigram, folds no row', async (_of, count) => {
  expect(await planOfCount(count)).toContain(`"searchText" ~~ '%ag%'::text`)
})

it('finding subjects by a text uses its index', async () => {
  const plan = await planOfCount((db) => countSubjectRecords(db, { search: 'librería' }))

  expect(plan).toContain('Subject_trigrams_idx')
})

it('finding libraries by their states uses its index', async () => {
  const plan = await planOfCount((db) => countLibraries(db, { states: ['FALLANDO', 'DEGRADADO'] }))

  expect(plan).toContain('Subject_state_idx')
})

/** The plan of the only statement of a count. */
async function planOfCount(count: (db: Database) => Promise<number>): Promise<string> {
  let query = Prisma.empty
  const keep = (...sql: Parameters<typeof Prisma.sql>) => ((query = Prisma.sql(...sql)), [])
  await count({ $queryRaw: keep } as unknown as Database)
  return planOf(query)
}

it('the expressions of the search are the same in the code and in the migrations', async () => {
  const indexes = await database.db.$queryRaw<{ name: string }[]>`
    SELECT indexname AS "name" FROM pg_indexes WHERE indexname ~ '_(words|trigrams|plain)_idx$'`
  const { libraries, incidents } = searchGroups

  const plan = await planOf(substringQuery(libraries, parseTerms('ibrer', 'ibrer'), 1))

  expect(indexes).toHaveLength(25)
  expect(plan).toContain('Library_trigrams_idx')
  expect(incidents.sources[0]?.text?.sql).toContain('"folded"')
})

it('says what an administrator has to run where the role may not add extensions, and asks for nothing after that', async () => {
  const pglite = await givenWithoutTables()
  const add = () => addExtensions((script) => pglite.exec(script))
  await pglite.exec('CREATE ROLE nobody; SET ROLE nobody')

  await expect(add()).rejects.toThrow(
    'The database lacks the extensions unaccent and pg_trgm, and this role cannot add them (permission denied to create ' +
      'extension "unaccent"): have an administrator run, in this database, ' +
      'CREATE EXTENSION IF NOT EXISTS unaccent; CREATE EXTENSION IF NOT EXISTS pg_trgm;',
  )

  await pglite.exec('RESET ROLE')
  await add()
  await pglite.exec('SET ROLE nobody')
  await expect(add()).resolves.toBeUndefined()
  await pglite.close()
})
