import fc from 'fast-check'
import { commit } from '../../src/audit/commit.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import type { BatchOutcome } from '../../src/trade/records/batch/batch-outcome.ts'
import { putCustomers } from '../../src/trade/records/batch/put-customers.ts'
import { putLibraries } from '../../src/trade/records/batch/put-libraries.ts'
import { putSuppliers } from '../../src/trade/records/batch/put-suppliers.ts'
import { putCustomer } from '../../src/trade/records/customers.ts'
import { upsertLibrary } from '../../src/trade/records/libraries.ts'
import { putSupplier } from '../../src/trade/records/suppliers.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { statementsOf } from '../support/database/statements.ts'

let gateway: GivenGateway
let db: RootDatabase
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  db = gateway.db
})
afterAll(() => gateway[Symbol.asyncDispose]())

const day = fc.integer({ min: 1, max: 5 }).map((number) => new Date(Date.UTC(2026, 0, number)))
const some = (...texts: string[]) => fc.constantFrom(...texts)
const lists = <Record>(record: fc.Arbitrary<Record>) => fc.array(fc.array(record, { maxLength: 6 }), { maxLength: 3 })
const receipt = { at: new Date(Date.UTC(2026, 1, 1)), address: '192.0.2.1', requestId: 'a' }

/** Outcome of a record that was sent alone. */
const outcomeOf = (
  created: boolean,
  stored: { updatedAt: Date },
  sent: { updatedAt: Date },
): BatchOutcome['outcome'] => (created ? 'created' : stored.updatedAt <= sent.updatedAt ? 'updated' : 'ignored')

const namesOf = (outcomes: readonly BatchOutcome[]) => outcomes.map(({ outcome }) => outcome)

let round = 0
/** Runs lists of records once as batches and once as single records, each under ids of their own. */
async function compare<Record>(
  batches: readonly (readonly Record[])[],
  as: (prefix: string, record: Record) => Record,
  runs: {
    batch: (records: Record[]) => Promise<BatchOutcome[]>
    single: (record: Record) => Promise<BatchOutcome['outcome']>
    stored: (prefix: string) => Promise<unknown>
  },
) {
  const [one, other] = [`A${(round += 1)}-`, `B${round}-`]
  for (const records of batches) {
    const outcomes = await runs.batch(records.map((record) => as(one, record)))
    const expected: BatchOutcome['outcome'][] = []
    for (const record of records) expected.push(await runs.single(as(other, record)))
    expect(namesOf(outcomes)).toEqual(expected)
    const plain = (rows: unknown, prefix: string) => JSON.stringify(rows).replaceAll(prefix, '')
    expect(plain(await runs.stored(one), one)).toBe(plain(await runs.stored(other), other))
  }
}

test('a batch of libraries does what its records do one after another', async () => {
  const library = fc.record(
    {
      code: some('a', 'b', 'c'),
      name: some('Aurora', 'Tinta'),
      sinliId: fc.option(some('X', 'Y')),
      email: fc.option(some('a@example.org')),
      city: fc.constant(null),
      province: fc.constant(null),
      owner: fc.option(some('Una', 'Otra')),
      updatedAt: day,
    },
    { requiredKeys: ['code', 'name', 'sinliId', 'email', 'city', 'province', 'updatedAt'] },
  )
  await fc.assert(
    fc.asyncProperty(lists(library), (batches) =>
      compare(
        batches,
        (prefix, { code, sinliId, ...rest }) => ({
          ...rest,
          code: prefix + code,
          sinliId: sinliId && prefix + sinliId,
        }),
        {
          batch: (records) => commit(db, (tx) => putLibraries(tx, records, receipt.at)),
          single: (record) =>
            upsertLibrary(db, record, receipt.at).then(
              ({ created, library }) => outcomeOf(created, library, record),
              () => 'refused',
            ),
          stored: (prefix) =>
            db.library.findMany({
              where: { code: { startsWith: prefix } },
              orderBy: { code: 'asc' },
              omit: { subjectId: true },
              include: {
                subject: { select: { key: true, name: true, owner: true, runbookUrl: true, retiredAt: true } },
              },
            }),
        },
      ),
    ),
    { numRuns: 12 },
  )
})

