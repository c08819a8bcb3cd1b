import { serverAudits } from 'graphql-http'
import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  printType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
} from 'graphql'
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

/** The audits of GraphQL over HTTP that do not pass, by name. */
async function failedAudits(headers: Record<string, string>) {
  const fetchFn = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
  const results = await Promise.all(serverAudits({ url: `${gateway.url}/graphql`, fetchFn }).map((audit) => audit.fn()))
  return results.filter(({ status }) => status !== 'ok').map(({ name }) => name)
}

/** Audits left out on purpose. */
const leftOut = [
  // A GET needs a header that no form and no link can send, so that no page of another site gets an answer.
  'MAY accept application/x-www-form-urlencoded formatted GET requests',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
  // A document that cannot be executed gets 400, whatever the client accepts.
  'SHOULD use 200 status code on document parsing failure when accepting application/json',
  'SHOULD use 200 status code on document validation failure when accepting application/json',
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
]

/** These ask for a type of the schema, which nobody learns without a session. */
const askForTypes = [
  'MUST accept utf-8 encoded request',
  'MUST allow map {variables} parameter when accepting application/json',
  'SHOULD allow map {variables} parameter when accepting application/graphql-response+json',
]

it('the GraphQL endpoint passes the audits of GraphQL over HTTP, except those left out on purpose', async () => {
  const failed = await failedAudits({ cookie: gateway.cookie })

  expect(failed.sort()).toEqual(leftOut)
})

it('the GraphQL endpoint passes the same audits without a session, except those that request a type', async () => {
  const failed = await failedAudits({})

  expect(failed.sort()).toEqual([...leftOut, ...askForTypes].sort())
})

describe('without a session', () => {
  const ask = async (query: string) => {
    const answer = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    return { status: answer.status, ...((await answer.json()) as { data?: Json; errors: Json[] }) }
  }

  it.each([...operationsOf('query'), ...operationsOf('mutation')])('%s is refused', async (operation) => {
    const { status, data, errors } = await ask(operation)

    expect({ status, data, codes: errors.map((error: Json) => error['extensions'].code) }).toEqual({
      status: 401,
      data: undefined,
      codes: ['UNAUTHENTICATED'],
    })
  })

  it.each(operationsOf('subscription'))('%s closes the socket', async (operation) => {
    const socket = openSocket(gateway.url)

    const heard = socket.refusal(operation)

    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' })
    expect(await heard).toMatchObject({ code: 4403 })
  })

  it.each([
    ['introspection', '{ __schema { types { name } } }'],
    ['a type by its name', '{ __type(name: "Operator") { fields { name } } }'],
    ['a field behind a fragment', '{ ...Hidden } fragment Hidden on Query { session { environment } }'],
    ['a field behind an inline fragment', '{ __typename ... on Query { session { environment } } }'],
    ['a field that is skipped', '{ __typename session @skip(if: true) { environment } }'],
    ['one of two operations', 'query One { session { environment } }'],
  ])('%s needs a session', async (_, query) => {
    const { data, errors } = await ask(query)

    expect(data).toBeUndefined()
    expect(errors[0]?.['extensions'].code).toBe('UNAUTHENTICATED')
  })
})

describe('a GraphQL request without a JSON body', () => {
  it('executes no mutation: a GET is answered with 405', async () => {
    const query = encodeURIComponent('mutation { markNotificationsSeen { badge } }')

    const answer = await gateway.get(`/graphql?query=${query}`, { 'apollo-require-preflight': '1' })

    expect(answer.status).toBe(405)
    expect(await answer.json()).not.toHaveProperty('data')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'is refused with the Content-Type "%s"',
    async (type) => {
      const body = Buffer.from(JSON.stringify({ query: '{ session { environment } }' }))

      const answer = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { cookie: gateway.cookie, 'content-type': type },
        body,
      })

      expect(answer.status).toBe(415)
      expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    },
  )

  it('is refused as a GET that a browser would send without a CORS preflight', async () => {
    const answer = await gateway.get(`/graphql?query=${encodeURIComponent('{ session { environment } }')}`)

    expect(answer.status).toBe(400)
  })
})

it.each([
  ['{ nope }', {}, 'GRAPHQL_VALIDATION_FAILED', /Cannot query field "nope"/],
  ['{ session { role }', {}, 'GRAPHQL_PARSE_FAILED', /Expected Name/],
  ['query ($first: Int) { endpoints(first: $first) { totalCount } }', { first: 'x' }, 'BAD_USER_INPUT', /Int cannot/],
  ['{ endpoints(first: 201) { totalCount } }', {}, 'INVALID_INPUT', /200 at most/],
])('%s gets an error with its code and its reason', async (query, variables, code, words) => {
  const { errors } = await gateway.query(query, variables)

  expect(errors[0].extensions.code).toBe(code)
  expect(errors[0].message).toMatch(words)
})

it.each([
  'mutation { acknowledgeIncident(id: "any") { id } }',
  'mutation { resolveIncident(id: "any", reason: "x", force: true) { id } }',
])('a lector is refused %s', async (query) => {
  const lector = await givenSignedIn(gateway, 'lector')

  const { data, errors } = (await (await lector.post('/graphql', { query })).json()) as Json

  expect(data ?? null).toBeNull()
  expect(errors[0].extensions.code).toBe('FORBIDDEN')
  expect(errors[0].message).toMatch(/^The role lector does not allow this/)
})

it('a lector may mark their own notifications as seen', async () => {
  const lector = await givenSignedIn(gateway, 'lector')

  const answer = await lector.post('/graphql', { query: 'mutation { markNotificationsSeen { profileBadge } }' })

  expect(await answer.json()).toEqual({ data: { markNotificationsSeen: { profileBadge: 0 } } })
})

/** An operation for each root field of the schema, with arguments where they are required. */
function operationsOf(kind: 'query' | 'mutation' | 'subscription'): string[] {
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[kind]
  return Object.values((root as GraphQLObjectType).getFields()).map((field) => `${kind} { ${selectionOf(field)} }`)
}

function selectionOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${valueFor(arg.type)}`)
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${isCompositeType(getNamedType(type)) ? ' { __typename }' : ''}`
}

function valueFor(type: GraphQLInputType): string {
  const named = getNamedType(type)
  if (named.name === 'ID' || named.name === 'String') return '"any"'
  if (named.name === 'Int') return '1'
  if (named.name === 'DateTime') return '"2026-01-01T00:00:00Z"'
  if (isEnumType(named)) return named.getValues()[0]?.name ?? ''
  if (isInputObjectType(named)) {
    const fields = Object.values(named.getFields())
    const required = named.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type))
    return `{ ${required.map((field) => `${field.name}: ${valueFor(field.type)}`).join(', ')} }`
  }
  throw new Error(`There is no value for a required argument of the type ${printType(named)} yet: add one here.`)
}
