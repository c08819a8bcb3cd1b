import {
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValueNode,
} from 'graphql'
import { pageSizes } from '../../lib/pagination.ts'

/** Variables of an operation, as the client sent them. */
export type Variables = Readonly<Record<string, unknown>>

/** Measured size of an operation; a fragment counts at each of its spreads. */
export type OperationCost = {
  /** Fields on the longest path; introspection fields count 0 with everything below them. */
  depth: number
  aliases: number
  directives: number
  /** Whether it requests `__schema` or `__type` at any depth. */
  introspects: boolean
  /** Estimated values in the response: each field counts once per row of the pages and lists around it. */
  costOf: (variables: Variables) => number
}

/** Assumed rows of a list without pages. */
const usualRows = 10

const nothing: OperationCost = { depth: 0, aliases: 0, directives: 0, introspects: false, costOf: () => 0 }

/**
 * Measures a valid operation in one traversal. Each fragment is measured once: if each one spreads the next twice,
 * expanding every spread takes exponential time.
 */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationCost {
  const fragments = new Map(document.definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]))
  const known = new Map<string, OperationCost>()

  function ofFragment(name: string): OperationCost {
    const before = known.get(name)
    const fragment = fragments.get(name)
    if (before ?? !fragment) return before ?? nothing
    const type = compositeNamed(schema, fragment.typeCondition.name.value)
    const found = ofSelections(fragment.selectionSet.selections, type)
    const cost = { ...found, costOf: once(found.costOf) }
    known.set(name, cost)
    return cost
  }

  const ofSelections = (
    selections: readonly SelectionNode[],
    parent: GraphQLCompositeType | undefined,
  ): OperationCost => together(selections.map((selection) => withDirectives(ofSelection(selection, parent), selection)))

  function ofSelection(selection: SelectionNode, parent: GraphQLCompositeType | undefined): OperationCost {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value)
    if (selection.kind === Kind.FIELD) return ofField(selection, parent)
    const type = selection.typeCondition ? compositeNamed(schema, selection.typeCondition.name.value) : parent
    return ofSelections(selection.selectionSet.selections, type)
  }

  function ofField(node: FieldNode, parent: GraphQLCompositeType | undefined): OperationCost {
    const field = parent && 'getFields' in parent ? parent.getFields()[node.name.value] : undefined
    const type = field && getNamedType(field.type)
    const within = node.selectionSet
      ? ofSelections(node.selectionSet.selections, isCompositeType(type) ? type : undefined)
      : nothing
    return asField(node, within, rowsIn(node, field, parent))
  }

  const root = schema.getRootType(operation.operation) ?? undefined
  const whole = withDirectives(ofSelections(operation.selectionSet.selections, root), operation)
  const defaults = defaultsOf(operation)
  return { ...whole, costOf: once((given) => whole.costOf(defaults ? { ...defaults, ...given } : given)) }
}

/** Returns the default values of variables; null if there are none. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables | null {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  )
  return defaults.length > 0 ? (Object.fromEntries(defaults) as Variables) : null
}

function compositeNamed(schema: GraphQLSchema, name: string): GraphQLCompositeType | undefined {
  const type = schema.getType(name)
  return isCompositeType(type) ? type : undefined
}

/** Memoizes the cost for the last variables object. */
function once(costOf: OperationCost['costOf']): OperationCost['costOf'] {
  let last: { variables: Variables; cost: number } | null = null
  return (variables) => {
    if (last?.variables !== variables) last = { variables, cost: costOf(variables) }
    return last.cost
  }
}

/** Cost of a field: itself plus its selections for each of its rows. */
function asField(
  { name: { value: name }, alias }: FieldNode,
  within: OperationCost,
  rowsOf: (variables: Variables) => number,
): OperationCost {
  return {
    depth: name.startsWith('__') ? 0 : within.depth + 1,
    aliases: within.aliases + (alias ? 1 : 0),
    directives: within.directives,
    introspects: within.introspects || name === '__schema' || name === '__type',
    costOf: (variables) => 1 + rowsOf(variables) * within.costOf(variables),
  }
}

const isFragment = (definition: { kind: Kind }): definition is FragmentDefinitionNode =>
  definition.kind === Kind.FRAGMENT_DEFINITION

const withDirectives = (found: OperationCost, { directives = [] }: Pick<SelectionNode, 'directives'>): OperationCost =>
  directives.length > 0 ? { ...found, directives: found.directives + directives.length } : found

function together(parts: readonly OperationCost[]): OperationCost {
  const sum = (of: (part: OperationCost) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    depth: parts.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    aliases: sum(({ aliases }) => aliases),
    directives: sum(({ directives }) => directives),
    introspects: parts.some(({ introspects }) => introspects),
    costOf: (variables) => sum(({ costOf }) => costOf(variables)),
  }
}

type Field = GraphQLField<unknown, unknown>

/** Rows a field may return: the page size if paginated; 1 for lists inside a page, which its size already counts. */
function rowsIn(
  { arguments: given = [] }: FieldNode,
  field: Field | undefined,
  parent: GraphQLCompositeType | undefined,
): (variables: Variables) => number {
  if (field?.args.some(({ name }) => name === 'first')) {
    const first = given.find(({ name }) => name.value === 'first')?.value
    return (variables) => pageSizeOf(first, variables)
  }
  const rows = field && isList(field) && !isPage(parent) ? usualRows : 1
  return () => rows
}

const isList = ({ type }: Field) => isListType(isNonNullType(type) ? type.ofType : type)

const isPage = (type: GraphQLCompositeType | undefined) => isObjectType(type) && 'pageInfo' in type.getFields()

/** Clamps the page size; `parseLimit` rejects invalid sizes when the page is read. */
function pageSizeOf(value: ValueNode | undefined, variables: Variables): number {
  const size = value?.kind === Kind.VARIABLE ? variables[value.name.value] : value?.kind === Kind.INT && value.value
  const asked = Number(size ?? pageSizes.usual) || pageSizes.usual
  return Math.min(Math.max(asked, 1), pageSizes.most)
}
