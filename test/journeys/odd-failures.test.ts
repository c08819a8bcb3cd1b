import type { RootDatabase } from '../../src/database/database.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'

const secret = 'of nobody’s business'

/** An error that cannot even be looked at. */
class Untouchable extends Error {
  override get message(): string {
    throw new Error(secret)
  }
}

const odd = [
  { what: 'nothing at all', thrown: undefined },
  { what: 'null', thrown: null },
  { what: 'a text', thrown: secret },
  { what: 'an object', thrown: { secret, status: 'odd' } },
  {
    what: 'an object that throws when it is looked at',
    thrown: Object.defineProperty({}, 'status', {
      enumerable: true,
      get: () => {
        throw new Error(secret)
      },
    }),
  },
  { what: 'an error that throws when it is read', thrown: new Untouchable() },
  { what: 'an error that is its own cause', thrown: ownCause() },
]

const query = '{ libraries(first: 1) { edges { node { id } } } }'

let database: GivenDatabase
let gateway: GivenGateway
let thrown: { value: unknown } | null = null
beforeAll(async () => {
  database = await givenDatabase()
  gateway = await givenGateway({ database: { ...database, db: throwing(database.db) } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})
afterEach(() => {
  thrown = null
})

it.each(odd)(
  'a route that throws $what is answered with 500 without details, and the service continues',
  async ({ thrown: value }) => {
    thrown = { value }
    const answer = await gateway.get('/api/admin/libraries/')
    thrown = null

    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' })
    expect(text).not.toMatch(/nobody|\bat /)
    expect((await gateway.get('/api/admin/libraries/')).status).toBe(200)
  },
)

it.each(odd)('a resolver that throws $what reveals nothing, and the service continues', async ({ thrown: value }) => {
  thrown = { value }
  const answer = await gateway.query(query)
  thrown = null

  expect(answer['errors']?.[0]?.extensions?.code ?? answer['code']).toMatch(/^INTERNAL/)
  expect(JSON.stringify(answer)).not.toMatch(/nobody|\bat /)
  expect((await gateway.query(query))['data'].libraries.edges).toHaveLength(1)
})

/** The database, which throws what it is told to whenever libraries are read. */
const throwing = (db: RootDatabase) =>
  db.$extends({
    query: {
      $queryRaw: ({ args, query }) => {
        if (thrown && args.sql.includes('"Library"')) throw thrown.value
        return query(args)
      },
    },
  }) as unknown as RootDatabase

function ownCause(): Error {
  const error = new Error(secret)
  error.cause = error
  return error
}
