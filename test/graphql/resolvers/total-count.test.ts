import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, supplier } from '../../support/sinli/inbound.ts'
import { statementsOf } from '../../support/database/statements.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await trade.registerSupplier(supplier)
  await trade.send(mailOf(envio()))
})
afterAll(() => gateway[Symbol.asyncDispose]())

const lists: [string, (fields: string) => string][] = [
  ['audit', (fields) => `{ audit { ${fields} } }`],
  ['customers', (fields) => `{ customers { ${fields} } }`],
  ['incidents', (fields) => `{ incidents { ${fields} } }`],
  ['incidents of libraries', (fields) => `{ libraries { edges { node { incidents(first: 1) { ${fields} } } } } }`],
  ['subjects', (fields) => `{ subjects { ${fields} } }`],
  ['suppliers', (fields) => `{ suppliers { ${fields} } }`],
  ['messages of suppliers', (fields) => `{ suppliers { edges { node { sinliMessages(first: 1) { ${fields} } } } } }`],
  ['libraries', (fields) => `{ libraries { ${fields} } }`],
  ['replays', (fields) => `{ replays { ${fields} } }`],
  ['SINLI messages', (fields) => `{ sinliMessages { ${fields} } }`],
  ['messages of libraries', (fields) => `{ libraries { edges { node { sinliMessages(first: 1) { ${fields} } } } } }`],
  [
    'lines of documents',
    (fields) => `{ sinliMessages { edges { node { decoded { lines(first: 1) { ${fields} } } } } } }`,
  ],
]

/** Accept headers of JSON; only with the first may a response be cached or compiled as it is. */
const accepts = ['application/json', 'application/json;q=0.9']

describe.each(accepts)('with Accept %s', (accept) => {
  const statements = (query: string) =>
    statementsOf(async () => {
      const answer = await gateway.post('/graphql', { query }, { accept, 'cache-control': 'no-cache' })
      expect(await answer.json()).not.toHaveProperty('errors')
    })

  it.each(lists)('%s are counted only if totalCount is selected, and with one statement', async (_, query) => {
    await statements(query('pageInfo { hasNextPage }'))

    const without = await statements(query('pageInfo { hasNextPage }'))
    const counted = await statements(query('pageInfo { hasNextPage } totalCount again: totalCount'))

    expect(without).toBeGreaterThan(0)
    expect(counted).toBe(without + 1)
  })
})

it('totalCount covers all rows, whatever the page', async () => {
  const { all, libraries } = await gateway.data(`{
    all: libraries(first: 200) { totalCount edges { node { id } } }
    libraries(first: 1) { totalCount pageInfo { hasNextPage } }
  }`)
  const { sinliMessages } = await gateway.data(
    '{ sinliMessages { edges { node { decoded { all: lines { totalCount edges { node { id } } } lines(first: 1) { totalCount pageInfo { hasNextPage } edges { node { id } } } } } } } }',
  )
  const { decoded } = sinliMessages.edges[0].node

  expect(all.totalCount).toBe(all.edges.length)
  expect(libraries).toEqual({ totalCount: all.totalCount, pageInfo: { hasNextPage: all.totalCount > 1 } })
  expect(decoded.all.totalCount).toBe(decoded.all.edges.length)
  expect(decoded.lines).toEqual({
    totalCount: decoded.all.totalCount,
    pageInfo: { hasNextPage: decoded.all.totalCount > 1 },
    edges: decoded.all.edges.slice(0, 1),
  })
})
