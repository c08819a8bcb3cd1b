import {
  getNamedType,
  isCompositeType,
  OperationTypeNode,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { createFold, type Place } from '../fold-selections.ts'
import { coordinateOf, isPartOfPage, oneRow, rowsOf, type Variables } from './list-sizes.ts'
import {
  fieldCost,
  floorToPowerOf2,
  itemOfPage,
  memoize,
  oneItem,
  sumCosts,
  unionOf,
  valueCost,
  withDirectives,
  type OperationCost,
} from './operation-cost.ts'

/** Measures a valid operation in one traversal. */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationCost {
  const isOfMutation = operation.operation === OperationTypeNode.MUTATION
  const fold = createFold<Place, OperationCost>(schema, document, {
    field: (node, { parent }, below) =>
      measureField(schema, { node, parent, isOfMutation }, (type) => below({ parent: type })),
    join: sumCosts,
    selected: (node, cost) => withDirectives(cost, node),
    fragment: (cost) => ({ ...cost, costOf: memoize(cost) }),
  })
  const root = schema.getRootType(operation.operation) ?? undefined
  const total = withDirectives(fold(operation.selectionSet, { parent: root }), operation)
  const defaults = defaultsOf(operation)
  return {
    ...total,
    costOf: memoize({
      ...total,
      costOf: (values, ...sizes) => total.costOf(defaults ? { ...defaults, ...values } : values, ...sizes),
    }),
  }
}

/** The type of a selection; undefined within introspection. */
type Parent = Place['parent']

/** `below` measures the selections of one item of the field. */
function measureField(
  schema: GraphQLSchema,
  { node, parent, isOfMutation }: { node: FieldNode; parent: Parent; isOfMutation: boolean },
  below: (parent: Parent) => OperationCost,
): OperationCost {
  const field = fieldOf(parent, node)
  if (!field || !parent) return fieldCost(node, below(undefined), oneItem)
  const type = getNamedType(field.type)
  const item = below(isCompositeType(type) ? type : undefined)
  const selected = { node, field, parent, isOfMutation }
  const rows = rowsOf(schema, selected)
  if (rows === oneRow) return fieldCost(node, item, isPartOfPage(parent) ? itemOfPage : oneItem)
  const cost = fieldCost(node, node.selectionSet ? item : valueCost, { ...rows, amongOf: floorToPowerOf2 })
  return { ...cost, lists: unionOf([cost.lists, new Set([coordinateOf(selected)])]) }
}

/** Returns the definition of a field; undefined for introspection. */
const fieldOf = (parent: Parent, { name }: FieldNode) =>
  parent && 'getFields' in parent ? parent.getFields()[name.value] : undefined

/** Returns the default values of variables; null if there are none. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables | null {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  )
  return defaults.length > 0 ? (Object.fromEntries(defaults) as Variables) : null
}
