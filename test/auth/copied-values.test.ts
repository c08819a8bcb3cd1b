import { getNamedType, isLeafType, isObjectType } from 'graphql'
import { personalScopes, type Permission } from '../../src/auth/permissions.ts'
import { loadSchema } from '../../src/graphql/schema.ts'
import { isFree, leadsThere, protectedTypes, rootPermissionOf } from '../support/auth/protected-types.ts'
import { givenScopedCallers, type Headers, type ScopedCallers } from '../support/auth/scoped-callers.ts'
import { givenFilledGateway, type FilledGateway } from '../support/graphql/filled-gateway.ts'
import { fieldAt, schemaPaths, selectionOf, type SchemaPath } from '../support/graphql/schema-paths.ts'

let gateway: FilledGateway
let callers: ScopedCallers
beforeAll(async () => {
  gateway = await givenFilledGateway()
  callers = givenScopedCallers(gateway)
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** Values of the types with a permission, and the other types that repeat one: what they say is their own. */
const cases: { permission: Permission; values: RegExp; copies: string[] }[] = [
  { permission: 'read:Audit', values: /[0-9a-f]{64}/, copies: [] },
  { permission: 'read:Customer', values: /ej-1@example\.org|Ágata/, copies: [] },
  // The name of a destination is that of its integration, and in the timelines of what it was told.
  {
    permission: 'read:Destination',
    values: /Guardia|127\.0\.0\.1:/,
    copies: ['AuditEntry', 'Integration', 'TimelineEntry', 'TimelineNotice'],
  },
  { permission: 'read:Incident', values: /Visto|Obras/, copies: ['AuditEntry'] },
  // What was received says from and to whom, of what type, and what is known of them.
  {
    permission: 'read:Integration',
    values: /Historia de|"ENVIO/,
    copies: ['OnboardingStep', 'SeenDocuments', 'UnknownParty'],
  },
  { permission: 'read:Library', values: /EJ-001@example\.org|Villaejemplo/, copies: [] },
  { permission: 'read:Supplier', values: /Proveedor LIB/, copies: ['SinliParty'] },
  // Those who acted, as the audit trail names them.
  { permission: 'manage:Operator', values: /ana@example\.org/, copies: ['AuditEntry', 'AuditStep'] },
]

const schema = loadSchema()
const objectTypes = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type))
const allPaths = schemaPaths(schema, 'query', new Set(objectTypes.map(({ name }) => name)), 4).filter(
  ({ steps }) => steps.length > 0,
)

/** The shortest path to each type by each last field, on which nothing takes this permission. */
function pathsWithout(permission: Permission): SchemaPath[] {
  const paths = new Map<string, SchemaPath>()
  for (const path of allPaths) {
    const from = rootPermissionOf(path)
    const key = `${fieldAt(path, -1)} ${path.type.name}`
    if (from === permission || !personalScopes.includes(from) || !leadsThere(path, permission)) continue
    if (!paths.has(key)) paths.set(key, path)
  }
  return [...paths.values()]
}

/** All values of the objects that take nothing of a permission. */
const valuesOf = ({ type }: SchemaPath, without: Permission) =>
  Object.values(type.getFields())
    .filter(({ type: of }) => isLeafType(getNamedType(of)))
    .filter(
      ({ name }) =>
        isFree(type.name, name) || ![without, 'manage:Operator'].includes(protectedTypes[type.name]!.permission),
    )
    .map(({ name }) => name)

async function readTypes(permission: Permission, values: RegExp, headers: Headers) {
  const found = new Set<string>()
  for (const path of pathsWithout(permission)) {
    const selected = valuesOf(path, permission)
    if (selected.length === 0) continue
    const query = `{ ${selectionOf(path, selected.join(' '), { given: gateway.given })} }`
    const { status, data, errors } = await callers.post({ query }, headers)
    if (status !== 200 || errors) throw new Error(`${query}: ${JSON.stringify(errors)}`)
    if (values.test(JSON.stringify(data))) found.add(path.type.name)
  }
  return [...found].sort()
}

it.each(cases)(
  'nothing but $copies repeats what takes $permission, to a token with every other scope',
  async ({ permission, values, copies }) => {
    expect(await readTypes(permission, values, await callers.without(permission))).toEqual(copies)
  },
)