test('a batch of customers does what its records do one after another, locks included', async () => {
  const customer = fc.record(
    {
      id: some('a', 'b'),
      name: some('Una', 'Otra'),
      email: some('a@example.org'),
      libraryCode: fc.constant(null),
      locked: fc.boolean(),
      lockReason: fc.option(some('Impago')),
      lockedAt: fc.option(fc.oneof(day, fc.constant(new Date(Date.UTC(2026, 2, 1))))),
      updatedAt: day,
    },
    { requiredKeys: ['id', 'name', 'email', 'libraryCode', 'lockReason', 'updatedAt'] },
  )
  await fc.assert(
    fc.asyncProperty(lists(customer), (batches) =>
      compare(batches, (prefix, { id, ...rest }) => ({ ...rest, id: prefix + id }), {
        batch: (records) => commit(db, (tx) => putCustomers(tx, records, receipt)),
        single: (record) =>
          Promise.resolve()
            .then(() => putCustomer(db, record, receipt))
            .then(
              ({ created, customer: stored }) => outcomeOf(created, stored, record),
              () => 'refused',
            ),
        stored: async (prefix) => [
          await db.customer.findMany({ where: { id: { startsWith: prefix } }, orderBy: { id: 'asc' } }),
          await db.auditEntry.findMany({
            where: { object: { startsWith: `customer:${prefix}` } },
            orderBy: { id: 'asc' },
            select: { object: true, action: true, before: true, after: true, actor: true },
          }),
        ],
      }),
    ),
    { numRuns: 12 },
  )
})

test('a batch of suppliers does what its records do one after another', async () => {
  const supplier = fc.record({ sinliId: some('a', 'b'), name: some('Una', 'Otra'), updatedAt: day })
  await fc.assert(
    fc.asyncProperty(lists(supplier), (batches) =>
      compare(batches, (prefix, { sinliId, ...rest }) => ({ ...rest, sinliId: prefix + sinliId }), {
        batch: (records) => commit(db, (tx) => putSuppliers(tx, records)),
        single: (record) =>
          putSupplier(db, record).then(({ created, supplier: stored }) => outcomeOf(created, stored, record)),
        stored: (prefix) =>
          db.supplier.findMany({ where: { sinliId: { startsWith: prefix } }, orderBy: { sinliId: 'asc' } }),
      }),
    ),
    { numRuns: 12 },
  )
})

const updatedAt = '2026-02-01T00:00:00Z'

async function send(kind: string, body: unknown, key?: string) {
  const answer = await fetch(`${gateway.url}/ingest/v1/${kind}:batch`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${gateway.ingestToken}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

test('a thousand libraries are stored with a few statements, and the bad ones do not lose the others', async () => {
  const libraries: Json[] = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ code: `M-${index}`, name: `Librería ${index}`, sinliId: `MANY${index}`, updatedAt },
  }))
  libraries[3] = { code: 'M-3', updatedAt: 'yesterday', extra: 1 }
  libraries[4] = { ...libraries[4], sinliId: 'MANY0' }
  libraries[5] = 'a library' as never

  let result: Json = {}
  const statements = await statementsOf(async () => (result = (await send('libraries', { libraries })).body))

  expect(result).toMatchObject({ created: 997, updated: 0, ignored: 0, refused: 3 })
  expect(result['outcomes'].slice(2, 6)).toEqual([
    { index: 2, id: 'M-2', outcome: 'created', reason: null, sentence: null },
    {
      ...{
        index: 3,
        id: null,
        outcome: 'refused',
        reason: expect.stringMatching(/name: .*updatedAt: must be ISO 8601/),
      },
      sentence: {
        code: 'FIELDS_INVALID',
        parameters: {
          fields: expect.arrayContaining([{ field: 'updatedAt', sentence: { code: 'TIME_INVALID', parameters: {} } }]),
        },
      },
    },
    {
      index: 4,
      id: 'M-4',
      outcome: 'refused',
      reason: 'The SINLI id MANY0 belongs to another library.',
      sentence: { code: 'SINLI_ID_OF_OTHER', parameters: { sinliId: 'MANY0' } },
    },
    { index: 5, id: null, outcome: 'refused', reason: expect.any(String), sentence: expect.any(Object) },
  ])
  expect(statements).toBeLessThan(60)
  const older = { ...libraries[0], updatedAt: '2026-01-01T00:00:00Z' }
  expect((await send('libraries', { libraries: [older, libraries[1]] })).body).toMatchObject({ ignored: 1, updated: 1 })
  const outdated = { ...older, sinliId: 'MANY1' }
  expect((await send('libraries', { libraries: [outdated] })).body).toMatchObject({ ignored: 1, refused: 0 })
  expect(await send('libraries', { libraries: [...libraries, older] })).toMatchObject({ status: 400 })
})

