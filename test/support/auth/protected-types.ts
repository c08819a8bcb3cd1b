import { readFileSync } from 'node:fs'
import { Kind, parse, type GraphQLObjectType } from 'graphql'
import { personalScopes, type Permission } from '../../../src/auth/permissions.ts'
import { fieldRules } from '../../../src/graphql/guards/field-rules.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { fieldAt, fieldTexts, schemaPaths, type Root, type SchemaPath } from '../graphql/schema-paths.ts'

/** A type that not everybody may read: its permission, what is free beside `id`, and a field that has a value. */
type Protected = { permission: Permission; free: readonly string[]; valued: string }

/** Restated here, so that a change of the rules is a change of the tests. */
export const protectedTypes: Readonly<Record<string, Protected>> = {
  AuditEntry: { permission: 'read:Audit', free: [], valued: 'action' },
  Customer: { permission: 'read:Customer', free: [], valued: 'email' },
  Delivery: { permission: 'read:Destination', free: [], valued: 'text' },
  Destination: { permission: 'read:Destination', free: [], valued: 'target' },
  Incident: {
    permission: 'read:Incident',
    free: ['number', 'url', 'evidence', ...panelFields()],
    valued: 'maxSeverity',
  },
  Library: { permission: 'read:Library', free: ['kind', 'name', 'state', 'owner', 'runbookUrl'], valued: 'email' },
  Maintenance: { permission: 'read:Incident', free: [], valued: 'reason' },
  Operator: { permission: 'manage:Operator', free: ['name'], valued: 'email' },
  Replay: { permission: 'read:Integration', free: [], valued: 'reason' },
  Service: { permission: 'read:Integration', free: [], valued: 'name' },
  SinliMessage: { permission: 'read:Integration', free: [], valued: 'text' },
  Supplier: { permission: 'read:Supplier', free: [], valued: 'name' },
}

export const protectedNames = Object.keys(protectedTypes)

/** The fields of an incident that the panel of the application reads; that of an earlier release reads `evidence` too. */
function panelFields(): string[] {
  const file = new URL('../../../web/src/api/incidents/notifications.graphql', import.meta.url)
  return parse(readFileSync(file, 'utf8')).definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION && definition.typeCondition.name.value === 'Incident'
      ? definition.selectionSet.selections.flatMap((node) => (node.kind === Kind.FIELD ? node.name.value : []))
      : [],
  )
}

/** The permission of the root field of a path. */
export function rootPermissionOf(path: SchemaPath): Permission {
  return fieldRules.get(fieldAt(path, 0))!.requirement as Permission
}

export const permissionOf = ({ type }: SchemaPath): Permission => protectedTypes[type.name]!.permission

/** The fields whose objects go with what leads to them: the own account, and what the search has found. */
const wholeFields = ['Session.operator', 'SearchHit.node']

/**
 * The paths of the schema to objects of protected types that take a permission beyond that of their root field, which a
 * token can have.
 */
export const pathsBeyondRoot = (root: Exclude<Root, 'mutation'>, depth: number): SchemaPath[] =>
  schemaPaths(loadSchema(), root, new Set(protectedNames), depth).filter(
    (path) =>
      rootPermissionOf(path) !== permissionOf(path) &&
      personalScopes.includes(rootPermissionOf(path)) &&
      !wholeFields.includes(fieldAt(path, -1)),
  )

/** Whether a field of a type, protected or not, goes with what leads to its object. */
export const isFree = (type: string, field: string) =>
  !(type in protectedTypes) || ['__typename', 'id', ...protectedTypes[type]!.free].includes(field)

/** The fields of a protected type that are free, as one selection. */
export const freeFields = (type: GraphQLObjectType) =>
  ['__typename', ...fieldTexts(type, (name) => isFree(type.name, name))].join(' ')

/** The fields of a protected type that take its permission, a selection each. */
export const protectedFields = (type: GraphQLObjectType) => fieldTexts(type, (name) => !isFree(type.name, name))

/** Whether the fields that lead to the objects take nothing of a permission. */
export const leadsThere = ({ steps }: SchemaPath, without: Permission) =>
  steps.every(({ parent, field }) => protectedTypes[parent]?.permission !== without || isFree(parent, field.name))
