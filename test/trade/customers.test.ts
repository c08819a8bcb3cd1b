import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { statementsOf } from '../support/database/statements.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  await put('libraries/L-1', { name: 'Librería Aurora' })
  await put('libraries/L-2', { name: 'Librería Brújula' })
  await put('customers/c-1', { name: 'Ágata Ejemplo', email: 'agata@example.org', libraryCode: 'L-1' })
  await put('customers/c-2', { name: 'Benito', email: 'benito@example.org', libraryCode: 'L-1', ...locked })
  await put('customers/c-3', { name: 'Camila', email: 'camila@example.org', libraryCode: 'L-2' })
  await put('customers/c-4', { name: 'Darío', email: 'dario@example.org', libraryCode: 'L-9' })
  await put('customers/c-5', { name: 'Elena_100%', email: 'elena@example.org' })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const updatedAt = '2026-03-01T12:00:00.000Z'
const locked = { locked: true, lockReason: 'Impago' }

async function put(path: string, body: Json) {
  const answer = await fetch(`${gateway.url}/ingest/v1/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify({ updatedAt, ...body }),
  })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
}

const failToSignIn = (id: string) =>
  fetch(`${gateway.url}/ingest/v1/customers/${id}/sign-in-failures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.ingestToken}` },
  })

const list = async (variables: Json): Promise<Json> =>
  (
    await gateway.data(
      `query ($filter: CustomerFilter, $first: Int, $after: String) { customers(filter: $filter, first: $first, after: $after) {
         totalCount edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      variables,
    )
  )['customers']
const idsIn = ({ edges }: Json): string[] => edges.map(({ node }: Json) => node.id)

const everything =
  'id name email libraryCode library { id name state } locked lockReason lockedAt failures failuresSince updatedAt'

it('a customer is returned with all fields, and an unknown one is null', async () => {
  const { known, unknown } = await gateway.data(
    `{ known: customer(id: "c-2") { ${everything} } unknown: customer(id: "c-0") { id } }`,
  )

  expect(known).toEqual({
    id: 'c-2',
    name: 'Benito',
    email: 'benito@example.org',
    libraryCode: 'L-1',
    library: { id: 'L-1', name: 'Librería Aurora', state: 'DESCONOCIDO' },
    locked: true,
    lockReason: 'Impago',
    lockedAt: updatedAt,
    failures: 0,
    failuresSince: null,
    updatedAt,
  })
  expect(unknown).toBeNull()
})

it('a customer has no library if none was sent, or if it is not registered', async () => {
  const { none, unknown } = await gateway.data(
    `{ none: customer(id: "c-5") { libraryCode library { id } locked lockReason lockedAt }
       unknown: customer(id: "c-4") { libraryCode library { id } } }`,
  )

  expect(none).toEqual({ libraryCode: null, library: null, locked: false, lockReason: null, lockedAt: null })
  expect(unknown).toEqual({ libraryCode: 'L-9', library: null })
})

it('a customer has the number of failed sign-ins, and since when they are counted', async () => {
  await failToSignIn('c-3')
  await gateway.pass(60)
  await failToSignIn('c-3')

  const { customer } = await gateway.data('{ customer(id: "c-3") { failures failuresSince locked } }')

  const minuteAgo = new Date(gateway.clock.now() - 60_000).toISOString()
  expect(customer).toEqual({ failures: 2, failuresSince: minuteAgo, locked: false })
})

it.each([
  [{}, ['c-1', 'c-2', 'c-3', 'c-4', 'c-5']],
  [{ locked: true }, ['c-2']],
  [{ locked: false }, ['c-1', 'c-3', 'c-4', 'c-5']],
  [{ libraryCode: 'L-1' }, ['c-1', 'c-2']],
  [{ libraryCode: 'L-1', locked: false }, ['c-1']],
  [{ libraryCode: 'L-0' }, []],
  [{ search: 'agata' }, ['c-1']],
  [{ search: ' DARÍO@example ' }, ['c-4']],
  [{ search: 'l-9' }, ['c-4']],
  [{ search: '100%' }, ['c-5']],
  [{ search: 'a_100' }, ['c-5']],
  [{ search: '%' }, ['c-5']],
  [{ search: ' ' }, ['c-1', 'c-2', 'c-3', 'c-4', 'c-5']],
  [{ search: null, locked: null, libraryCode: null }, ['c-1', 'c-2', 'c-3', 'c-4', 'c-5']],
])('the filter %j returns and counts its customers', async (filter, expected) => {
  const found = await list({ filter })

  expect(idsIn(found)).toEqual(expected)
  expect(found['totalCount']).toBe(expected.length)
})

it('customers are paged without a gap', async () => {
  const first = await list({ first: 2 })
  const second = await list({ first: 2, after: first['pageInfo'].endCursor })
  const last = await list({ first: 2, after: second['pageInfo'].endCursor })

  expect([first, second, last].flatMap(idsIn)).toEqual(['c-1', 'c-2', 'c-3', 'c-4', 'c-5'])
  expect([first, second, last].map(({ totalCount }) => totalCount)).toEqual([5, 5, 5])
  expect([first, second, last].map(({ pageInfo }) => [pageInfo.hasPreviousPage, pageInfo.hasNextPage])).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ])
})

it('customers are read with a few statements, however many there are', async () => {
  await using full = await givenGateway({ config: { sampleData: false } })
  await givenManyCustomers(full, 200)
  const page = (first: number) =>
    full.data(`{ customers(first: ${first}) { totalCount edges { node { ${everything} } } } }`)

  let shown: Json = {}
  await page(1)
  const few = await statementsOf(() => page(2))
  const many = await statementsOf(async () => (shown = await page(200)))

  expect(shown['customers'].edges).toHaveLength(200)
  expect(new Set(shown['customers'].edges.map(({ node }: Json) => node.library.id)).size).toBe(200)
  expect(many).toBe(few)
  expect(many).toBeLessThan(10)
})

/** So many customers, each of a library of their own. */
async function givenManyCustomers({ db }: GivenGateway, count: number) {
  const codes = Array.from({ length: count }, (_, index) => `M-${String(index).padStart(3, '0')}`)
  await db.subject.createMany({ data: codes.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key })) })
  const subjects = await db.subject.findMany({ where: { kind: 'LIBRERIAS' } })
  await db.library.createMany({
    data: subjects.map(({ id, key }) => ({ code: key, name: key, subjectId: id, updatedAt })),
  })
  await db.customer.createMany({
    data: codes.map((code) => ({
      id: code,
      name: code,
      email: 'many@example.org',
      libraryCode: code,
      updatedAt,
    })),
  })
}
