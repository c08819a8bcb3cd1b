import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { statementsOf } from '../support/database/statements.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  const { db } = gateway
  const suppliers = ['Distribuciones Ágora', 'Editorial Brújula', 'Cálamo 100%', 'Ñandú Libros', 'Última Hora']
  await db.supplier.createMany({
    data: suppliers.map((name, index) => ({ sinliId: `LIB0000${index + 1}`, name, updatedAt })),
  })
  await db.inboundMessage.createMany({
    data: [
      ['m-1', 'LIB00001', 'LIB00009'],
      ['m-2', 'LIB00009', 'LIB00001'],
      ['m-3', 'LIB00002', 'LIB00009'],
      ['m-4', 'LIB00001', 'LIB00001'],
      ['m-5', 'LIB00001', null],
      ['m-6', null, null],
    ].map(([id = '', sender = null, receiver = null], index) => ({
      id: id ?? '',
      sender,
      receiver,
      receivedAt: new Date(Date.parse(updatedAt) + index * 60_000),
      contentType: 'text/plain',
      raw: new Uint8Array([index]),
    })),
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const updatedAt = '2026-03-01T12:00:00.000Z'

const list = async (variables: Json): Promise<Json> =>
  (
    await gateway.data(
      `query ($first: Int, $after: String, $search: String) { suppliers(first: $first, after: $after, search: $search) {
         totalCount edges { node { id } } pageInfo { hasNextPage endCursor } } }`,
      variables,
    )
  )['suppliers']
const idsIn = ({ edges }: Json): string[] => edges.map(({ node }: Json) => node.id)
const all = ['LIB00001', 'LIB00002', 'LIB00003', 'LIB00004', 'LIB00005']

it('a supplier is found by its SINLI id, in capitals or not, and one that is unknown is null', async () => {
  const { known, unknown } = await gateway.data(
    '{ known: supplier(id: "lib00001") { id name updatedAt } unknown: supplier(id: "LIB99999") { id } }',
  )

  expect(known).toEqual({ id: 'LIB00001', name: 'Distribuciones Ágora', updatedAt })
  expect(unknown).toBeNull()
})

it.each([
  [undefined, all],
  ['', all],
  ['agora', ['LIB00001']],
  [' BRÚJULA ', ['LIB00002']],
  ['100%', ['LIB00003']],
  ['%', ['LIB00003']],
  ['lib0000', all],
  ['nobody', []],
])('a search of suppliers for %j finds what contains it, and counts it', async (search, expected) => {
  const found = await list({ search })

  expect(idsIn(found)).toEqual(expected)
  expect(found['totalCount']).toBe(expected.length)
})

it('the pages of suppliers have no gap', async () => {
  const first = await list({ first: 3 })
  const second = await list({ first: 3, after: first['pageInfo'].endCursor })

  expect([...idsIn(first), ...idsIn(second)]).toEqual(all)
  expect([first, second].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, false])
})

it('a supplier has the messages that it sent and those for it, newest first, in pages', async () => {
  const messages = async (variables: Json) =>
    (
      await gateway.data(
        `query ($first: Int, $after: String) { supplier(id: "LIB00001") { sinliMessages(first: $first, after: $after) {
           totalCount edges { node { id } } pageInfo { hasNextPage endCursor } } } }`,
        variables,
      )
    )['supplier'].sinliMessages as Json

  const whole = await messages({})
  const first = await messages({ first: 3 })
  const second = await messages({ first: 3, after: first['pageInfo'].endCursor })

  expect(idsIn(whole)).toEqual(['m-5', 'm-4', 'm-2', 'm-1'])
  expect([...idsIn(first), ...idsIn(second)]).toEqual(idsIn(whole))
  expect([whole, first, second].map(({ totalCount }) => totalCount)).toEqual([4, 4, 4])
  expect(first['pageInfo'].hasNextPage).toBe(true)
})

it('the messages of many suppliers are read with as few statements as those of one', async () => {
  const read = (first: number) =>
    gateway.data(`{ suppliers(first: ${first}) { edges { node { sinliMessages(first: 5) { totalCount } } } } }`)
  await read(1)

  const few = await statementsOf(() => read(1))
  const many = await statementsOf(() => read(5))

  expect(many).toBe(few)
})
