import { addExtensions } from '../../src/database/extensions.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { foldedColumns } from '../../src/trade/search/sql-match.ts'
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
    expect(plan).not.toMatch(/Seq Scan on "?(Library|Customer|Subject|InboundMessage|SinliLine)/)
  })
})

it('the expressions of the search are the same in the code and in the migration', async () => {
  const indexes = await database.db.$queryRaw<{ name: string }[]>`
    SELECT indexname AS "name" FROM pg_indexes WHERE indexname ~ '_(words|trigrams|plain)_idx$'`
  const { sources } = searchGroups.libraries

  const plan = await planOf(substringQuery({ ...searchGroups.libraries, sources }, parseTerms('ibrer', 'ibrer'), 1))

  expect(indexes).toHaveLength(20)
  expect(plan).toContain('Library_trigrams_idx')
  expect(foldedColumns(sources[0]?.columns ?? []).sql).toContain('"folded"')
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
