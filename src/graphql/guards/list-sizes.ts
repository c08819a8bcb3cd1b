import {
  getDirectiveValues,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type ValueNode,
} from 'graphql'
import { pageSizes } from '../../lib/pagination.ts'

/** Variables of an operation, as the client sent them. */
export type Variables = Readonly<Record<string, unknown>>

/** Actual size of a list: at most `each` items per parent, and `total` items over all parents. */
export type ListCount = { each: number; total: number }

/** Actual sizes of lists, by the schema coordinate of their field, e.g. `Area.endpoints`. */
export type ListCounts = ReadonlyMap<string, ListCount>

/** Empty counts: every list has its assumed size. */
export const noListCounts: ListCounts = new Map()

/**
 * Number of items that a field returns for one parent object, in an estimate that sums over at least `among` different
 * parent objects. It depends on no variables except `sizeVariables`.
 */
export type Rows = {
  of: (variables: Variables, counts: ListCounts, among: number) => number
  sizeVariables: readonly string[]
}

type Field = GraphQLField<unknown, unknown>

/** A selected field: its definition, its parent type, and whether a mutation selects it. */
export type SelectedField = { node: FieldNode; field: Field; parent: GraphQLCompositeType; isOfMutation: boolean }

/** Arguments of the directive `@listSize`. Source: the GraphQL cost directives specification of IBM; `limit` is our own. */
type ListSize = { assumedSize?: number; slicingArguments?: readonly string[]; limit?: string }

/** Fields whose lists a mutation fills from its input, so that their size before the mutation does not matter. */
const filledByMutations: ReadonlySet<string> = new Set(['subjects', 'upstream', 'downstream', 'results'])

/** Assumed size of a list that declares none. */
const defaultSize = 10

/** The size of a field that returns a single value. */
export const oneRow: Rows = { of: () => 1, sizeVariables: [] }

/**
 * Returns the number of items of a field: 1 for a single value and for the lists inside a page, whose size is counted
 * at the page.
 */
export function rowsOf(schema: GraphQLSchema, selected: SelectedField): Rows {
  const { field, parent, isOfMutation } = selected
  const declared = listSizeOf(schema, field.astNode)
  const slice = slicing(schema, selected, declared)
  const isList = isListField(field)
  if (!slice.of && (!isList || isPage(parent))) return oneRow
  const coordinate = coordinateOf(selected)
  const assumedSize = declared.assumedSize ?? (isList ? defaultSize : pageSizes.default)
  const maxSize = declared.limit === undefined ? Infinity : assumedSize
  const mayBeFilled = isOfMutation && filledByMutations.has(field.name)
  const sizesOf = ({ each, total }: ListCount, among: number): [whole: number, real: number] =>
    mayBeFilled ? [Math.max(assumedSize, each), Infinity] : [Infinity, Math.min(each, total / among)]
  return {
    of(variables, counts, among) {
      const count = counts.get(coordinate)
      const [whole, real] = count ? sizesOf(count, among) : [assumedSize, Infinity]
      return Math.min(slice.of?.(variables) ?? whole, maxSize, real)
    },
    sizeVariables: slice.sizeVariables,
  }
}

/** The schema coordinate of a field, e.g. `Area.endpoints`. */
export const coordinateOf = ({ field, parent }: Pick<SelectedField, 'field' | 'parent'>): string =>
  `${parent.name}.${field.name}`

/** Whether a field returns a plain list rather than a page. */
export const isListField = ({ type }: Field): boolean => isListType(isNonNullType(type) ? type.ofType : type)

const isPage = (type: GraphQLCompositeType) => isObjectType(type) && 'pageInfo' in type.getFields()

/** Whether a type is a part of a page, between it and its items. */
export const isPartOfPage = (type: GraphQLCompositeType): boolean =>
  isPage(type) || (isObjectType(type) && 'cursor' in type.getFields())

const listSizes = new WeakMap<object, ListSize>()

/** Returns the `@listSize` of a definition; empty without one. Read once per definition. */
function listSizeOf(schema: GraphQLSchema, astNode: Maybe<Parameters<typeof getDirectiveValues>[1]>): ListSize {
  if (!astNode) return noListSize
  const cached = listSizes.get(astNode)
  if (cached) return cached
  const directive = schema.getDirective('listSize')
  const listSize: ListSize = (directive && getDirectiveValues(directive, astNode)) ?? noListSize
  listSizes.set(astNode, listSize)
  return listSize
}

const noListSize: ListSize = {}

type Maybe<T> = T | null | undefined

type Slice = { of: ((variables: Variables) => number | null) | null; sizeVariables: readonly string[] }

const noSlice: Slice = { of: null, sizeVariables: [] }

/** Returns how the size follows from the arguments; `noSlice` if the field has no slicing argument. */
function slicing(schema: GraphQLSchema, { node, field }: SelectedField, { slicingArguments }: ListSize): Slice {
  const args = field.args.filter(({ name }) => slicingArguments?.includes(name) ?? name === 'first')
  if (args.length === 0) return noSlice
  const valueNodes = args.map((arg) => node.arguments?.find(({ name }) => name.value === arg.name)?.value)
  const sizes = args.map((arg, index) => {
    const value = valueNodes[index]
    const sizeOf = isEnumType(arg.type) ? enumSizes(schema, arg) : clampPageSize
    return (variables: Variables) => sizeOf(valueOf(value, variables)) ?? sizeOf(arg.defaultValue)
  })
  return {
    of: (variables) => sizes.reduce<number | null>((most, sizeOf) => larger(most, sizeOf(variables)), null),
    sizeVariables: valueNodes.flatMap((value) => (value?.kind === Kind.VARIABLE ? [value.name.value] : [])),
  }
}

const larger = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** Returns the size that each value of an enum argument declares. */
function enumSizes(schema: GraphQLSchema, { type }: GraphQLArgument): (value: unknown) => number | null {
  const values = isEnumType(type) ? type.getValues() : []
  const sizes = new Map<unknown, number | undefined>(
    values.map(({ name, astNode }) => [name, listSizeOf(schema, astNode).assumedSize]),
  )
  return (value) => sizes.get(value) ?? null
}

/** Clamps a page size; `parseLimit` rejects invalid sizes when the page is read. */
function clampPageSize(value: unknown): number | null {
  // `Number` would convert a list to text first, however deeply nested the list is.
  const size = typeof value === 'object' ? NaN : Number(value)
  return Number.isNaN(size) ? null : Math.min(Math.max(size, 1), pageSizes.max)
}

function valueOf(value: ValueNode | undefined, variables: Variables): unknown {
  if (value?.kind === Kind.VARIABLE) return variables[value.name.value]
  return value?.kind === Kind.INT || value?.kind === Kind.ENUM ? value.value : undefined
}
