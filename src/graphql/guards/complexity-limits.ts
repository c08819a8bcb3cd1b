import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { operationError } from '../errors.ts'
import type { ReadListCounts } from './list-counts.ts'
import { noListCounts, type Variables } from './list-sizes.ts'
import { measure, type OperationCost } from './query-complexity.ts'

/** Maximum tokens of a document, over HTTP and WebSocket alike. The full inventory view needs about 150. */
export const maxTokens = 1_000

/** Limits of an operation. The admin application needs at most 6 levels, 8 aliases and 11,000 values. */
const maximum = { depth: 15, aliases: 30, directives: 30, cost: 100_000 } as const

/** Maximum levels of objects and lists in the variables; inputs of the schema have fewer. */
const maxVariableDepth = 32

/** Checks on the measured cost of operations. */
export type ComplexityLimits = {
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

  function costOfOperation({ document, definition }: OperationInput): OperationCost {
    const cached = costs.get(definition)
    if (cached) return cached
    const cost = measure(schema, document, definition)
    costs.set(definition, cost)
    return cost
  }

  return {
    introspects: (operation) => costOfOperation(operation).introspects,
    async checkComplexity(operation) {
      const { depth, aliases, directives, lists, costOf } = costOfOperation(operation)
      const counts = lists.size > 0 ? await readCounts(lists) : noListCounts
      const cost = Math.ceil(costOf(variablesOf(operation), counts))
      const message =
        limitMessage('levels of fields', depth, maximum.depth) ??
        limitMessage('aliases', aliases, maximum.aliases) ??
        limitMessage('directives', directives, maximum.directives) ??
        limitMessage('values', cost, maximum.cost)
      return message === null ? null : operationError('TOO_COMPLEX', message)
    },
  }
}

/** Returns TOO_COMPLEX for variables nested so deeply that serializing them could exhaust the stack, or null. */
export const checkVariableDepth = (variables: Variables | null | undefined): GraphQLError | null =>
  exceedsDepth(variables, maxVariableDepth)
    ? operationError(
        'TOO_COMPLEX',
        `The variables have more than ${maxVariableDepth} levels of objects and lists, which is the limit.`,
      )
    : null

function exceedsDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => exceedsDepth(part, levels - 1))
}

// The same object for every request without variables, so that its cost is evaluated once.
const variablesOf = ({ definition, variables }: OperationInput) =>
  definition.variableDefinitions?.length ? (variables ?? noVariables) : noVariables

const limitMessage = (unit: string, count: number, limit: number) =>
  count > limit
    ? `This asks for up to ${count} ${unit}, fragments and pages counted; ${limit} is the limit. Ask for less, or in several operations.`
    : null
