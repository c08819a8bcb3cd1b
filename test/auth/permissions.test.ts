import { getNamedType, isCompositeType, parse, type GraphQLField, type OperationDefinitionNode } from 'graphql'
import type { Operator } from '../../src/auth/operators.ts'
import { permissions, permissionsOf, type Role } from '../../src/auth/permissions.ts'
import { createOperationGuard } from '../../src/graphql/guards/operation-guard.ts'
import { fieldRules } from '../../src/graphql/guards/field-rules.ts'
import { loadSchema } from '../../src/graphql/schema.ts'
import { adminRoutes } from '../../src/http/admin/routes.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenOperator, givenSession } from '../support/auth/operators.ts'
import { argumentsText } from '../support/graphql/argument-text.ts'
import { openSocket } from '../support/graphql/socket.ts'
import { givenTokenRow } from '../support/auth/tokens.ts'

const roles = ['lector', 'operador', 'admin'] as const
const roots = ['Query', 'Mutation', 'Subscription'] as const
const schema = loadSchema()
const guard = createOperationGuard(
  schema,
  { introspection: 'off', trustedDocuments: 'off' },
  { textOf: () => undefined, isTrusted: () => false, bindable: [] },
)

let gateway: GivenGateway
let operators: Record<Role, Operator>
beforeAll(async () => {
  gateway = await givenGateway()
  const [lector, operador, admin] = await Promise.all(roles.map((role) => givenOperator(gateway.db, role)))
  operators = { lector: lector!, operador: operador!, admin: admin! }
})
afterAll(() => gateway[Symbol.asyncDispose]())

// A session of its own for each question: some of them end it.
const cookieOf = async (role: Role) =>
  (await givenSession(gateway.db, operators[role], new Date(gateway.clock.now()))).cookie

const headersOf = new Map<string, Promise<Record<string, string>>>()

/** The headers of a token with a role and scopes, the same one each time: no question ends it. */
function tokenOf(role: Role, scopes: readonly string[]): Promise<Record<string, string>> {
  const key = [role, ...scopes].join(' ')
  const headers =
    headersOf.get(key) ??
    givenTokenRow(gateway, operators[role], scopes).then((secret) => ({ authorization: `Bearer ${secret}` }))
  headersOf.set(key, headers)
  return headers
}

/**
 * Callers with a token: one with every scope there is, also those that none may have, for each role; and one with every
 * scope but the one that is needed.
 */
const callersWithTokens = [
  ...roles.map((role) => ({ who: `a token of ${role} with every scope`, role, scopesFor: () => [...permissions] })),
  {
    who: 'a token of admin with every other scope',
    role: 'admin' as const,
    scopesFor: (needed: string) => permissions.filter((permission) => permission !== needed),
  },
]

/**
 * Whether a token allows a permission: its scopes and its role must have it, and it is not the management of operators.
 */
const allows = (role: Role, scopes: readonly string[], needed: string) =>
  permissionsOf({ operator: { role } }).some((permission) => permission === needed) &&
  scopes.includes(needed) &&
  needed !== 'manage:Operator'

const send = (method: string, path: string, headers: Record<string, string>, body: Json = {}) =>
  fetch(gateway.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })

describe('REST', () => {
  const paths = adminRoutes.map((route) => ({ ...route, path: route.path.replace(/:\w+/g, 'nobody') }))

  it.each(paths)('rejects $method $path without a session', async ({ method, path }) => {
    const answer = await send(method, path, {})

    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })

  it.each(roles.flatMap((role) => paths.map((route) => ({ role, ...route }))))(
    'answers $role at $method $path only with the permission $may',
    async ({ role, method, path, may }) => {
      const answer = await send(method, path, { cookie: await cookieOf(role) })

      if (permissionsOf({ operator: { role } }).includes(may)) expect([401, 403, 500]).not.toContain(answer.status)
      else
        expect(await answer.json()).toMatchObject({
          status: 403,
          code: 'FORBIDDEN',
          detail: expect.stringContaining(may),
        })
    },
  )

  it.each(callersWithTokens.flatMap((caller) => paths.map((route) => ({ ...caller, ...route }))))(
    'answers $who at $method $path only with the permission $may',
    async ({ role, scopesFor, method, path, may, sessionOnly }) => {
      const answer = await send(method, path, await tokenOf(role, scopesFor(may)))

      if (!sessionOnly && allows(role, scopesFor(may), may)) expect([401, 403, 500]).not.toContain(answer.status)
      else expect(await answer.json()).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    },
  )

  it('answers unauthenticated requests with 401, even for unknown routes', async () => {
    expect((await send('GET', '/api/admin/nothing/', {})).status).toBe(401)
    expect((await send('GET', '/api/admin/libraries/', { authorization: 'Bearer guessed' })).status).toBe(401)
  })

  it('answers a session with 404 for an unknown route, and with 405 for another method', async () => {
    const unknown = await gateway.get('/api/admin/nothing/')
    const other = await gateway.post('/api/admin/libraries/', {})

    expect(await unknown.json()).toMatchObject({ status: 404, title: 'Not Found', code: 'NOT_FOUND' })
    expect(await other.json()).toMatchObject({ status: 405, title: 'Method Not Allowed' })
    expect(other.headers.get('allow')).toBe('GET, HEAD')
  })

  it('accepts a path with and without its trailing slash', async () => {
    expect((await gateway.get('/api/admin/customers/')).status).toBe(200)
    expect((await gateway.get('/api/admin/customers')).status).toBe(200)
  })
})

