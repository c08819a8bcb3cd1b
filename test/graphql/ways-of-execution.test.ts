import { readFileSync } from 'node:fs'
import { getOperationAST, OperationTypeNode, parse } from 'graphql'
import { loadSchema } from '../../src/graphql/schema.ts'
import type { Json } from '../support/gateway.ts'
import { givenFilledGateway } from '../support/graphql/filled-gateway.ts'
import { variablesOf } from '../support/graphql/operation-variables.ts'
import { openSocket } from '../support/graphql/socket.ts'

const schema = loadSchema()
const built = new URL('../../dist/web/trusted-documents.json', import.meta.url)
const documents = Object.values(JSON.parse(readFileSync(built, 'utf8')) as Record<string, string>)
const operations = documents
  .map((text) => ({ text, definition: getOperationAST(parse(text))! }))
  .map(({ text, definition }) => ({ name: definition.name!.value, text, definition }))
const queries = operations.filter(({ definition }) => definition.operation === OperationTypeNode.QUERY)

let gateway: Awaited<ReturnType<typeof givenFilledGateway>>
beforeAll(async () => {
  gateway = await givenFilledGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** Queries whose resolvers read nothing from the database. */
const inMemory = new Set([
  'AlertingSettings',
  'CurrentSession',
  'Endpoint',
  'EndpointRows',
  'Mailbox',
  'PendingRetirements',
  'TrustedDocuments',
])

const apollo = 'application/json;q=0.9'
const compiled = 'application/json'

async function ask(query: string, variables: Json, accept: string) {
  const answer = await gateway.post('/graphql', { query, variables }, { accept, 'cache-control': 'no-cache' })
  const [type, vary] = ['content-type', 'vary'].map((name) => answer.headers.get(name))
  return { status: answer.status, type, vary, text: await answer.text() }
}

/** The answer of Apollo, and four that become compiled at the third. */
async function expectSame(query: string, variables: Json, shown: (answer: Answer) => unknown = (answer) => answer) {
  const expected = await ask(query, variables, apollo)
  for (let time = 0; time < 4; time++) expect(shown(await ask(query, variables, compiled))).toEqual(shown(expected))
  return JSON.parse(expected.text) as Json
}

type Answer = Awaited<ReturnType<typeof ask>>

/**
 * An answer without the order of its errors, and without their places if there are no data: of several fields that fail,
 * the first one is told.
 */
function unordered({ text, ...answer }: Answer) {
  const { data, errors = [] } = JSON.parse(text) as Json
  const told = errors.map(({ message, extensions, ...place }: Json) => ({ message, extensions, ...(data && place) }))
  return { ...answer, data, errors: told.map((error: Json) => JSON.stringify(error)).sort() }
}

describe.each(queries)('the query $name has the same answer compiled as of Apollo', ({ text, definition }) => {
  const right = () => variablesOf(schema, definition, gateway.given)

  it('if it succeeds', async () => {
    for (const flag of [true, false])
      expect(await expectSame(text, withFlags(right(), flag))).not.toHaveProperty('errors')
  })

  it('with every wrong variable', async () => {
    for (const { variable } of definition.variableDefinitions ?? [])
      for (const wrong of [null, {}, [[]], -1, 'a " \\ 0'])
        await expectSame(text, { ...right(), [variable.name.value]: wrong })
  })

  it('if its resolvers fail', async () => {
    await gateway.db.$executeRaw`ALTER SCHEMA public RENAME TO hidden`
    try {
      const answer = await expectSame(text, right(), unordered)
      if (!inMemory.has(definition.name!.value)) expect(answer).toHaveProperty('errors')
    } finally {
      await gateway.db.$executeRaw`ALTER SCHEMA hidden RENAME TO public`
    }
  })
})

/** The same with all booleans set to a value. */
const withFlags = (variables: Json, flag: boolean): Json =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'boolean' ? flag : (value as unknown)]),
  )

describe('a subscription of the application has the same answer compiled as of graphql-js', () => {
  const { text } = operations.find(({ name }) => name === 'NotificationChanges')!

  /** The first answer on a new socket, of a group that nobody else is in. */
  async function subscribe(query: string, variables: Json) {
    const socket = openSocket(gateway.url, { cookie: gateway.cookie })
    const answer = await socket.refusal(query, variables)
    await socket.dispose()
    return answer
  }

  async function expectSameOnSocket(variables: Json) {
    // Another text is no document of the application, and is not compiled.
    const expected = await subscribe(`${text} #`, variables)
    for (let time = 0; time < 4; time++) expect(await subscribe(text, variables)).toEqual(expected)
    return expected
  }

  it('if it succeeds', async () => {
    expect(await expectSameOnSocket({ language: 'ES' })).toHaveProperty('data.notifications')
  })

  it('with every wrong variable', async () => {
    for (const language of [null, {}, [[]], 'FR', 1]) await expectSameOnSocket({ language })
  })

  it('if its resolvers fail', async () => {
    await gateway.db.$executeRaw`ALTER SCHEMA public RENAME TO hidden`
    try {
      expect(JSON.stringify(await expectSameOnSocket({}))).toContain('INTERNAL_SERVER_ERROR')
    } finally {
      await gateway.db.$executeRaw`ALTER SCHEMA hidden RENAME TO public`
    }
  })
})

it('no text in a document of a caller becomes a program', async () => {
  const { title } = process
  const call = "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d0),x:(process.title='run'"
  for (let time = 0; time < 5; time++) {
    const answer = await ask(`{ search(query: "${call}") { __typename } }`, {}, compiled)
    expect(JSON.parse(answer.text)).not.toHaveProperty('errors')
  }

  expect(process.title).toBe(title)
})
