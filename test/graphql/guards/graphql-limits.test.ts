// cspell:words FALANDO admon Quer
import { readFileSync } from 'node:fs'
import { getOperationAST, parse } from 'graphql'
import WebSocket from 'ws'
import { isCounted } from '../../../src/graphql/guards/list-counts.ts'
import { measure } from '../../../src/graphql/guards/query-complexity.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { openSocket } from '../../support/graphql/socket.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const schema = loadSchema()
const documents = JSON.parse(
  readFileSync(new URL('../../../dist/web/trusted-documents.json', import.meta.url), 'utf8'),
) as Record<string, string>

/** The first error with which an operation is refused over HTTP, and the status. */
async function refusedOverHttp(query: string, variables: Json = {}, cookie = gateway.cookie) {
  const answer = await gateway.post('/graphql', { query, variables }, { cookie })
  const { errors, data } = (await answer.json()) as Json
  return { status: answer.status, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message, data }
}

/** The first error with which an operation is refused over a WebSocket. */
async function refusedOverSocket(query: string, variables: Json = {}, { url, cookie }: GivenGateway = gateway) {
  const socket = openSocket(url, { cookie })
  const [error] = (await socket.refusal(query, variables)) as Json[]
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
  it('is rejected over HTTP before it is executed', async () => {
    const refused = await refusedOverHttp(`{ inventory { ${selection} } } ${fragments}`)

    expect(refused).toMatchObject({ status: 400, code: 'TOO_COMPLEX', data: undefined })
    expect(refused.message).toMatch(sentence)
  })

  it('is rejected over a WebSocket with the same message and code', async () => {
    const overHttp = await refusedOverHttp(`{ inventory { ${selection} } } ${fragments}`)

    const refused = await refusedOverSocket(`subscription { inventory { ${selection} } } ${fragments}`)

    expect(refused).toEqual({ code: overHttp.code, message: overHttp.message })
  })
})

it('the complexity limits count page sizes that are given as variables', async () => {
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
])('a document that %s gets the same error code over HTTP and over a WebSocket', async (_, query, code) => {
  const overHttp = await refusedOverHttp(query)
  const overSocket = await refusedOverSocket(
    query.replace(/^\{/, 'subscription {').replace('subscription { __', '{ __'),
  )

  expect(overHttp).toMatchObject({ status: 400, code })
  expect(overSocket.code).toBe(code)
})

describe('a subscription over HTTP', () => {
  const accepts = ['application/json', 'application/graphql-response+json', 'application/json;q=0.9']

  it.each(accepts)(
    'is rejected with Accept %s at every attempt, and the error says how to subscribe',
    async (accept) => {
      for (let asked = 0; asked < 4; asked++) {
        const query = 'subscription { inventory { revision } }'
        const answer = await gateway.post('/graphql', { query, variables: {} }, { accept })

        expect(answer.status).toBe(400)
        expect(await answer.json()).toEqual({
          errors: [
            {
              message: 'Subscriptions are served over the WebSocket (graphql-transport-ws at /graphql), not over HTTP.',
              extensions: { code: 'BAD_REQUEST', sentence: { code: 'SUBSCRIPTION_OVER_HTTP', parameters: {} } },
            },
          ],
        })
      }
    },
  )

  it('is rejected by its document id, and in a document that also has a query', async () => {
    const [documentId] = Object.entries(documents).find(([, document]) => document.includes('subscription Inventory'))!
    const query = 'query Q { areas { id } } subscription S { inventory { revision } }'

    expect((await gateway.post('/graphql', { documentId, variables: {} })).status).toBe(400)
    expect((await gateway.post('/graphql', { query, operationName: 'S' })).status).toBe(400)
    expect((await gateway.post('/graphql', { query, operationName: 'Q' })).status).toBe(200)
  })

  it('is rejected first for a missing session or a validation error', async () => {
    expect(await refusedOverHttp('subscription { inventory { revision } }', {}, '')).toMatchObject({ status: 401 })
    expect(await refusedOverHttp('subscription { inventory { nothing } }')).toMatchObject({
      status: 400,
      code: 'GRAPHQL_VALIDATION_FAILED',
    })
  })
})

describe('variables nested', () => {
  const asked = '($f: EndpointFilter) { inventory { endpoints(filter: $f) { totalCount } } }'
  // Written by hand: `JSON.stringify` cannot write what is nested so deeply.
  const payload = (asked: object, levels: number) =>
    `${JSON.stringify(asked).slice(0, -1)},"variables":{"f":${'['.repeat(levels)}${']'.repeat(levels)}}}`
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json', cookie: gateway.cookie }
    return (await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body })).json() as Promise<Json>
  }

  it.each([
    ['three levels deep', 3, 'BAD_USER_INPUT', /^Variable "\$f" got invalid value/],
    ['20,000 levels deep', 20_000, 'TOO_COMPLEX', /^The variables have more than 32 levels/],
  ])(
    '%s are rejected with the same message and code over HTTP and over a WebSocket',
    async (_, levels, code, sentence) => {
      const overHttp = await post(payload({ query: `query ${asked}` }, levels))
      const overSocket = await answerToRaw(payload({ query: `subscription ${asked}` }, levels))

      const expected = { message: expect.stringMatching(sentence) as string, extensions: { code } }
      expect(overHttp).toMatchObject({ errors: [expected] })
      expect(overSocket).toMatchObject([{ message: overHttp['errors'][0].message, extensions: { code } }])
    },
  )

  it('too deep are rejected for any document, a trusted one included', async () => {
    const [documentId] = Object.entries(documents).find(([, document]) => document.includes('query Inventory'))!

    expect(await post(payload({ documentId }, 20_000))).toMatchObject({
      errors: [{ extensions: { code: 'TOO_COMPLEX' } }],
    })
  })
})

