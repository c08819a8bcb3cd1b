import { isObjectType } from 'graphql'
import type { Permission } from '../../src/auth/permissions.ts'
import { fieldRules, typeRules } from '../../src/graphql/guards/field-rules.ts'
import { loadSchema } from '../../src/graphql/schema.ts'
import {
  freeFields,
  leadsThere,
  pathsBeyondRoot,
  permissionOf,
  protectedFields,
  protectedNames,
  protectedTypes,
  rootPermissionOf,
} from '../support/auth/protected-types.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { givenScopedCallers, type Answer, type Headers, type ScopedCallers } from '../support/auth/scoped-callers.ts'
import { casesOf } from '../support/extent.ts'
import type { Json } from '../support/gateway.ts'
import { givenFilledGateway, type FilledGateway } from '../support/graphql/filled-gateway.ts'
import { pathName, selectionOf, type SchemaPath } from '../support/graphql/schema-paths.ts'
import { openSocket } from '../support/graphql/socket.ts'

const depth = 5
const allQueryPaths = pathsBeyondRoot('query', depth)
const allSocketPaths = pathsBeyondRoot('subscription', depth)

const isExhaustive = casesOf(0, 1) > 0

/** All paths in a thorough run; else the shortest of each permission to begin with and each field that leads to a type. */
function representatives(paths: readonly SchemaPath[]): readonly SchemaPath[] {
  const seen = new Set<string>()
  return paths.filter((path) => {
    const last = path.steps.at(-1)
    const kind = `${rootPermissionOf(path)} ${last?.parent}.${last?.field.name} ${path.type.name}`
    const isNew = !seen.has(kind)
    seen.add(kind)
    return isNew || isExhaustive
  })
}

const queryPaths = representatives(allQueryPaths)
const socketPaths = representatives(allSocketPaths)

/** Paths of one type or pair, and the name of their test. */
type Case = { name: string; permission: Permission; paths: SchemaPath[] }

const byType = (paths: readonly SchemaPath[]): Case[] =>
  grouped(paths, ({ type }) => type.name).map(({ name, paths }) => ({
    name,
    permission: permissionOf(paths[0]!),
    paths,
  }))

const byPair = (paths: readonly SchemaPath[]) =>
  grouped(paths, (path) => `${path.type.name} from ${rootPermissionOf(path)}`).map(({ name, paths }) => ({
    name,
    permission: permissionOf(paths[0]!),
    from: rootPermissionOf(paths[0]!),
    paths,
  }))

function grouped(paths: readonly SchemaPath[], nameOf: (path: SchemaPath) => string) {
  const names = [...new Set(paths.map(nameOf))]
  return names.map((name) => ({ name, paths: paths.filter((path) => nameOf(path) === name) }))
}

const inChunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** One of the type's fields that are not free, another one for each index. */
const someField = ({ type }: SchemaPath, index: number) => {
  const fields = protectedFields(type)
  return fields[index % fields.length]!
}

/** A field that has a value, under a name by which it is found in the response. */
const valueOf = ({ type }: SchemaPath) => `found: ${protectedTypes[type.name]!.valued}`

const hasValue = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.entries(data).some(([name, value]) => (name === 'found' && value !== null) || hasValue(value))

const refusal =
  /^(?:The token does not allow|No token allows|The role \w+ does not allow) (\w+)\.\w+: it needs the (?:scope|permission) ([\w:]+?)(?:\.|, and a session\.)$/

/** Null if an error refuses a path for a type on it, and names that type and its permission. */
function isNoRefusal({ steps, type }: SchemaPath, error: Json | undefined): string | null {
  const [, name = '', permission] = refusal.exec(error?.['message']) ?? []
  const isOnPath = [...steps.map(({ parent }) => parent), type.name].includes(name)
  const isRight = isOnPath && protectedTypes[name]?.permission === permission
  return isRight && error?.['extensions'].code === 'FORBIDDEN' ? null : JSON.stringify(error)
}

/** Describes the answer if it is no refusal of the path, without data. */
function notRefused(path: SchemaPath, { status, data, errors = [] }: Answer): string[] {
  const wrong = isNoRefusal(path, errors[0]) ?? (status === 403 && data === undefined ? null : `${status}`)
  return wrong === null ? [] : [`${pathName(path)}: ${wrong} ${JSON.stringify(data)}`.slice(0, 500)]
}

