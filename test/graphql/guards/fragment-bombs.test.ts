import { createOperationGuard } from '../../../src/graphql/guards/operation-guard.ts'
import { isErrors } from '../../../src/graphql/document-cache.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import type { Viewer } from '../../../src/auth/sessions.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { openSocket } from '../../support/graphql/socket.ts'
import { givenOpenIncidents } from '../../support/monitoring/incidents.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  await givenOpenIncidents(gateway, ['EJ-001'])
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** The operation around a bomb, the type of its fragments, and a selection on it. */
type Target = { type: string; open: string; close: string; leaf: string }

const queries: Target[] = [
  { type: 'Query', open: '{', close: '}', leaf: '__typename' },
  { type: 'Query', open: '{', close: '}', leaf: 'areas { id }' },
  { type: 'Inventory', open: '{ inventory {', close: '} }', leaf: 'revision' },
  { type: 'Area', open: '{ areas {', close: '} }', leaf: 'id' },
  { type: 'Incident', open: '{ incidents(first: 1) { edges { node {', close: '} } } }', leaf: 'id timeline { by }' },
  {
    type: 'Subject',
    open: '{ incidents(first: 1) { edges { node { subject {',
    close: '} } } } }',
    leaf: '... on Library { city } ... on Subject { name }',
  },
]
const mutation: Target = { type: 'Mutation', open: 'mutation {', close: '}', leaf: 'markNotificationsSeen { badge }' }
const subscriptions: Target[] = [
  { type: 'Subscription', open: 'subscription {', close: '}', leaf: 'notifications { badge }' },
  { type: 'NotificationCategory', open: 'subscription { notifications { categories {', close: '} } }', leaf: 'count' },
]

const levels = [10, 12, 14, 15, 16, 17, 20, 30, 60, 90, 400]

/** A document of fragments that spread each other twice, `depth` levels deep. */
function bomb({ type, open, close, leaf }: Target, depth: number): string {
  const fragments = Array.from({ length: depth }, (_, level) => {
    const next = `...F${level + 1}`
    return `fragment F${level} on ${type} { ${next} ${next} }`
  })
  return `${open} ...F0 ...F0 ${close} ${fragments.join(' ')} fragment F${depth} on ${type} { ${leaf} }`
}

const cases = (targets: readonly Target[]) =>
  targets.flatMap((target) => levels.map((depth) => ({ depth, where: `${target.open} … { ${target.leaf} }`, target })))

const refusals = ['TOO_COMPLEX', 'GRAPHQL_PARSE_FAILED']

// Each level doubles the expanded document: with 30 levels, a walk that expands it does not end within a test.
it.each(cases([...queries, mutation]))(
  'a bomb of $depth levels in $where is answered or refused over HTTP, the same at each of four times',
  async ({ target, depth }) => {
    const seen: Json[] = []
    for (let asked = 0; asked < 4; asked++) {
      const answer = await gateway.post('/graphql', { query: bomb(target, depth) })
      const { data, errors } = (await answer.json()) as Json
      seen.push({ status: answer.status, data, code: errors?.[0].extensions.code, message: errors?.[0].message })
    }

    const [first] = seen
    expect(seen).toEqual(seen.map(() => first))
    if (first!['data']) expect(depth).toBeLessThan(17)
    else expect(refusals).toContain(first!['code'])
    if (depth >= 17) expect(first).toMatchObject({ status: 400, data: undefined })
  },
)

it.each(cases(subscriptions))(
  'a bomb of $depth levels in $where is answered or refused over a WebSocket',
  async (one) => {
    const socket = openSocket(gateway.url, { cookie: gateway.cookie })
    const seen = await socket.refusal(bomb(one.target, one.depth))
    await socket.dispose()

    if (Array.isArray(seen)) expect(refusals).toContain((seen[0] as Json)['extensions'].code)
    else {
      expect(seen).toMatchObject({ data: { notifications: expect.anything() } })
      expect(one.depth).toBeLessThan(17)
    }
  },
)

it.each(['lector', 'operador'] as const)(
  'a bomb at the root is refused for %s where only documents of the application are allowed',
  async (role) => {
    const nothing = { textOf: () => undefined, isTrusted: () => false, bindable: [] }
    const guard = createOperationGuard(loadSchema(), { introspection: 'off', trustedDocuments: 'only' }, nothing)
    const text = bomb(queries[0]!, 90)
    const viewer = { operator: { id: role, role } } as unknown as Viewer
    const operation = guard.readOperation(text, null, viewer)
    if (isErrors(operation)) throw new Error(operation[0]?.message)

    const error = await guard.authorize({ ...operation, text, variables: null }, viewer)

    expect(error?.extensions['code']).toBe(role === 'lector' ? 'FORBIDDEN' : 'TOO_COMPLEX')
  },
)

/** Documents that cost little, since their lists are empty, and whose code doubles or triples with each level. */
const deep = Array.from({ length: 11 }, (_, index) => index + 1).flatMap((depth) =>
  ['upstream', 'downstream', 'openIncident { subject'].map((field) => {
    const close = field.includes('{') ? '} }' : '}'
    const levels = Math.min(depth, field.includes('{') ? 5 : 11)
    return [
      levels,
      field,
      `{ endpoints(first: 1) { edges { node { id ${`${field} { id `.repeat(levels)}${close.repeat(levels)} } } } }`,
    ]
  }),
)

it.each(deep)(
  'a document with %i levels of %s is answered or refused, the same at each of four times',
  async (...one) => {
    const seen: Json[] = []
    for (let asked = 0; asked < 4; asked++) {
      const answer = await gateway.post('/graphql', { query: one[2] }, { 'cache-control': 'no-cache' })
      seen.push({ status: answer.status, ...((await answer.json()) as Json) })
    }

    expect([200, 400]).toContain(seen[0]!['status'])
    expect(seen).toEqual(seen.map(() => seen[0]))
  },
)
