import fc from 'fast-check'
import {
  getNamedType,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLObjectType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'
import WebSocket from 'ws'
import { loadSchema } from '../../src/graphql/schema.ts'
import { codesOf, holdsForAny, isOrderlyGraphql, sendRaw } from '../support/fuzz/fuzz.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import {
  hostileBody,
  hostileMoment,
  hostileNumber,
  hostileText,
  hostileValue,
  jsonOf,
} from '../support/fuzz/hostile-values.ts'
import { envio, givenTrade, mailOf } from '../support/sinli/inbound.ts'

type Field = GraphQLField<unknown, unknown>
type Root = 'query' | 'mutation' | 'subscription'
/** A field that takes arguments, and the fields that lead to it from a root; itself is the last of them. */
type Place = { root: Root; way: Field[] }
/** A value that an argument is given, as a variable or written into the document. */
type Said = { value: unknown; isLiteral: boolean }

const schema = loadSchema()
const places = (['query', 'mutation', 'subscription'] as const).flatMap(placesFrom)

let gateway: GivenGateway
let ids: string[]
beforeAll(async () => {
  gateway = await givenGateway()
  for (let step = 0; step < 9; step += 1) {
    await gateway.report(...times(5, outcome(503)))
    await gateway.pass(10)
  }
  const { id } = await givenTrade(gateway).send(mailOf(envio()))
  const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
  const incidentIds = (incidents.edges as Json[]).map(({ node }) => node.id as string)
  ids = [
    ...incidentIds,
    id,
    'EJ-001',
    'ej-1',
    'sinli_inbound',
    'clientes',
    'GET /api/admin/libraries/',
    'LIB00001',
    '1',
  ]
})
afterEach(async () => {
  expect(await gateway.data('{ session { role } }')).toEqual({ session: { role: 'admin' } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const post = (body: Buffer | string, headers: Record<string, string> = {}) =>
  sendRaw(gateway.url, {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', cookie: gateway.cookie, ...headers },
    body,
  })

const nameOf = ({ root, way }: Place) => `${root} ${way.map(({ name }) => name).join('.')}`

describe('a field with any arguments is answered or rejected:', () => {
  for (const place of places.filter(({ root }) => root !== 'subscription'))
    holdsForAny(
      nameOf(place),
      20,
      () => askingFor(place),
      async ({ query, variables }) => {
        isOrderlyGraphql(await post(jsonOf({ query, variables })))
      },
    )

  for (const place of places.filter(({ root }) => root === 'subscription'))
    holdsForAny(
      nameOf(place),
      20,
      () => askingFor(place),
      async (payload) => {
        using socket = await openRaw()
        socket.send(jsonOf({ type: 'subscribe', id: '1', payload }))
        codesOf(await socket.errors())
      },
    )
})

describe('any input is answered or rejected:', () => {
  holdsForAny(
    'a body',
    60,
    () => hostileBody,
    async (body) => {
      isOrderlyGraphql(await post(body))
    },
  )

  holdsForAny('the parts of a request', 60, anyParts, async (parts) => {
    isOrderlyGraphql(await post(jsonOf(parts)))
  })

  holdsForAny('a document that was damaged', 100, anyDocument, async (query) => {
    isOrderlyGraphql(await post(jsonOf({ query })))
  })

  holdsForAny('messages over a socket', 30, anyMessages, async (messages) => {
    using socket = await openRaw()
    for (const message of messages) socket.send(message)
    codesOf(await socket.errors())
  })
})

describe('an input that once failed is rejected:', () => {
  it.each([
    ['{ incident(id: "\\u0000") { id } }'],
    ['{ customers(filter: { search: "a\\u0000" }) { totalCount } }'],
    ['{ audit(filter: { from: "0000-01-01T00:00:00Z" }) { totalCount } }'],
    ['{ endpoints { edges { node { openIncident { id } } } } library(id: "\\u0000") { id } }'],
  ])('%s', async (query) => {
    const answer = await post(jsonOf({ query }))

    expect(isOrderlyGraphql(answer)).toEqual(['INVALID_INPUT'])
  })

  it.each([
    ['subscription S { notifications @skip(if: $x) { revision } }'],
    ['subscription S($x: Boolean!) { notifications @include(if: $x) { revision } }'],
  ])('with and without a session: %s', async (query) => {
    const codes = async (cookie: string) => isOrderlyGraphql(await post(jsonOf({ query }), { cookie }))

    expect(await codes(gateway.cookie)).toEqual(['GRAPHQL_VALIDATION_FAILED'])
    expect(await codes('')).toEqual(['UNAUTHENTICATED'])
  })
})

/** Every field with arguments that can be reached from a root, each by the shortest way to it. */
function placesFrom(root: Root): Place[] {
  const start = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }
  const seen = new Set<GraphQLObjectType>()
  const open: { type: GraphQLObjectType | null | undefined; way: Field[] }[] = [{ type: start[root], way: [] }]
  const found: Place[] = []
  for (const { type, way } of open) {
    if (!type || seen.has(type)) continue
    seen.add(type)
    for (const field of Object.values(type.getFields())) {
      const onward = [...way, field]
      if (field.args.length > 0) found.push({ root, way: onward })
      const next = getNamedType(field.type)
      // A mutation returns types that queries return, too.
      if (next instanceof GraphQLObjectType && root !== 'mutation') open.push({ type: next, way: onward })
    }
  }
  return found
}

/** Operations that ask for a field, with anything for each argument on the way to it. */
function askingFor({ root, way }: Place): fc.Arbitrary<{ query: string; variables: Json }> {
  const named = way.flatMap((field, step) => field.args.map((arg) => ({ arg, name: `${arg.name}${step}` })))
  const values = Object.fromEntries(named.map(({ arg, name }) => [name, saying(arg)]))
  const needed = named.filter(({ arg }) => isNonNullType(arg.type)).map(({ name }) => name)
  return fc.record(values, { requiredKeys: needed }).map((said) => written(root, way, said as Record<string, Said>))
}

const saying = (arg: GraphQLArgument): fc.Arbitrary<Said> =>
  fc.record({ value: valuesOf(arg.type), isLiteral: fc.boolean() })

function written(root: Root, way: Field[], said: Record<string, Said>) {
  const used = way.flatMap(({ args }, step) => args.map((arg) => ({ ...arg, name: `${arg.name}${step}` })))
  const asVariables = used.filter(({ name }) => said[name] && !said[name].isLiteral)
  const declared = asVariables.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const query = `${root} ${declared && `(${declared})`} ${selecting(way, 0, said)}`
  return { query, variables: Object.fromEntries(asVariables.map(({ name }) => [name, said[name]?.value])) }
}

function selecting(way: Field[], step: number, said: Record<string, Said>): string {
  const field = way[step]
  if (!field) return leavesOf(way.at(-1))
  const given = field.args.flatMap(({ name }) => {
    const value = said[`${name}${step}`]
    return value ? [`${name}: ${value.isLiteral ? literalOf(value.value) : `$${name}${step}`}`] : []
  })
  return `{ ${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selecting(way, step + 1, said)} }`
}

/** A selection of a field's fields that need no arguments, two levels deep. */
function leavesOf(field: Field | undefined, depth = 2): string {
  const type = field && getNamedType(field.type)
  if (!(type instanceof GraphQLObjectType)) return ''
  const asked = Object.values(type.getFields())
    .filter(({ args }) => args.every((arg) => !isNonNullType(arg.type)))
    .filter((inner) => isLeafType(getNamedType(inner.type)) || depth > 0)
  return `{ __typename ${asked.map((inner) => `${inner.name} ${leavesOf(inner, depth - 1)}`).join(' ')} }`
}

function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return isWord(value) ? value : jsonOf(value)
  const fields = Object.entries(value as Json).map(([name, part]) => `${name}: ${literalOf(part)}`)
  return `{ ${fields.join(', ')} }`
}

const words = new Set(
  Object.values(schema.getTypeMap()).flatMap((type) =>
    type instanceof GraphQLEnumType ? type.getValues().map(({ name }) => name) : [],
  ),
)
const isWord = (value: unknown): value is string => typeof value === 'string' && words.has(value)

/** Values of a type, the worst it has; and now and then of another. */
function valuesOf(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valuesOf(type.ofType)
  return fc.oneof({ arbitrary: exactly(type), weight: 8 }, { arbitrary: hostileValue, weight: 1 })
}

function exactly(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isListType(type)) return fc.array(valuesOf(type.ofType), { maxLength: 3 })
  if (type instanceof GraphQLEnumType) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (isInputObjectType(type)) return objectsOf(type)
  return scalars[(type as { name: string }).name] ?? hostileValue
}

const objectsOf = (type: GraphQLInputObjectType) =>
  fc.record(Object.fromEntries(Object.entries(type.getFields()).map(([name, field]) => [name, valuesOf(field.type)])), {
    requiredKeys: [],
  })

const scalars: Record<string, fc.Arbitrary<unknown>> = {
  ID: fc.oneof(
    fc.nat().map((pick) => ids[pick % ids.length] ?? ''),
    hostileText,
    hostileNumber,
  ),
  String: fc.oneof(
    fc.nat().map((pick) => ids[pick % ids.length] ?? ''),
    { arbitrary: hostileText, weight: 2 },
  ),
  Int: fc.oneof(fc.integer({ min: 1, max: 200 }), hostileNumber),
  Boolean: fc.boolean(),
  DateTime: fc.oneof(hostileMoment, hostileNumber),
}

/** Bodies that look like requests, with anything in each of their parts. */
function anyParts() {
  const query = fc.oneof(
    fc.constantFrom('{ session { role } }', 'query A { areas { id } } query B { areas { id } }'),
    hostileValue,
  )
  const rest = { operationName: hostileValue, variables: hostileValue, extensions: hostileValue, query }
  const single = fc.record(rest, { requiredKeys: [] })
  return fc.oneof(single, fc.array(single, { maxLength: 3 }))
}

const pieces = [
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '!',
    '$',
    ':',
    '=',
    '@',
    '...',
    '"""',
    '"',
    '#',
    ',',
    '|',
    '&',
    '\0',
    '\ufeff',
    '\ud800',
  ],
  ...[
    '...on Query',
    '... F fragment F on Query { ...F }',
    '@skip(if: $x)',
    '@include(if: true)',
    '@deprecated',
    '@nothing',
  ],
  ...[
    '__schema { types { name } }',
    '__type(name: "__proto__") { name }',
    'a: areas { id }',
    'query',
    'mutation',
    'subscription',
  ],
  ...[
    '{ a: '.repeat(400),
    '['.repeat(900),
    '1e999',
    '-0',
    '9'.repeat(400),
    '$a: [[[[ID!]!]!]!]',
    '@defer',
    '@stream(initialCount: 0)',
  ],
]

