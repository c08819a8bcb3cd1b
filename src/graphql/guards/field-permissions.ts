import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import { can, forbiddenMessage, type Permission, type Role } from '../../auth/permissions.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import { operationError } from '../errors.ts'

type Root = 'Query' | 'Mutation' | 'Subscription'
type FieldOf<Type extends Root> = keyof NonNullable<Resolvers[Type]>

/** Requirement of a root field: a permission, or only a session if it concerns the viewer's own data. */
export type FieldRule = Permission | 'signed-in'

/** Permission each root field requires; unlisted fields are denied. */
export const rules: { [Type in Root]: Readonly<Record<FieldOf<Type>, FieldRule>> } = {
  Query: {
    area: 'read:Inventory',
    areas: 'read:Inventory',
    audit: 'read:Audit',
    auditEntry: 'read:Audit',
    customer: 'read:Customer',
    customers: 'read:Customer',
    endpoint: 'read:Inventory',
    endpoints: 'read:Inventory',
    incident: 'read:Incident',
    incidents: 'read:Incident',
    integration: 'read:Integration',
    integrations: 'read:Integration',
    inventory: 'read:Inventory',
    kinds: 'read:Panel',
    libraries: 'read:Library',
    library: 'read:Library',
    mySessions: 'signed-in',
    notifications: 'read:Panel',
    operator: 'manage:Operator',
    operators: 'manage:Operator',
    replay: 'read:Integration',
    replays: 'read:Integration',
    session: 'read:Session',
    sinliMessage: 'read:Integration',
    sinliMessages: 'read:Integration',
  },
  Mutation: {
    acknowledgeIncident: 'acknowledge:Incident',
    addOperator: 'manage:Operator',
    changeOperatorRole: 'manage:Operator',
    changePassword: 'signed-in',
    disableOperator: 'manage:Operator',
    enableOperator: 'manage:Operator',
    endSession: 'signed-in',
    markNotificationsSeen: 'signed-in',
    resetOperatorPassword: 'manage:Operator',
    resolveIncident: 'resolve:Incident',
    signOutEverywhere: 'signed-in',
  },
  Subscription: {
    inventory: 'read:Inventory',
    notifications: 'read:Panel',
  },
}

const rulesOf: Readonly<Record<OperationTypeNode, ReadonlyMap<string, FieldRule>>> = {
  query: new Map(Object.entries(rules.Query)),
  mutation: new Map(Object.entries(rules.Mutation)),
  subscription: new Map(Object.entries(rules.Subscription)),
}

/** Returns FORBIDDEN if a role may not read a root field of the operation, or null. */
export function checkFieldPermissions(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  role: Role,
): GraphQLError | null {
  const known = rulesOf[operation.operation]
  for (const field of rootFieldsOf(document, operation)) {
    const why = whyNotField(field, known.get(field), role)
    if (why !== null) return operationError('FORBIDDEN', why)
  }
  return null
}

function whyNotField(field: string, rule: FieldRule | undefined, role: Role): string | null {
  // Introspection has its own check; `__typename` is allowed with any session.
  if (rule === 'signed-in' || field.startsWith('__')) return null
  if (rule === undefined) return `Nobody may ask for ${field}: nothing says who may.`
  return can(role, rule) ? null : forbiddenMessage(role, rule)
}

const rootFields = new WeakMap<OperationDefinitionNode, readonly string[]>()

/** Returns the names (not aliases) of an operation's root fields, including those in fragments. */
export function rootFieldsOf(document: DocumentNode, operation: OperationDefinitionNode): readonly string[] {
  const known = rootFields.get(operation)
  if (known) return known
  const found = fieldsOf(document, operation.selectionSet)
  rootFields.set(operation, found)
  return found
}

function fieldsOf(document: DocumentNode, { selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value]
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(document, selection.selectionSet)
    const fragment = fragmentNamed(document, selection.name.value)
    return fragment ? fieldsOf(document, fragment.selectionSet) : []
  })
}

const fragmentNamed = ({ definitions }: DocumentNode, name: string) =>
  definitions.find(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  )
