import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { cacheStatements, maxStatements } from '../../src/database/embedded/statement-cache.ts'
import { casesOf } from '../support/extent.ts'

let cached: PGlite
let plain: PGlite

beforeAll(async () => {
  cached = await PGlite.create()
  plain = await PGlite.create()
  cacheStatements(cached)
})

afterAll(() => Promise.all([cached.close(), plain.close()]))

beforeEach(async () => {
  for (const database of [cached, plain])
    await database.exec(`
      DROP TABLE IF EXISTS thing;
      CREATE TABLE thing (id int PRIMARY KEY, name text, at timestamptz, tags text[]);
      DEALLOCATE ALL`)
})

/** The statements that are prepared now, with the number of their plans that were executed. */
const preparedIn = async (database: PGlite) =>
  (
    await database.query<{ text: string; plans: number }>(
      'SELECT statement AS text, (generic_plans + custom_plans)::int AS plans FROM pg_prepared_statements',
    )
  ).rows

/** Its rows, or the code of its error. */
const outcomeOf = (database: Pick<PGlite, 'query'>, [text, values]: Statement) =>
  database.query(text, values).then(
    ({ rows, affectedRows, fields }) => ({ rows, affectedRows, fields }),
    ({ code }: { code: string }) => ({ code }),
  )

type Statement = [text: string, values: unknown[]]

describe('a database with cached statements', () => {
  it('prepares a statement once for all its values', async () => {
    for (let id = 0; id < 7; id++) await cached.query('INSERT INTO thing (id) VALUES ($1)', [id])

    expect(await preparedIn(cached)).toContainEqual({ text: 'INSERT INTO thing (id) VALUES ($1)', plans: 7 })
  })

  it('keeps its statements when a setting is changed', async () => {
    await cached.query('SELECT $1::int AS n', [1])
    await cached.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off')
      await tx.query('SELECT $1::int AS n', [2])
    })

    expect(await preparedIn(cached)).toContainEqual({ text: 'SELECT $1::int AS n', plans: 2 })
  })

  it('keeps the statements that were used last, up to its limit', async () => {
    const texts = Array.from({ length: maxStatements + 20 }, (_, number) => `SELECT ${number} AS n`)
    for (const text of texts) await cached.query(text)

    const prepared = (await preparedIn(cached)).map(({ text }) => text)
    expect(prepared.filter((text) => texts.includes(text)).sort()).toEqual(texts.slice(-maxStatements).sort())
  })

  it('forgets a statement that failed, as after a change of the schema inside a function', async () => {
    await cached.exec(`CREATE OR REPLACE FUNCTION grow() RETURNS void LANGUAGE plpgsql
      AS 'BEGIN ALTER TABLE thing ADD COLUMN size int; END'`)
    await cached.query('SELECT * FROM thing')
    await cached.query('SELECT grow()')

    await expect(cached.query('SELECT * FROM thing')).rejects.toMatchObject({ code: '0A000' })
    await expect(cached.query('SELECT * FROM thing')).resolves.toMatchObject({ rows: [] })
  })

  it.each([
    ['a script', (database: PGlite, change: string) => database.exec(`SELECT 1; ${change}`)],
    ['a query', (database: PGlite, change: string) => database.query(change)],
    [
      'a transaction',
      (database: PGlite, change: string) => database.transaction(async (tx) => void (await tx.query(change))),
    ],
  ])('returns a column that %s has added meanwhile', async (_how, run) => {
    await cached.query('INSERT INTO thing (id) VALUES ($1)', [1])
    await cached.query('SELECT * FROM thing')

    await run(cached, 'ALTER TABLE thing ADD COLUMN size int DEFAULT 3')

    expect((await cached.query('SELECT * FROM thing')).rows).toEqual([
      { id: 1, name: null, at: null, tags: null, size: 3 },
    ])
  })

  it.each(['ROLLBACK', 'SELECT 1 / 0; COMMIT'])(
    'returns no column whose addition was undone by: %s, which it returned before that',
    async (end) => {
      await cached.exec('BEGIN; ALTER TABLE thing ADD COLUMN size int')
      await cached.query('SELECT * FROM thing')
      for (const statement of end.split('; ')) await cached.exec(statement).catch(() => null)

      expect((await cached.query('SELECT * FROM thing')).fields.map(({ name }) => name)).not.toContain('size')
    },
  )

  it('prepares anew what a script has deallocated', async () => {
    await cached.query('SELECT $1::int AS n', [1])
    await cached.exec('DISCARD ALL')

    expect((await cached.query('SELECT $1::int AS n', [2])).rows).toEqual([{ n: 2 }])
  })
})