let gateway: FilledGateway
let callers: ScopedCallers
beforeAll(async () => {
  gateway = await givenFilledGateway()
  callers = givenScopedCallers(gateway)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const textOf = (path: SchemaPath, selected: string, directive?: string) =>
  selectionOf(path, selected, { given: gateway.given, directive })

/** Sends an operation for each path, several of them in one document, and returns what was not refused. */
async function askEach(paths: readonly SchemaPath[], headers: Headers): Promise<string[]> {
  const wrong: string[] = []
  for (const chunk of inChunks(
    paths.map((path, index) => ({ path, index })),
    12,
  )) {
    const query = chunk
      .map(({ path, index }) => `query Q${index} { ${textOf(path, someField(path, index))} }`)
      .join(' ')
    const answers = chunk.map(async ({ path, index }) => {
      const answer = await callers.post({ query, operationName: `Q${index}` }, headers)
      wrong.push(...notRefused(path, answer))
    })
    await Promise.all(answers)
  }
  return wrong
}

/** Sends what is selected of each path without executing it, and returns what was refused. */
async function refusedOf(paths: readonly SchemaPath[], selectedOf: typeof someField, headers: Headers) {
  const refused: string[] = []
  for (const chunk of inChunks(
    paths.map((path, index) => ({ path, index })),
    12,
  )) {
    const texts = chunk.map(
      ({ path, index }) => `p${index}: ${textOf(path, selectedOf(path, index), ' @skip(if: true)')}`,
    )
    const { status, errors = [] } = await callers.post({ query: `{ ${texts.join(' ')} }` }, headers)
    // What costs too much is only found once everything in it is allowed.
    if (status !== 200 && errors[0]?.['extensions'].code !== 'TOO_COMPLEX')
      refused.push(`${chunk.map(({ path }) => pathName(path)).join()}: ${JSON.stringify(errors)}`.slice(0, 2_000))
  }
  return refused
}

describe('a type with a permission of its own, by every path from another root field', () => {
  it.each(byType(queryPaths))('$name: refused to a token with every other scope', async ({ permission, paths }) => {
    expect(await askEach(paths, await callers.without(permission))).toEqual([])
  })

  it.each(byType(queryPaths))('$name: its free fields take nothing but the scopes of the way', async (one) => {
    const reachable = one.paths.filter((path) => leadsThere(path, one.permission))

    expect(await refusedOf(reachable, ({ type }) => freeFields(type), await callers.without(one.permission))).toEqual(
      [],
    )
  })

  it.each(byType(queryPaths))('$name: allowed once its scope is added', async ({ permission, paths }) => {
    expect(await refusedOf(paths, someField, await callers.withAll(permission))).toEqual([])
  })

  it.each(byPair(allQueryPaths))('$name: has a value with both scopes', async ({ permission, from, paths }) => {
    const both = await callers.withScopes(permission, from)
    // Some paths lead through a third type.
    const readers = [both, await callers.withAll(permission)]
    for (const path of paths)
      for (const reader of readers) {
        const { status, data } = await callers.post({ query: `{ ${textOf(path, valueOf(path))} }` }, reader)
        if (status === 200 && hasValue(data)) return
      }
    throw new Error(`None of ${paths.length} paths has a value: ${paths.slice(0, 5).map(pathName).join()}`)
  })

  it.each(protectedNames)('%s: refused for each of its fields that is not free', async (name) => {
    const path = allQueryPaths.find(({ type }) => type.name === name)
    if (!path) return
    const token = await callers.without(permissionOf(path))
    for (const field of protectedFields(path.type))
      expect(notRefused(path, await callers.post({ query: `{ ${textOf(path, field)} }` }, token))).toEqual([])
  })

  it.each(['lector', 'operador'] as const)(
    'what is more than the name of an operator is refused to %s',
    async (role) => {
      const { cookie } = await givenSignedIn(gateway, role)
      const paths = queryPaths.filter(({ type, steps }) => type.name === 'Operator' && steps.length < depth)

      expect(await askEach(paths, { cookie })).toEqual([])
      expect(await refusedOf(paths, ({ type }) => freeFields(type), { cookie })).toEqual([])
    },
  )
})

/** Ways of writing and sending the same query. */
const ways: Record<string, (text: (leaf: string) => string, leaf: string, type: string) => Json> = {
  'in a POST': (text, leaf) => ({ query: `{ ${text(leaf)} }` }),
  'behind an alias': (text, leaf) => ({ query: `{ a: ${text(`b: ${leaf}`)} }` }),
  'in a fragment': (text, leaf, type) => ({
    query: `query { ...R } fragment L on ${type} { ${leaf} } fragment R on Query { ${text('...L')} }`,
  }),
  'in fragments within fragments': (text, leaf, type) => ({
    query: `{ ... { ...A } } fragment A on Query { ... on Query { ...B } } fragment B on Query { ${text('...C ... { id }')} }
      fragment C on ${type} { ... { ... on ${type} { ...D } } } fragment D on ${type} { id ${leaf} }`,
  }),
  'left out by a directive': (text, leaf) => ({
    query: `query ($no: Boolean = false) { ${text(`id ... @include(if: $no) { ${leaf} }`)} }`,
  }),
  'in one of several operations': (text, leaf) => ({
    query: `query One { __typename } query Two { ${text(leaf)} } query Three { __typename }`,
    operationName: 'Two',
  }),
  'beside the schema': (text, leaf) => ({ query: `{ __schema { queryType { name } } ${text(leaf)} __typename }` }),
}

describe.each(Object.entries(ways))('%s', (_name, write) => {
  it('each pair of a scope and a type is refused', async () => {
    for (const { paths } of byPair(queryPaths)) {
      const [path] = paths as [SchemaPath]
      const body = write((leaf) => textOf(path, leaf), someField(path, 0), path.type.name)
      const token = await callers.withScopes(rootPermissionOf(path))

      expect(notRefused(path, await callers.post(body, token))).toEqual([])
      expect(notRefused(path, await callers.get(body, token))).toEqual([])
    }
  })
})

it('each pair is refused, at each of four times, after the response was compiled and cached for others', async () => {
  const caching = byPair(allQueryPaths).map(({ paths }) => paths.find(({ steps }) => steps.length <= 3) ?? paths[0]!)
  for (const path of caching) {
    const body = { query: `{ ${textOf(path, valueOf(path))} }` }
    for (let time = 0; time < 4; time++) expect((await callers.post(body, { cookie: gateway.cookie })).status).toBe(200)
    const token = await callers.withScopes(rootPermissionOf(path))

    for (let time = 0; time < 4; time++) expect(notRefused(path, await callers.post(body, token))).toEqual([])
  }
})

describe('over a WebSocket', () => {
  /** Subscribes to each path, at most as often as one socket may within a minute. */
  async function refusalsOf(paths: readonly SchemaPath[], headers: Headers) {
    const wrong: string[] = []
    for (const chunk of inChunks(
      paths.map((path, index) => ({ path, index })),
      500,
    )) {
      const socket = openSocket(gateway.url, headers)
      for (const { path, index } of chunk) {
        const seen = await socket.refusal(`subscription { ${textOf(path, someField(path, index))} }`)
        const error = isNoRefusal(path, Array.isArray(seen) ? (seen[0] as Json) : { seen })
        if (error) wrong.push(`${pathName(path)}: ${error}`.slice(0, 500))
      }
      await socket.dispose()
    }
    return wrong
  }

  it.each(byType(socketPaths))('$name is refused to a token with every other scope', async ({ permission, paths }) => {
    expect(
      await refusalsOf(
        paths.filter(({ steps }) => steps.length < depth),
        await callers.without(permission),
      ),
    ).toEqual([])
  })

  it.each(byPair(allSocketPaths))(
    '$name is sent with the scope, and not without',
    async ({ permission, paths, from }) => {
      expect(await refusalsOf(paths.slice(0, 1), await callers.withScopes(from))).toEqual([])
      const socket = openSocket(gateway.url, await callers.withAll(permission))
      for (const path of paths) {
        const seen = await socket.refusal(`subscription { ${textOf(path, valueOf(path))} }`)
        if (hasValue(seen)) return void (await socket.dispose())
      }
      await socket.dispose()
      throw new Error(`None of ${paths.length} paths has a value: ${paths.slice(0, 5).map(pathName).join()}`)
    },
  )
})

/** The other types with an `id`, and what leads to them: whoever may read that may read them. */
const belongingTypes: Readonly<Record<string, string>> = {
  ApiToken: 'the own tokens and those of services',
  Area: 'the inventory, and what names subjects',
  ChainDocument: 'DocumentChain',
  DeliveryAttempt: 'Delivery',
  Endpoint: 'Subject; none of its fields are more than the inventory shows',
  Heartbeat: 'Integration',
  Integration: 'Subject, Destination and Heartbeat',
  Mute: 'its root field',
  NotificationCategory: 'NotificationPanel',
  Onboarding: 'its root field; its library is checked',
  OpenSession: 'the own sessions',
  PreviewIncident: 'PreviewOutcome, which counts them',
  ReferencedDocument: 'DocumentChain',
  RefusedIncident: 'the mutation that was to change it',
  SilentSource: 'NotificationPanel',
  SinliAttempt: 'SinliMessage',
  SinliDocument: 'SinliMessage',
  SinliLine: 'SinliDocument',
  SinliParty: 'the message or document that names it; its library is checked',
  TimelineEntry: 'Incident',
  Trace: 'its root field, which leaves out what the caller may not read',
  TraceCandidate: 'Trace',
  TraceDocument: 'Trace',
  TrustedDocument: 'ApiToken',
  UnknownParty: 'its root field; its library is checked',
  UnmatchedKey: 'its root field',
}

describe('the rules of types', () => {
  it('are these permissions, with these free fields', () => {
    const free = [...fieldRules].flatMap(([coordinate, { isFree }]) => (isFree ? [coordinate] : []))
    const rules = [...typeRules].flatMap(([name, { requirement }]) =>
      requirement ? [[name, { permission: requirement, free: freeFieldsOf(free, name) }]] : [],
    )
    const expected = Object.entries(protectedTypes).map(([name, { permission, free }]) => [
      name,
      { permission, free: free.filter((field) => field !== 'id').sort() },
    ])

    expect(Object.fromEntries(rules)).toEqual(Object.fromEntries(expected))
  })

  it('decide about every type with an id', () => {
    const withId = Object.values(loadSchema().getTypeMap()).filter(
      (type) => isObjectType(type) && !type.name.startsWith('__') && 'id' in type.getFields(),
    )

    expect([...Object.keys(belongingTypes), ...protectedNames].sort()).toEqual(withId.map(({ name }) => name).sort())
  })
})

const freeFieldsOf = (coordinates: readonly string[], type: string) =>
  coordinates
    .flatMap((coordinate) => (coordinate.startsWith(`${type}.`) ? coordinate.slice(type.length + 1) : []))
    .sort()
