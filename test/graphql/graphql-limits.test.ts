import { readFileSync } from 'node:fs'
import { getOperationAST, parse } from 'graphql'
import { measure } from '../../src/graphql/guards/query-complexity.ts'
import { createSchema } from '../../src/graphql/schema.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenSignedIn } from '../support/operators.ts'
import { openSocket } from '../support/socket.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const schema = createSchema()
const documents = JSON.parse(
  readFileSync(new URL('../../dist/web/trusted-documents.json', import.meta.url), 'utf8'),
) as Record<string, string>

/** The first error with which an operation is refused over HTTP, and the status. */
async function refusedOverHttp(query: string, variables: Json = {}, cookie = gateway.cookie) {
  const answer = await gateway.post('/graphql', { query, variables }, { cookie })
  const { errors, data } = (await answer.json()) as Json
  return { status: answer.status, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message, data }
}

/** The first error with which an operation is refused over a WebSocket. */
async function refusedOverSocket(query: string) {
  const socket = openSocket(gateway.url, { cookie: gateway.cookie })
  const [error] = (await socket.refusal(query)) as Json[]
  await socket.dispose()
  return { code: error?.['extensions']?.code, message: error?.['message'] }
}

const nested = (levels: number) =>
  'revision areas { '.concat('endpoints { area { '.repeat(levels), 'id', ' } }'.repeat(levels), ' }')
const spreading = Array.from(
  { length: 40 },
  (_, place) => `fragment F${place} on Inventory { ...F${place + 1} ...F${place + 1} }`,
).join(' ')

const excessive: [string, string, RegExp, string][] = [
  ['goes too deep', nested(8), /^This asks for up to 19 levels of fields/, ''],
  [
    'names one field again and again',
    Array.from({ length: 31 }, (_, place) => `a${place}: revision`).join(' '),
    /^This asks for up to 31 aliases/,
    '',
  ],
  ['piles up directives', 'revision @include(if: true) '.repeat(31), /^This asks for up to 31 directives/, ''],
  [
    'multiplies pages',
    'endpoints(first: 200) { edges { node { transitions(first: 200) { from to reason at } } } }',
    /^This asks for up to \d+ values, fragments and pages counted; 100000 is the limit/,
    '',
  ],
  [
    'hides its cost in fragments that spread each other twice',
    '...F0',
    /^This asks for up to \d+(\.\d+e\+\d+)? values/,
    `${spreading} fragment F40 on Inventory { revision summary { total } }`,
  ],
]

describe.each(excessive)('an operation that %s', (_, selection, sentence, fragments) => {
  it('is refused over HTTP, before any of it is done', async () => {
    const refused = await refusedOverHttp(`{ inventory { ${selection} } } ${fragments}`)

    expect(refused).toMatchObject({ status: 400, code: 'TOO_COMPLEX', data: undefined })
    expect(refused.message).toMatch(sentence)
  })

  it('is refused over a WebSocket with the same sentence and code', async () => {
    const overHttp = await refusedOverHttp(`{ inventory { ${selection} } } ${fragments}`)

    const refused = await refusedOverSocket(`subscription { inventory { ${selection} } } ${fragments}`)

    expect(refused).toEqual({ code: overHttp.code, message: overHttp.message })
  })
})

it('counts the page sizes that variables give', async () => {
  const query = `query ($many: Int) {
    endpoints(first: $many) { edges { node { transitions(first: $many) { from to reason at } } } }
  }`

  expect(await refusedOverHttp(query, { many: 200 })).toMatchObject({ status: 400, code: 'TOO_COMPLEX' })
  expect(await refusedOverHttp(query, { many: 20 })).toMatchObject({ status: 200, code: undefined })
})