const ids = fc.nat(4)
const names = fc.constantFrom(null, 'one', "it's", 'ñ\u{1F4DA}')
const moments = fc.constantFrom(null, '2026-11-24T12:00:00Z')

/** A statement, of which some fail: duplicate keys, divisions by zero, wrong types, errors of syntax. */
const statements: fc.Arbitrary<Statement> = fc.oneof(
  fc
    .tuple(ids, names, moments)
    .map(([id, name, at]): Statement => ['INSERT INTO thing (id, name, at) VALUES ($1, $2, $3)', [id, name, at]]),
  fc
    .tuple(ids, fc.array(fc.constantFrom('a', 'b,"')))
    .map(([id, tags]): Statement => ['UPDATE thing SET tags = $2 WHERE id = $1 RETURNING *', [id, tags]]),
  ids.map((id): Statement => ['DELETE FROM thing WHERE id = $1', [id]]),
  names.map((name): Statement => ['SELECT * FROM thing WHERE name IS NOT DISTINCT FROM $1 ORDER BY id', [name]]),
  fc
    .array(ids)
    .map((some): Statement => ['WITH t AS (SELECT * FROM thing) SELECT count(*) FROM t WHERE id = ANY($1)', [some]]),
  ids.map((id): Statement => ['SELECT 12 / $1::int AS n', [id]]),
  fc.constantFrom<Statement>(
    ['SELECT $1::int AS n', ['x']],
    ['SELECT nothing FROM thing', []],
    ['SELECT FROM WHERE', []],
    ['ALTER TABLE thing ADD COLUMN IF NOT EXISTS size int', []],
    ['ALTER TABLE thing DROP COLUMN IF EXISTS size', []],
    ['DISCARD PLANS', []],
    ['SET LOCAL enable_seqscan = off', []],
  ),
)

/** Statements one by one or in a transaction, which is rolled back if one of them fails or at its end. */
const groups = fc.record({
  inTransaction: fc.boolean(),
  isRolledBack: fc.boolean(),
  list: fc.array(statements, { minLength: 1, maxLength: 6 }),
})

type Group = { inTransaction: boolean; isRolledBack: boolean; list: Statement[] }

async function run(database: PGlite, { inTransaction, isRolledBack, list }: Group): Promise<unknown[]> {
  const outcomes: unknown[] = []
  if (!inTransaction) {
    for (const statement of list) outcomes.push(await outcomeOf(database, statement))
    return outcomes
  }
  await database
    .transaction(async (tx) => {
      for (const statement of list) outcomes.push(await outcomeOf(tx, statement))
      if (isRolledBack) await tx.rollback()
    })
    .catch(({ code }: { code: string }) => outcomes.push({ code }))
  return outcomes
}

it('any statements have the same results, errors and effects with and without cached statements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(groups, { minLength: 1, maxLength: 8 }), async (all) => {
      for (const group of all) expect(await run(cached, group)).toEqual(await run(plain, group))
      for (const database of [cached, plain])
        await database.exec('ALTER TABLE thing DROP COLUMN IF EXISTS size; TRUNCATE thing')
    }),
    { numRuns: casesOf(60, 400) },
  )
})
