import {
  getNamedType,
  isCompositeType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { isListField, noListCounts, oneRow, rowsOf, type ListCounts, type Rows, type Variables } from './list-sizes.ts'

/** Measured size of an operation; a fragment counts at each of its spreads. */
export type OperationCost = {
  /** Fields on the longest path; introspection fields count 0 with everything below them. */
  depth: number
  aliases: number
  directives: number
  /** Whether it requests `__schema` or `__type` at any depth. */
  introspects: boolean
  /** Schema coordinates of the lists it selects, e.g. `Area.endpoints`. */
  lists: ReadonlySet<string>
  /** The variables that determine the sizes of lists: no other changes the estimate. */
  sizeVariables: ReadonlySet<string>
  /** Estimated values in the response: each field counts once per row of the pages and lists around it. */
  costOf: (variables: Variables, counts?: ListCounts) => number
}

const noNames: ReadonlySet<string> = new Set()

const noCost: OperationCost = {
  depth: 0,
  aliases: 0,
  directives: 0,
  introspects: false,
  lists: noNames,
  sizeVariables: noNames,
  costOf: () => 0,
}

/** Measures a valid operation in one traversal. */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationCost {
  const fragments = new Map(document.definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]))
  const measuring = { schema, fragments, fragmentCosts: new Map<string, OperationCost>() }
  const root = { parent: schema.getRootType(operation.operation) ?? undefined, isListed: false }
  const total = withDirectives(measureSelections(measuring, operation.selectionSet, root), operation)
  const defaults = defaultsOf(operation)
  return {
    ...total,
    costOf: memoizeLast({
      ...total,
      costOf: (values, counts) => total.costOf(defaults ? { ...defaults, ...values } : values, counts),
    }),
  }
}

type Measuring = {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  fragmentCosts: Map<string, OperationCost>
}

/** The type of a selection; `isListed` if an unpaged list returns it, so that every object of its type is selected. */
type Place = { parent: GraphQLCompositeType | undefined; isListed: boolean }

const measureSelections = (measuring: Measuring, { selections }: SelectionSetNode, place: Place): OperationCost =>
  sumCosts(selections.map((node) => withDirectives(measureSelection(measuring, node, place), node)))

function measureSelection(measuring: Measuring, selection: SelectionNode, place: Place): OperationCost {
  if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(measuring, selection.name.value, place)
  if (selection.kind === Kind.FIELD) return measureField(measuring, selection, place)
  const { typeCondition } = selection
  const parent = typeCondition ? compositeNamed(measuring.schema, typeCondition.name.value) : place.parent
  return measureSelections(measuring, selection.selectionSet, { ...place, parent })
}

/**
 * Each fragment is measured once, or twice if also spread in a list: if each one spreads the next twice, expanding every
 * spread takes exponential time.
 */
function measureFragment(measuring: Measuring, name: string, { isListed }: Place): OperationCost {
  const { schema, fragments, fragmentCosts } = measuring
  const key = isListed ? `${name} listed` : name
  const cached = fragmentCosts.get(key)
  const fragment = fragments.get(name)
  if (cached ?? !fragment) return cached ?? noCost
  const parent = compositeNamed(schema, fragment.typeCondition.name.value)
  const measured = measureSelections(measuring, fragment.selectionSet, { parent, isListed })
  const cost = { ...measured, costOf: memoizeLast(measured) }
  fragmentCosts.set(key, cost)
  return cost
}

function measureField(measuring: Measuring, node: FieldNode, place: Place): OperationCost {
  const field = fieldOf(place, node)
  if (!field || !place.parent) return fieldCost(node, measureBelow(measuring, node, noPlace), oneRow)
  const type = getNamedType(field.type)
  const isList = isListField(field)
  const below = measureBelow(measuring, node, { parent: isCompositeType(type) ? type : undefined, isListed: isList })
  const { parent, isListed } = place
  const cost = fieldCost(node, below, rowsOf(measuring.schema, { node, field, parent, isListed }))
  return isList ? { ...cost, lists: new Set([...cost.lists, `${parent.name}.${field.name}`]) } : cost
}

const noPlace: Place = { parent: undefined, isListed: false }

/** Returns the definition of a field; undefined for introspection. */
const fieldOf = ({ parent }: Place, { name }: FieldNode) =>
  parent && 'getFields' in parent ? parent.getFields()[name.value] : undefined

/** Measures one item of a field: its selections, or its value, which counts in a list only. */
const measureBelow = (measuring: Measuring, { selectionSet }: FieldNode, place: Place): OperationCost =>
  selectionSet ? measureSelections(measuring, selectionSet, place) : place.isListed ? valueCost : noCost

const valueCost: OperationCost = { ...noCost, costOf: () => 1 }

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

/** Memoizes the estimate for the last counts and values of the variables that change it. */
function memoizeLast({
  costOf,
  sizeVariables,
}: Pick<OperationCost, 'costOf' | 'sizeVariables'>): OperationCost['costOf'] {
  const names = [...sizeVariables]
  let last: { sizes: unknown[]; counts: ListCounts; cost: number } | null = null
  return (variables, counts = noListCounts) => {
    if (last?.counts !== counts || names.some((name, index) => last?.sizes[index] !== variables[name]))
      last = { sizes: names.map((name) => variables[name]), counts, cost: costOf(variables, counts) }
    return last.cost
  }
}

/** Cost of a field: itself plus its selections for each of its rows. */
function fieldCost(
  { name: { value: name }, alias }: FieldNode,
  selectionCost: OperationCost,
  rows: Rows,
): OperationCost {
  return {
    ...selectionCost,
    depth: name.startsWith('__') ? 0 : selectionCost.depth + 1,
    aliases: selectionCost.aliases + (alias ? 1 : 0),
    introspects: selectionCost.introspects || name === '__schema' || name === '__type',
    sizeVariables: unionOf([selectionCost.sizeVariables, new Set(rows.sizeVariables)]),
    costOf: (variables, counts = noListCounts) =>
      1 + rows.of(variables, counts) * selectionCost.costOf(variables, counts),
  }
}

const isFragment = (definition: { kind: Kind }): definition is FragmentDefinitionNode =>
  definition.kind === Kind.FRAGMENT_DEFINITION

const withDirectives = (cost: OperationCost, { directives = [] }: Pick<SelectionNode, 'directives'>): OperationCost =>
  directives.length > 0 ? { ...cost, directives: cost.directives + directives.length } : cost

function sumCosts(costs: readonly OperationCost[]): OperationCost {
  const sum = (of: (cost: OperationCost) => number) => costs.reduce((total, cost) => total + of(cost), 0)
  return {
    depth: costs.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    aliases: sum(({ aliases }) => aliases),
    directives: sum(({ directives }) => directives),
    introspects: costs.some(({ introspects }) => introspects),
    lists: unionOf(costs.map(({ lists }) => lists)),
    sizeVariables: unionOf(costs.map(({ sizeVariables }) => sizeVariables)),
    costOf: (variables, counts) => sum(({ costOf }) => costOf(variables, counts)),
  }
}

/** Union of sets; most are empty, and a document can have a thousand. */
function unionOf(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const filled = sets.filter(({ size }) => size > 0)
  return filled.length > 1 ? new Set(filled.flatMap((set) => [...set])) : (filled[0] ?? noNames)
}