it.each([
  ['cannot be parsed', '{ inventory {', 'GRAPHQL_PARSE_FAILED'],
  ['is longer than any that is parsed', `{ ${'__typename '.repeat(1_001)} }`, 'GRAPHQL_PARSE_FAILED'],
  ['is not valid', '{ inventory { nothing } }', 'GRAPHQL_VALIDATION_FAILED'],
])('says the same of a document that %s, whichever way it came', async (_, query, code) => {
  const overHttp = await refusedOverHttp(query)
  const overSocket = await refusedOverSocket(
    query.replace(/^\{/, 'subscription {').replace('subscription { __', '{ __'),
  )

  expect(overHttp).toMatchObject({ status: 400, code })
  expect(overSocket.code).toBe(code)
})

it('does not let a document of a megabyte in', async () => {
  const answer = await gateway.post('/graphql', { query: `{ ${'a '.repeat(500_000)} }` })

  expect(answer.status).toBe(413)
})

it('lets the admin application ask all it asks', () => {
  const texts = Object.values(documents)

  expect(texts.length).toBeGreaterThan(40)
  for (const text of texts) {
    const document = parse(text)
    const found = measure(schema, document, getOperationAST(document)!)
    expect(found).toMatchObject({ directives: 0 })
    expect(found.depth).toBeLessThanOrEqual(15)
    expect(found.aliases).toBeLessThanOrEqual(30)
    expect(found.costOf({ first: 200 })).toBeLessThanOrEqual(100_000)
  }
})

describe('what the schema is', () => {
  const introspection = '{ __schema { queryType { name } } }'

  it('is told to roles that may explore it, and to no other', async () => {
    const { cookie: operator } = await givenSignedIn(gateway, 'operador')
    const { cookie: reader } = await givenSignedIn(gateway, 'lector')

    expect(await refusedOverHttp(introspection, {}, operator)).toMatchObject({ status: 200 })
    expect(await refusedOverHttp(introspection, {}, reader)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(
      await refusedOverHttp('{ ...H } fragment H on Query { __schema { queryType { name } } }', {}, reader),
    ).toMatchObject({
      status: 403,
    })
  })

  it('is not guessed at for others: what is nearly a name is not told', async () => {
    const { cookie: reader } = await givenSignedIn(gateway, 'lector')

    expect((await refusedOverHttp('{ inventor { revision } }')).message).toContain('Did you mean "inventory"')
    expect((await refusedOverHttp('{ inventor { revision } }', {}, reader)).message).toBe(
      'Cannot query field "inventor" on type "Query".',
    )
    expect((await refusedOverHttp('{ inventor { revision } }', {}, '')).message).not.toContain('mean')
  })

  it('is told to nobody where the setting says so', async () => {
    await using closed = await givenGateway({ config: { introspection: 'off' } })

    const answer = await closed.query(introspection)

    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  })
})

describe('documents of the admin application', () => {
  const [id, text] = Object.entries(documents).find(([, document]) => document.includes('query CurrentSession'))!

  it('are asked by their ids', async () => {
    const answer = await gateway.post('/graphql', { documentId: id, variables: {} })

    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ data: { session: {} } })
  })

  it('are not known by any other id, and the answer says what to send instead', async () => {
    const answer = await gateway.post('/graphql', { documentId: 'sha256:0', variables: {} })

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      errors: [{ message: expect.stringContaining('send the text'), extensions: { code: 'UNKNOWN_DOCUMENT' } }],
    })
  })

  it('are all that others may ask where only they are trusted', async () => {
    await using strict = await givenGateway({ config: { trustedDocuments: 'only' } })
    const reader = await givenSignedIn(strict, 'lector')
    const operator = await givenSignedIn(strict, 'operador')

    expect(await reader.ask('{ session { environment } }')).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    })
    expect(await reader.ask(text)).toMatchObject({ data: { session: {} } })
    expect(await operator.ask('{ session { environment } }')).toMatchObject({ data: { session: {} } })
    const socket = openSocket(strict.url, { cookie: reader.cookie })
    expect(await socket.refusal('subscription { inventory { revision } }')).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ])
    await socket.dispose()
  })
})

describe('a socket', () => {
  it('has a hundred subscriptions and no more, and says so', async () => {
    const socket = openSocket(gateway.url, { cookie: gateway.cookie })
    const heard = Array.from({ length: 100 }, () => socket.listen('subscription { notifications { badge } }'))
    for (const one of heard) await one.next()

    expect(await socket.refusal('subscription { notifications { badge } }')).toMatchObject([
      { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } },
    ])
    await socket.dispose()
  })

  it('is closed when it begins operations without end', async () => {
    const socket = openSocket(gateway.url, { cookie: gateway.cookie })
    await socket.listen('subscription { notifications { badge } }').next()
    const asked = Array.from({ length: 700 }, () => socket.refusal('subscription { nothing }'))

    expect(await socket.closed).toEqual({ code: 4429, reason: 'Too many operations' })
    await Promise.all(asked)
  })

  it('is one of so many that an operator may have; the next one is closed, and others are not concerned', async () => {
    await using narrow = await givenGateway({ config: { socketsPerOperator: 2 } })
    const open = () => openSocket(narrow.url, { cookie: narrow.cookie })
    const first = [open(), open()]
    for (const socket of first) await socket.listen('subscription { notifications { badge } }').next()

    const third = open()
    void third.refusal('subscription { notifications { badge } }')
    expect(await third.closed).toEqual({ code: 4429, reason: 'Too many sockets' })
    const other = openSocket(narrow.url, { cookie: (await givenSignedIn(narrow)).cookie })
    await other.listen('subscription { notifications { badge } }').next()

    for (const socket of [...first, other]) await socket.dispose()
  })
})