const documents = [
  'query A($first: Int = 5, $after: String) { endpoints(first: $first, after: $after, filter: { search: "a" }) { totalCount } }',
  '{ areas { id name endpoints { id openIncident { id previous { id } timeline { at } } } } }',
  'mutation M($id: ID!) { acknowledgeIncident(id: $id, note: "n") { id } }',
  'subscription S { notifications { revision } }',
  'query { ...F } fragment F on Query { session { role operator { id } } }',
]

function anyDocument(): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    remove: fc.nat({ max: 12 }),
    put: fc.oneof(fc.constantFrom(...pieces), hostileText),
  })
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([document, changes]) =>
      changes.reduce((text, { at, remove, put }) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + put + text.slice(place + remove)
      }, document),
    )
}

function anyMessages(): fc.Arbitrary<(string | Buffer)[]> {
  // Not `next` and `error`, which only a server says: the library closes with 4500 then.
  const known = ['subscribe', 'complete', 'ping', 'pong', 'connection_init', '__proto__']
  const type = fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 4 }, hostileValue)
  const payload = fc.oneof(
    anyParts(),
    anyDocument().map((query) => ({ query })),
    hostileValue,
  )
  const message = fc.record(
    { type, id: fc.oneof(fc.constantFrom('1', '2'), hostileValue), payload },
    { requiredKeys: ['type'] },
  )
  const frame = fc.oneof({ arbitrary: message.map(jsonOf), weight: 4 }, hostileBody, hostileText)
  return fc.array(frame, { minLength: 1, maxLength: 4 })
}