describe('GraphQL', () => {
  const fields = roots.flatMap((root) =>
    Object.values(fieldsOf(root)).map((field) => ({ root, field: field.name, query: queryFor(root, field) })),
  )
  const asked = fields.filter(({ root }) => root !== 'Subscription')
  const listenable = fields.filter(({ root }) => root === 'Subscription')
  const ruleOf = (root: (typeof roots)[number], field: string) => fieldRules.get(`${root}.${field}`)?.requirement
  const ask = async (query: string, headers: Record<string, string>): Promise<Json> => {
    const answer = await send('POST', '/graphql', headers, { query })
    return { status: answer.status, ...((await answer.json()) as Json) }
  }

  it.each(asked)('rejects $root.$field without a session', async ({ query }) => {
    expect(await ask(query, {})).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  it.each(roles.flatMap((role) => asked.map((field) => ({ role, ...field }))))(
    'answers $role for $root.$field only with its permission',
    async ({ role, root, field, query }) => {
      const answer = await ask(query, { cookie: await cookieOf(role) })

      const rule = ruleOf(root, field)
      if (rule === 'signed-in' || permissionsOf({ operator: { role } }).some((permission) => permission === rule)) {
        expect(answer).toMatchObject({ status: 200 })
        expect(['UNAUTHENTICATED', 'FORBIDDEN']).not.toContain(answer['errors']?.[0].extensions.code)
      } else
        expect(answer).toMatchObject({
          status: 403,
          errors: [{ message: expect.stringContaining(String(rule)), extensions: { code: 'FORBIDDEN' } }],
        })
    },
  )

  it.each(callersWithTokens.flatMap((caller) => asked.map((field) => ({ ...caller, ...field }))))(
    'answers $who for $root.$field only with its permission',
    async ({ role, scopesFor, root, field, query }) => {
      const rule = ruleOf(root, field) ?? ''

      const answer = await ask(query, await tokenOf(role, scopesFor(rule)))

      if (allows(role, scopesFor(rule), rule))
        expect(['UNAUTHENTICATED', 'FORBIDDEN']).not.toContain(answer['errors']?.[0].extensions.code)
      else expect(answer).toMatchObject({ status: 403, errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    },
  )

  it.each(callersWithTokens.flatMap((caller) => listenable.map((field) => ({ ...caller, ...field }))))(
    'sends $who the subscription $field only with its permission',
    async ({ role, scopesFor, field, query }) => {
      const rule = ruleOf('Subscription', field) ?? ''
      const socket = openSocket(gateway.url, await tokenOf(role, scopesFor(rule)))

      if (allows(role, scopesFor(rule), rule)) expect(await socket.listen(query).next()).toHaveProperty(field)
      else expect(await socket.refusal(query)).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      await socket.dispose()
    },
  )

  it.each(listenable)('closes the socket of a subscription to $field without a session', async ({ query }) => {
    const socket = openSocket(gateway.url)

    void socket.refusal(query)

    expect(await socket.closed).toMatchObject({ code: 4403 })
  })

  it.each(roles.flatMap((role) => listenable.map((field) => ({ role, ...field }))))(
    'sends $role the subscription $field, for which they have the permission',
    async ({ role, field, query }) => {
      const socket = openSocket(gateway.url, { cookie: await cookieOf(role) })

      const message = await socket.listen(query).next()

      expect(permissionsOf({ operator: { role } })).toContain(ruleOf('Subscription', field))
      expect(message).toHaveProperty(field)
      await socket.dispose()
    },
  )

  it('checks a field behind an alias, a fragment or a directive', async () => {
    const cookie = await cookieOf('lector')
    const hidden = [
      '{ session: operators { id } }',
      '{ session { role } ... on Query { operators { id } } }',
      'query { ...A } fragment A on Query { ...B } fragment B on Query { x: operators { id } }',
      '{ session { role } operators @skip(if: true) { id } }',
      'query ($no: Boolean = false) { session { role } ... @include(if: $no) { operators { id } } }',
    ]

    for (const query of hidden)
      expect(await ask(query, { cookie })).toMatchObject({
        status: 403,
        errors: [{ extensions: { code: 'FORBIDDEN' } }],
      })
  })

  it('executes nothing of a request with a forbidden field', async () => {
    const { cookie, operator } = await givenSession(
      gateway.db,
      await givenOperator(gateway.db, 'lector'),
      new Date(gateway.clock.now()),
    )

    await ask('mutation { signOutEverywhere enableOperator(id: "x") { id } }', { cookie })

    expect(await gateway.db.session.count({ where: { operatorId: operator.id } })).toBe(1)
  })

  it('rejects a field without a rule in every kind of operation, even for administrators', async () => {
    const { viewer } = await signedInAs('admin')

    for (const text of ['{ brandNew }', 'mutation { brandNew }', 'subscription { brandNew }', '{ toString }']) {
      const document = parse(text)
      const error = await guard.authorize(
        { text, document, definition: document.definitions[0] as OperationDefinitionNode, variables: null },
        viewer,
      )

      expect(error?.message).toMatch(/^Nobody may ask for (brandNew|toString)/)
    }
  })

  async function signedInAs(role: Role) {
    const { cookie, ...viewer } = await givenSession(gateway.db, await givenOperator(gateway.db, role))
    return { cookie, viewer }
  }
})

function fieldsOf(root: (typeof roots)[number]) {
  const type = {
    Query: schema.getQueryType(),
    Mutation: schema.getMutationType(),
    Subscription: schema.getSubscriptionType(),
  }[root]
  return type?.getFields() ?? {}
}

/** An operation that asks for one field, with something for everything that it must be given. */
function queryFor(root: (typeof roots)[number], field: GraphQLField<unknown, unknown>) {
  const selected = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : ''
  return `${root.toLowerCase()} { ${field.name}${argumentsText(field)} ${selected} }`
}