/** The first answer to a subscription whose payload is sent as it is; the code if the socket is closed instead. */
async function answerToRaw(payload: string): Promise<unknown> {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: gateway.cookie },
  })
  const answer = await new Promise((resolve, reject) => {
    socket.on('open', () => socket.send('{"type":"connection_init"}'))
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Json
      if (message['type'] === 'connection_ack') socket.send(`{"type":"subscribe","id":"1","payload":${payload}}`)
      else resolve(message['payload'])
    })
    socket.on('close', resolve).on('error', reject)
  })
  socket.terminate()
  return answer
}

it('a document of a megabyte is rejected', async () => {
  const answer = await gateway.post('/graphql', { query: `{ ${'a '.repeat(500_000)} }` })

  expect(answer.status).toBe(413)
})

it('all documents of the admin application are within the complexity limits, with ten items in the lists that grow', () => {
  const texts = Object.values(documents)

  expect(texts.length).toBeGreaterThan(40)
  for (const text of texts) {
    const document = parse(text)
    const found = measure(schema, document, getOperationAST(document)!)
    expect(found).toMatchObject({ directives: 0 })
    expect(found.depth).toBeLessThanOrEqual(15)
    expect(found.aliases).toBeLessThanOrEqual(30)
    const counts = new Map([...found.lists].filter(isCounted).map((list) => [list, { each: 10, total: 100 }]))
    expect(found.costOf({ first: 200 }, counts)).toBeLessThanOrEqual(100_000)
  }
})