/** Close codes that say that the client is wrong, not that the server failed. */
const orderly = new Set([1000, 1003, 1007, 1009, 4400, 4401, 4403, 4406, 4408, 4409, 4429])

/** A socket that has said hello, and what comes back over it. */
async function openRaw() {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: gateway.cookie },
  })
  const heard: Json[] = []
  let more = () => {}
  let code: number | null = null
  socket.on('message', (data: Buffer) => (heard.push(JSON.parse(data.toString()) as Json), more()))
  socket.on('close', (closedWith) => ((code = closedWith), more()))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send('{"type":"connection_init"}')
  const until = async (isIt: () => boolean) => {
    while (!isIt()) await new Promise<void>((resolve) => (more = resolve))
  }
  await until(() => heard.some(({ type }) => type === 'connection_ack'))

  return {
    send: (message: string | Buffer) => socket.send(message),
    /** All errors it was told, once what was sent has been looked at: an answer is there, or the socket was closed. */
    async errors(): Promise<Json[]> {
      const mark = { asked: heard.length }
      socket.send('{"type":"ping","payload":{"mark":true}}')
      const isAnswered = () =>
        heard.some(({ type, payload }) => type === 'pong' && (payload as Json | undefined)?.['mark'])
      await until(() => code !== null || isAnswered())
      if (code !== null && !orderly.has(code)) throw new Error(`The socket was closed with ${code}.`)
      return heard.slice(mark.asked).flatMap(({ type, payload }) => (type === 'error' ? (payload as Json[]) : []))
    },
    [Symbol.dispose]: () => socket.terminate(),
  }
}