test('two libraries swap their SINLI ids through a third state within one batch', async () => {
  const library = (code: string, sinliId: string | null, minute: number) => ({
    ...{ code, sinliId, name: code, updatedAt: `2026-02-01T00:0${minute}:00Z` },
  })
  await send('libraries', { libraries: [library('S-1', 'SWAP1', 0), library('S-2', 'SWAP2', 0)] })

  const { body } = await send('libraries', {
    libraries: [library('S-1', null, 1), library('S-2', 'SWAP1', 2), library('S-1', 'SWAP2', 3)],
  })

  expect(body).toMatchObject({ updated: 3 })
  expect(
    await db.library.findMany({ where: { code: { in: ['S-1', 'S-2'] } }, orderBy: { code: 'asc' } }),
  ).toMatchObject([{ sinliId: 'SWAP2' }, { sinliId: 'SWAP1' }])
})

test('a batch with an Idempotency-Key is taken once', async () => {
  const suppliers = [{ sinliId: 'once0001', name: 'Una', updatedAt }]

  const first = await send('suppliers', { suppliers }, 'a-batch')
  const again = await send('suppliers', { suppliers }, 'a-batch')
  const other = await send('suppliers', { suppliers: [] }, 'a-batch')

  expect(first.body).toMatchObject({ created: 1, outcomes: [{ id: 'ONCE0001', outcome: 'created' }] })
  expect(again).toEqual(first)
  expect(other).toMatchObject({ status: 422, body: { code: 'KEY_REUSED' } })
})

test('a retired library comes back by a record from after its retirement, and gives up its SINLI id to another', async () => {
  const put = (code: string, sinliId: string | null, at: string) =>
    send('libraries', { libraries: [{ code, sinliId, name: code, updatedAt: at }] })
  await put('R-1', 'RETIRED1', updatedAt)
  const retiredAt = async () => (await db.subject.findFirstOrThrow({ where: { key: 'R-1' } })).retiredAt
  const answer = await fetch(`${gateway.url}/ingest/v1/libraries/R-1`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${gateway.ingestToken}` },
  })

  expect(answer.status).toBe(204)
  expect((await put('R-1', 'RETIRED1', '2000-01-01T00:00:00Z')).body).toMatchObject({ ignored: 1 })
  expect(await retiredAt()).not.toBeNull()
  expect((await put('R-2', 'RETIRED1', updatedAt)).body).toMatchObject({ created: 1 })
  expect(await db.library.findUniqueOrThrow({ where: { code: 'R-1' } })).toMatchObject({ sinliId: null })
  const later = new Date(gateway.clock.now() + 60_000).toISOString()
  expect((await put('R-1', null, later)).body).toMatchObject({ updated: 1 })
  expect(await retiredAt()).toBeNull()
})