describe('introspection', () => {
  const introspection = '{ __schema { queryType { name } } }'

  it('is allowed to roles that may explore the schema, and to no other', async () => {
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

  it('by suggested names is off for other roles', async () => {
    const { cookie: reader } = await givenSignedIn(gateway, 'lector')

    expect((await refusedOverHttp('{ inventor { revision } }')).message).toContain('Did you mean "inventory"')
    expect((await refusedOverHttp('{ inventor { revision } }', {}, reader)).message).toBe(
      'Cannot query field "inventor" on type "Query".',
    )
    expect((await refusedOverHttp('{ inventor { revision } }', {}, '')).message).not.toContain('mean')
  })

  it('is forbidden to everybody where the setting turns it off', async () => {
    await using closed = await givenGateway({ config: { introspection: 'off' } })

    const answer = await closed.query(introspection)

    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  })

  describe('by suggested names is off where the setting turns introspection off:', () => {
    let closed: GivenGateway
    beforeAll(async () => {
      closed = await givenGateway({ config: { introspection: 'off' } })
    })
    afterAll(() => closed[Symbol.asyncDispose]())

    const misspelled: [string, string, Json][] = [
      ['a field', '{ inventor { revision } }', {}],
      ['an argument', '{ endpoints(fist: 1) { totalCount } }', {}],
      ['a type', '{ ... on Quer { __typename } }', {}],
      ['a value of an enum', '{ endpoints(filter: { state: FALANDO }) { totalCount } }', {}],
      ['a field of an input', '{ endpoints(filter: { stat: FALLANDO }) { totalCount } }', {}],
      [
        'a value in a variable',
        'query ($s: State) { endpoints(filter: { state: $s }) { totalCount } }',
        { s: 'FALANDO' },
      ],
      [
        'a field in a variable',
        'query ($f: EndpointFilter) { endpoints(filter: $f) { totalCount } }',
        { f: { stat: 'FALLANDO' } },
      ],
      [
        'a value in the variable of a mutation',
        'mutation ($o: NewOperator!) { addOperator(operator: $o) { __typename } }',
        { o: { name: 'Eva', email: 'eva@example.org', role: 'admon' } },
      ],
    ]

    it.each(misspelled)('%s, over HTTP', async (_, query, variables) => {
      const open = await gateway.query(query, variables)
      const answer = await closed.query(query, variables)

      expect(open['errors'][0].message).toContain('Did you mean')
      expect(answer['errors'][0].message).not.toContain('mean')
      expect(answer['errors'][0].extensions).toEqual(open['errors'][0].extensions)
    })

    it.each([
      ['a field', 'subscription { inventor { revision } }', {}],
      [
        'a value in a variable',
        'subscription ($s: State) { inventory { endpoints(filter: { state: $s }) { totalCount } } }',
        { s: 'FALANDO' },
      ],
    ])('%s, over a WebSocket', async (_, query, variables) => {
      const open = await refusedOverSocket(query, variables)
      const refused = await refusedOverSocket(query, variables, closed)

      expect(open.message).toContain('Did you mean')
      expect(refused.message).not.toContain('mean')
      expect(refused.code).toBe(open.code)
    })
  })
})

describe('documents of the admin application', () => {
  const [id, text] = Object.entries(documents).find(([, document]) => document.includes('query CurrentSession'))!

  it('are executed by their ids', async () => {
    const answer = await gateway.post('/graphql', { documentId: id, variables: {} })

    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ data: { session: {} } })
  })

  it('are not found by an unknown id, and the error says what to send instead', async () => {
    const answer = await gateway.post('/graphql', { documentId: 'sha256:0', variables: {} })

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      errors: [{ message: expect.stringContaining('send the text'), extensions: { code: 'UNKNOWN_DOCUMENT' } }],
    })
  })

  it('are the only documents for other roles where only trusted ones are allowed', async () => {
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
  it('has at most a hundred subscriptions, and the next one is rejected with a code', async () => {
    const socket = openSocket(gateway.url, { cookie: gateway.cookie })
    const heard = Array.from({ length: 100 }, () => socket.listen('subscription { notifications { badge } }'))
    for (const one of heard) await one.next()

    expect(await socket.refusal('subscription { notifications { badge } }')).toMatchObject([
      { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } },
    ])
    await socket.dispose()
  })

  it('is closed when it starts too many operations', async () => {
    const socket = openSocket(gateway.url, { cookie: gateway.cookie })
    await socket.listen('subscription { notifications { badge } }').next()
    const asked = Array.from({ length: 700 }, () => socket.refusal('subscription { nothing }'))

    expect(await socket.closed).toEqual({ code: 4429, reason: 'Too many operations' })
    await Promise.all(asked)
  })

  it('is closed if its operator has too many sockets, and other operators are not affected', async () => {
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
