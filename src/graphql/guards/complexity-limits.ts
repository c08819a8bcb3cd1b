import {
  isCompositeType,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Limit } from '../../messages/catalogue.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { operationError } from '../errors.ts'
import type { ReadListCounts } from './list-counts.ts'
import { noListCounts, type ListCount, type ListCounts, type Variables } from './list-sizes.ts'
import type { OperationCost } from './operation-cost.ts'
import { measure } from './query-complexity.ts'

/** Maximum tokens of a document, over HTTP and WebSocket alike. The full inventory view needs about 150. */
export const maxTokens = 1_000

/** Limits of an operation. The admin application needs at most 6 levels, 8 aliases and 11,000 values. */
const maximum = { depth: 15, aliases: 30, directives: 30, cost: 100_000 } as const

/** Maximum levels of objects and lists in the variables; inputs of the schema have fewer. */
const maxVariableDepth = 32

/** The estimated number of values that an operation requests, and the maximum that it may; null without a limit. */
export type Cost = { requested: number; limit: number | null }

/** Checks on the measured cost of operations. */
export type ComplexityLimits = {
  readCost: (operation: OperationInput) => Promise<Cost>
  /** Returns TOO_COMPLEX for an operation above a limit, or null. */
  checkComplexity: (operation: OperationInput) => Promise<GraphQLError | null>
  /** Whether an operation requests `__schema` or `__type` at any depth. */
  introspects: (operation: OperationInput) => boolean
}

type OperationInput = {
  document: DocumentNode
  definition: OperationDefinitionNode
  variables: Variables | null | undefined
}

const noVariables: Variables = {}

const countNothing: ReadListCounts = () => Promise.resolve(noListCounts)

/** Measures each operation once, and evaluates its cost with the variables of each request and the actual list sizes. */
export function createLimits(schema: GraphQLSchema, readCounts: ReadListCounts = countNothing): ComplexityLimits {
  const costs = new WeakMap<OperationDefinitionNode, OperationCost>()
  /** Keyed by the object of each request, so that the cost told to the client is the one compared with the limit. */
  const evaluated = new WeakMap<OperationInput, { cost: number; counts: ListCounts }>()

  function costOfOperation({ document, definition }: OperationInput): OperationCost {
    const cached = costs.get(definition)
    if (cached) return cached
    const cost = measure(schema, document, definition)
    costs.set(definition, cost)
    return cost
  }

  async function evaluate(operation: OperationInput) {
    const known = evaluated.get(operation)
    if (known) return known
    const { lists, costOf } = costOfOperation(operation)
    const counts = lists.size > 0 ? await readCounts(lists) : noListCounts
    const evaluation = { cost: Math.ceil(costOf(variablesOf(operation), counts)), counts }
    evaluated.set(operation, evaluation)
    return evaluation
  }

  async function costRefusal(operation: OperationInput, measured: OperationCost): Promise<Sentence | null> {
    const { cost, counts } = await evaluate(operation)
    if (cost <= maximum.cost) return null
    const list = costliestSlice(schema, measured, variablesOf(operation), counts)
    return overCost({ max: maximum.cost, count: cost }, list)
  }

  return {
    introspects: (operation) => costOfOperation(operation).introspects,
    async readCost(operation) {
      const { cost } = await evaluate(operation)
      return { requested: cost, limit: maximum.cost }
    },
    async checkComplexity(operation) {
      const measured = costOfOperation(operation)
      const refusal = sizeRefusal(measured) ?? (await costRefusal(operation, measured))
      return refusal && operationError('TOO_COMPLEX', refusal)
    },
  }
}

const overCost = (limit: Limit, list: string | null): Sentence =>
  list === null
    ? { code: 'VALUES_TOO_MANY', parameters: limit }
    : { code: 'VALUES_TOO_MANY_IN_LIST', parameters: { ...limit, list } }

/** Checks the limits that depend on the document alone, before anything is counted in the database. */
function sizeRefusal({ depth, aliases, directives }: OperationCost): Sentence | null {
  const exceeded = (
    [
      { code: 'LEVELS_TOO_MANY', parameters: { count: depth, max: maximum.depth } },
      { code: 'ALIASES_TOO_MANY', parameters: { count: aliases, max: maximum.aliases } },
      { code: 'DIRECTIVES_TOO_MANY', parameters: { count: directives, max: maximum.directives } },
    ] as const
  ).find(({ parameters: { count, max } }) => count > max)
  return exceeded ?? null
}

/**
 * Returns the list or page that contributes most to the cost, among those with an argument `first`; null if none of
 * them adds to the cost.
 */
function costliestSlice(
  schema: GraphQLSchema,
  { lists, costOf }: OperationCost,
  variables: Variables,
  counts: ListCounts,
): string | null {
  const costs = [...lists]
    .filter((list) => takesFirst(schema, list))
    .map((list) => ({ list, cost: costOf(variables, new Map([...counts, [list, oneItem]])) }))
  const without = Math.min(...costs.map(({ cost }) => cost))
  const costliest = costs.find(({ cost }) => cost === without)
  return costliest && without < costOf(variables, counts) ? costliest.list : null
}

const oneItem: ListCount = { each: 1, total: Infinity }

function takesFirst(schema: GraphQLSchema, coordinate: string): boolean {
  const [typeName = '', field = ''] = coordinate.split('.')
  const type = schema.getType(typeName)
  return isCompositeType(type) && 'getFields' in type && hasFirst(type.getFields()[field])
}

const hasFirst = (field: { args: readonly { name: string }[] } | undefined) =>
  field?.args.some(({ name }) => name === 'first') === true

/** Returns TOO_COMPLEX for variables nested so deeply that serializing them could exhaust the stack, or null. */
export const checkVariableDepth = (variables: Variables | null | undefined): GraphQLError | null =>
  exceedsDepth(variables, maxVariableDepth)
    ? operationError('TOO_COMPLEX', { code: 'VARIABLES_TOO_DEEP', parameters: { max: maxVariableDepth } })
    : null

function exceedsDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => exceedsDepth(part, levels - 1))
}

// The same object for every request without variables, so that its cost is evaluated once.
const variablesOf = ({ definition, variables }: OperationInput) =>
  definition.variableDefinitions?.length ? (variables ?? noVariables) : noVariables
