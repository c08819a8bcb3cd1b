import {
  OperationTypeNode,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { can, forbidden, forbiddenField, sessionRequired, type Caller } from '../../auth/permissions.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { operationError } from '../errors.ts'
import { createVisit, type Place } from '../fold-selections.ts'
import { typeOfField } from '../selected-fields.ts'
import { fieldRules, typeRules, type FieldRequirement } from './field-rules.ts'

/** Returns FORBIDDEN if a caller may not read a field of the operation, at any depth; otherwise null. */
export type CheckPermissions = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  caller: Caller,
) => GraphQLError | null

/** A requirement of an operation, and the root field or the field of a protected type that causes it. */
type Need = { field: string; requirement: FieldRequirement | undefined; isRoot: boolean }

/** Creates the check of permissions. What an operation needs is read once; it depends on no caller and no variable. */
export function createPermissionCheck(schema: GraphQLSchema): CheckPermissions {
  const known = new WeakMap<OperationDefinitionNode, readonly Need[]>()

  function needsOf(document: DocumentNode, operation: OperationDefinitionNode): readonly Need[] {
    const cached = known.get(operation)
    if (cached) return cached
    const needs = readNeeds(schema, document, operation)
    known.set(operation, needs)
    return needs
  }

  return (document, operation, caller) => {
    for (const need of needsOf(document, operation)) {
      const refusal = refusalOf(need, caller)
      if (refusal) return operationError('FORBIDDEN', refusal)
    }
    return null
  }
}

function refusalOf({ field, requirement, isRoot }: Need, caller: Caller): Sentence | null {
  if (requirement === 'signed-in') return caller.token ? sessionRequired : null
  if (requirement === undefined) return { code: 'FIELD_OF_NOBODY', parameters: { field } }
  if (can(caller, requirement)) return null
  return isRoot ? forbidden(caller, requirement) : forbiddenField(caller, requirement, field)
}

/** `isWhole` if the objects here need no permission of their own, such as the objects that a mutation returns. */
type PermissionPlace = Place & { isWhole: boolean }

/** Reads what an operation needs: one field for each requirement. */
function readNeeds(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): readonly Need[] {
  const root = schema.getRootType(operation) ?? undefined
  const needs = new Map<Need['requirement'], Need>()
  const visit = createVisit<PermissionPlace>(schema, document, {
    keyOf: ({ isWhole }) => (isWhole ? 'whole' : ''),
    field({ name: { value: name } }, { parent, isWhole }, below) {
      // Introspection has its own check; `__typename` is allowed with any session.
      if (!parent || name.startsWith('__')) return
      const need = parent === root ? rootNeed(parent, name) : typeNeed(parent, name, isWhole)
      if (need && !needs.has(need.requirement)) needs.set(need.requirement, need)
      below({ parent: typeOfField(parent, name), isWhole: leadsToWhole(parent, name, isWhole) })
    },
  })
  visit(selectionSet, { parent: root, isWhole: operation === OperationTypeNode.MUTATION })
  return [...needs.values()]
}

/** The need of a root field; null if any caller may read it. */
function rootNeed({ name: type }: GraphQLCompositeType, field: string): Need | null {
  const rules = fieldRules.get(`${type}.${field}`)
  return rules?.isPublic ? null : { field, requirement: rules?.requirement, isRoot: true }
}

/** The need of a field due to the type that it belongs to; null if the field needs no further permission. */
function typeNeed({ name: type }: GraphQLCompositeType, field: string, isWhole: boolean): Need | null {
  const requirement = typeRules.get(type)?.requirement
  if (!requirement || isWhole || field === 'id' || fieldRules.get(`${type}.${field}`)?.isFree) return null
  return { field: `${type}.${field}`, requirement, isRoot: false }
}

/** Whether the objects of a field are whole: those of a mutation's payload (a type without `id`), but none below. */
const leadsToWhole = (parent: GraphQLCompositeType, field: string, isWhole: boolean) =>
  fieldRules.get(`${parent.name}.${field}`)?.isWhole ?? (isWhole && !hasId(parent))

const hasId = (type: GraphQLCompositeType) => 'getFields' in type && 'id' in type.getFields()
