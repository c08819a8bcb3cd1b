import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { operationError } from '../errors.ts'
import { measure, type OperationCost, type Variables } from './query-complexity.ts'

/** Maximum tokens of a document, over HTTP and WebSocket alike. The full inventory view needs about 150. */
export const maxTokens = 1_000

/** Limits of an operation. The admin application needs at most 6 levels, 8 aliases and 11,000 values. */
const most = { depth: 15, aliases: 30, directives: 30, cost: 100_000 } as const

/** Checks on the measured cost of operations. */
export type ComplexityLimits = {
  /** Returns TOO_COMPLEX for an operation above a limit, or null. */
  complexityError: (asked: OperationInput) => GraphQLError | null
  /** Whether an operation requests `__schema` or `__type` at any depth. */
  introspects: (asked: OperationInput) => boolean
}

type OperationInput = {
  document: DocumentNode
  definition: OperationDefinitionNode
  variables: Variables | null | undefined
}

const noVariables: Variables = {}

/** Measures each operation once, and evaluates its cost with the variables of each request. */
export function createLimits(schema: GraphQLSchema): ComplexityLimits {
  const known = new WeakMap<OperationDefinitionNode, OperationCost>()

  function costOfOperation({ document, definition }: OperationInput): OperationCost {
    const before = known.get(definition)
    if (before) return before
    const found = measure(schema, document, definition)
    known.set(definition, found)
    return found
  }

  return {
    introspects: (asked) => costOfOperation(asked).introspects,
    complexityError(asked) {
      const { depth, aliases, directives, costOf } = costOfOperation(asked)
      const hasVariables = (asked.definition.variableDefinitions ?? []).length > 0
      const cost = costOf(hasVariables ? (asked.variables ?? noVariables) : noVariables)
      const why =
        limitMessage('levels of fields', depth, most.depth) ??
        limitMessage('aliases', aliases, most.aliases) ??
        limitMessage('directives', directives, most.directives) ??
        limitMessage('values', cost, most.cost)
      return why === null ? null : operationError('TOO_COMPLEX', why)
    },
  }
}

const limitMessage = (what: string, count: number, limit: number) =>
  count > limit
    ? `This asks for up to ${count} ${what}, fragments and pages counted; ${limit} is the limit. Ask for less, or in several operations.`
    : null
