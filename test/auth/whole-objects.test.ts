import { readFileSync } from 'node:fs'
import {
  getOperationAST,
  OperationTypeNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import { personalScopes, permissionsOf, type Permission, type Role } from '../../src/auth/permissions.ts'
import { createOperationGuard } from '../../src/graphql/guards/operation-guard.ts'
import { fieldRules } from '../../src/graphql/guards/field-rules.ts'
import { readTrustedDocuments } from '../../src/graphql/http/trusted-documents.ts'
import { loadSchema } from '../../src/graphql/schema.ts'
import { givenOperator, givenSession, givenSignedIn } from '../support/auth/operators.ts'
import {
  isFree,
  permissionOf,
  protectedFields,
  protectedNames,
  protectedTypes,
  rootPermissionOf,
} from '../support/auth/protected-types.ts'
import { givenScopedCallers, type Headers, type ScopedCallers } from '../support/auth/scoped-callers.ts'
import type { Json } from '../support/gateway.ts'
import { givenFilledGateway, libraryCode, type FilledGateway } from '../support/graphql/filled-gateway.ts'
import { fieldAt, pathName, schemaPaths, selectionOf, type SchemaPath } from '../support/graphql/schema-paths.ts'
import { openSocket } from '../support/graphql/socket.ts'

const roles = ['lector', 'operador', 'admin'] as const
const schema = loadSchema()
const trusted = readTrustedDocuments()

let gateway: FilledGateway
let callers: ScopedCallers
beforeAll(async () => {
  gateway = await givenFilledGateway()
  callers = givenScopedCallers(gateway)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const sessionOf = async (role: Role): Promise<Headers> => ({ cookie: (await givenSignedIn(gateway, role)).cookie })

/** A document of the application by the name of its operation. */
const documentOf = (name: string) => trusted.bindable.find((document) => document.name === name)!

describe('a screen on the wall, with the scope read:Panel alone', () => {
  const panel = {
    notifications: {
      categories: expect.arrayContaining([
        expect.objectContaining({
          incidents: [expect.objectContaining({ subject: { id: libraryCode, name: `Librería ${libraryCode}` } })],
        }),
      ]),
    },
  }

  it('gets the panel of the application with its open incidents, at each time', async () => {
    const { id: documentId } = documentOf('Notifications')
    const token = await callers.withScopes('read:Panel')
    const query = trusted.textOf(documentId)

    for (let time = 0; time < 4; time++) {
      expect(await callers.post({ documentId }, token)).toMatchObject({ status: 200, data: panel })
      expect(await callers.post({ query }, token)).toMatchObject({ status: 200, data: panel })
      expect(await callers.get({ query }, token)).toMatchObject({ status: 200, data: panel })
    }
  })

  it('listens to the panel of the application', async () => {
    const { id } = documentOf('NotificationChanges')
    const socket = openSocket(gateway.url, await callers.withScopes('read:Panel'))

    expect(await socket.listenTo(id).next()).toMatchObject(panel)
    expect(await socket.listen(trusted.textOf(id)!).next()).toMatchObject(panel)
    await socket.dispose()
  })
})

it.each(roles)(
  'the own account is whole for %s, with a session and with a token that may read nothing else',
  async (role) => {
    const operator = await givenOperator(gateway.db, role)
    const { cookie } = await givenSession(gateway.db, operator, new Date(gateway.clock.now()))
    const fields = Object.keys(fieldsOf('Operator'))
    const query = `{ session { operator { ${fields.join(' ')} } } }`

    for (const headers of [{ cookie }, await callers.withScopes('read:Session')]) {
      const { status, data } = await callers.post({ query }, headers)
      expect(status).toBe(200)
      expect(Object.keys(data!['session'].operator as object)).toEqual(fields)
      expect(data!['session'].operator).toMatchObject({ email: expect.stringContaining('@'), origin: 'LOCAL' })
    }
  },
)

describe('the answer of a mutation', () => {
  const paths = schemaPaths(schema, 'mutation', new Set(protectedNames), 3)
  const isChanged = ({ steps }: SchemaPath) => steps.slice(1).every(({ parent }) => !('id' in fieldsOf(parent)))

  /** Somebody with the permission of the mutation alone, as far as that is possible. */
  const callerOf = (path: SchemaPath) => {
    const permission: string = rootPermissionOf(path)
    if (permission === 'signed-in') return sessionOf('lector')
    return callers.withScopes(permission as Permission)
  }

  // Nothing is executed: the root field is skipped.
  const send = async (path: SchemaPath, selected: string, headers: Headers) =>
    callers.post({ query: `mutation { ${selectionOf(path, selected, { directive: ' @skip(if: true)' })} }` }, headers)

  it.each(paths.filter(isChanged).map((path) => ({ name: pathName(path), path })))(
    'contains the changed object whole: $name',
    async ({ path }) => {
      const selected = protectedFields(path.type).join(' ')

      expect(await send(path, selected, await callerOf(path))).toEqual({ status: 200, data: {} })
    },
  )

  it.each([...new Set(paths.map((path) => fieldAt(path, 0)))])(
    'contains nothing below it that is not allowed: %s',
    async (field) => {
      for (const path of paths.filter((path) => !isChanged(path) && fieldAt(path, 0) === field)) {
        const permission = permissionOf(path)
        // No token manages operators, and a session that does may read everything.
        if (rootPermissionOf(path) === 'manage:Operator' || rootPermissionOf(path) === permission) continue
        const headers = await callerOf(path)
        if ('cookie' in headers && personalScopes.includes(permission)) continue
        const [selected = ''] = protectedFields(path.type)
        const answer = await send(path, selected, headers)
        if (answer.status !== 403) throw new Error(`${pathName(path)} ${selected}: ${JSON.stringify(answer)}`)
      }
    },
  )

  it('has the values of what was changed', async () => {
    const { id } = await gateway.db.incident.findFirstOrThrow({ where: { openKey: { not: null } } })
    const noting = `mutation { addIncidentNote(input: { id: "${id}", note: "Uno" }) {
      incident { maxSeverity acknowledger { id name } timeline { note by } } } }`
    const unlocking = 'mutation { unlockCustomer(input: { id: "ej-3" }) { customer { email locked } } }'
    const noted = await callers.post({ query: noting }, await callers.withScopes('acknowledge:Incident'))
    const unlocked = await callers.post({ query: unlocking }, await callers.withScopes('unlock:Customer'))

    expect(noted.data!['addIncidentNote'].incident).toMatchObject({ maxSeverity: 'FALLANDO' })
    expect(noted.data!['addIncidentNote'].incident.timeline).toContainEqual(expect.objectContaining({ note: 'Uno' }))
    expect(unlocked.data).toEqual({ unlockCustomer: { customer: { email: 'ej-3@example.org', locked: false } } })
  })
})

describe('the search', () => {
  const groups = [
    {
      kind: 'LIBRARIES',
      name: 'libraries',
      permission: 'read:Library',
      type: 'Library',
      below: 'sinliMessages { edges { node { text } } }',
    },
    { kind: 'CUSTOMERS', name: 'customers', permission: 'read:Customer', type: 'Customer', below: 'library { email }' },
    {
      kind: 'ENDPOINTS',
      name: 'endpoints',
      permission: 'read:Inventory',
      type: 'Endpoint',
      below: 'openIncident { maxSeverity }',
    },
    {
      kind: 'INCIDENTS',
      name: 'incidents',
      permission: 'read:Incident',
      type: 'Incident',
      below: 'maintenance { by { email } }',
    },
    {
      kind: 'SINLI_MESSAGES',
      name: 'messages',
      permission: 'read:Integration',
      type: 'SinliMessage',
      below: 'library { email }',
    },
  ] as const
  const wordOf = ({ kind }: { kind: string }) => (kind === 'ENDPOINTS' ? '/api/admin/libraries/' : libraryCode)

  const searched = async (word: string, headers: Headers, nodes = '') => {
    const query = `{ search(query: "${word}") { hitCount groups { kind hitCount missingPermission hits { title detail node { __typename ${nodes} } } } } }`
    const { status, data, errors } = await callers.post({ query }, headers)
    const found = (data?.['search'].groups ?? []) as Json[]
    const read = await fetch(`${gateway.url}/api/admin/search/?q=${encodeURIComponent(word)}`, { headers })
    return {
      status,
      errors,
      hitCount: data?.['search'].hitCount,
      found,
      rest: (await read.json()) as { groups: Json[] },
    }
  }

  it.each(groups)('names $kind as left out without its scope, and finds it with it', async (group) => {
    const token = await callers.withScopes('read:Search')
    const without = await searched(wordOf(group), token, `... on ${group.type} { ${protectedOrId(group.type)} }`)
    const only = await searched(wordOf(group), await callers.withScopes('read:Search', group.permission))

    expect(without).toMatchObject({ status: 200, hitCount: 0 })
    for (const each of groups) {
      const left = { missingPermission: each.permission }
      expect(without.found).toContainEqual({ kind: each.kind, hitCount: 0, hits: [], ...left })
      expect(without.rest.groups).toContainEqual({ group: each.name, hits: [], more: false, ...left })
    }
    for (const { kind, hits, missingPermission } of only.found) {
      expect(missingPermission === null).toBe(kind === group.kind)
      expect(hits.length > 0).toBe(kind === group.kind)
    }
    expect(only.found.find(({ kind }) => kind === group.kind)!['hits'][0].node).toEqual({ __typename: group.type })
    for (const { group: name, hits } of only.rest.groups) expect(hits.length > 0).toBe(name === group.name)
  })

  it.each(groups)('checks what lies below a hit of $kind', async ({ permission, type, below }) => {
    const token = await callers.withScopes('read:Search', permission)

    const { status, errors } = await searched(libraryCode, token, `... on ${type} { ${below} }`)

    expect(status).toBe(403)
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })

  const protectedOrId = (type: string) => protectedTypes[type]?.valued ?? 'id'
})

describe('a fragment that is spread where its object is whole, and where it is not,', () => {
  const places: { type: string; text: string; root: string; scopes: Permission[]; whole: string; checked: string }[] = [
    {
      ...{ type: 'Operator', text: 'email', root: 'query', scopes: ['read:Session', 'read:Incident'] },
      whole: 'session { operator { ...F } }',
      checked: 'incidents(first: 1) { edges { node { acknowledger { ...F } } } }',
    },
    {
      ...{ type: 'Library', text: 'email', root: 'query', scopes: ['read:Search', 'read:Inventory'] },
      whole: `search(query: "${libraryCode}") { groups { hits { node { ...F } } } }`,
      checked: `subject(kind: LIBRERIAS, id: "${libraryCode}") { ...F }`,
    },
    {
      ...{ type: 'Customer', text: 'email library { email }', root: 'mutation', scopes: ['unlock:Customer'] },
      whole: 'a: unlockCustomer(input: { id: "ej-6" }) { customer { email } }',
      checked: 'b: unlockCustomer(input: { id: "ej-6" }) { customer { ...F } }',
    },
    {
      ...{ type: 'Incident', text: 'maxSeverity', root: 'mutation', scopes: ['acknowledge:Incident'] },
      whole: 'a: acknowledgeIncident(id: "x") { ...F }',
      checked: 'b: acknowledgeIncident(id: "x") { previous { ...F } }',
    },
  ]

  it.each(places)('is refused in either order: $type', async ({ type, text, root, scopes, whole, checked }) => {
    const token = await callers.withScopes(...scopes)
    for (const fields of [`${whole} ${checked}`, `${checked} ${whole}`]) {
      const answer = await callers.post({ query: `${root} { ${fields} } fragment F on ${type} { ${text} }` }, token)

      expect(answer).toMatchObject({ status: 403, errors: [{ extensions: { code: 'FORBIDDEN' } }] })
      expect(answer.data).toBeUndefined()
    }
  })
})

describe('the documents of the application', () => {
  const guard = createOperationGuard(schema, { introspection: 'off', trustedDocuments: 'only' }, trusted)
  const file = new URL('../../dist/web/trusted-documents.json', import.meta.url)
  const built = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const texts = Object.entries(built).map(([id, text]) => ({ id, text, definition: definitionOf(text) }))

  it.each(roles)('are allowed to %s where their root fields are', async (role) => {
    const session = await givenSession(gateway.db, await givenOperator(gateway.db, role))
    const may = new Set<string>([...permissionsOf({ operator: { role } }), 'signed-in'])
    const allowed = texts.filter(({ definition }) => rootPermissionsOf(definition).every((needed) => may.has(needed)))
    const refused: unknown[] = []
    for (const { text, definition } of allowed) {
      const error = await guard.authorize({ text, document: parse(text), definition, variables: null }, session)
      if (error) refused.push([definition.name?.value, error.message])
    }

    expect(allowed.length).toBeGreaterThan(50)
    expect(refused).toEqual([])
  })

  it('are refused to a token with the scopes of their root fields, by id, if they read what takes more', async () => {
    const asked = texts.filter(({ definition }) => definition.operation !== OperationTypeNode.MUTATION)
    const seen: unknown[] = []
    const expected: unknown[] = []
    for (const { id, text, definition } of asked) {
      const scopes = rootPermissionsOf(definition)
      if (!scopes.every((scope) => personalScopes.includes(scope as Permission)) || scopes.includes('read:Session'))
        continue
      const headers = await callers.withScopes(...(scopes as Permission[]))
      expected.push([definition.name!.value, needsBeyond(text, scopes)])
      seen.push([definition.name!.value, await isRefused(id, definition, headers)])
    }

    expect(seen).toEqual(expected)
    expect(expected).toContainEqual([expect.anything(), true])
  })

  // Without their variables most are not executed; that is found after the permissions were checked.
  async function isRefused(documentId: string, { operation }: OperationDefinitionNode, headers: Headers) {
    if (operation === OperationTypeNode.QUERY) return (await callers.post({ documentId }, headers)).status === 403
    const socket = openSocket(gateway.url, headers)
    const answer = await socket.refusal('', {}, { documentId })
    await socket.dispose()
    return Array.isArray(answer) && (answer[0] as Json)['extensions'].code === 'FORBIDDEN'
  }
})

function definitionOf(text: string): OperationDefinitionNode {
  return getOperationAST(parse(text))!
}

function rootPermissionsOf({ operation, selectionSet }: OperationDefinitionNode): string[] {
  const root = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[operation]
  return selectionSet.selections.flatMap((node) =>
    'name' in node ? (fieldRules.get(`${root}.${node.name.value}`)?.requirement ?? []) : [],
  )
}

/** Whether a document selects a field of a protected type that is not free, with another permission than these. */
function needsBeyond(text: string, scopes: readonly string[]): boolean {
  let isBeyond = false
  const info = new TypeInfo(schema)
  visit(
    parse(text),
    visitWithTypeInfo(info, {
      Field({ name }) {
        const type = info.getParentType()?.name ?? ''
        if (!isFree(type, name.value) && !scopes.includes(protectedTypes[type]!.permission)) isBeyond = true
      },
    }),
  )
  return isBeyond
}

function fieldsOf(type: string): object {
  return (schema.getType(type) as GraphQLObjectType).getFields()
}
