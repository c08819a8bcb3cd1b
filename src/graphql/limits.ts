import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { operationRefused } from './errors.ts'
import { measure, type Measure, type Variables } from './measure.ts'

/** The longest document that is parsed, in tokens, over HTTP and WebSocket alike. The full inventory view needs about 150. */
export const maxTokens = 1_000

/** How much an operation may ask for. The admin application asks for 6 levels, 8 aliases and 11,000 values at most. */
const most = { depth: 15, aliases: 30, directives: 30, cost: 100_000 } as const

/** What is known of the operations that were asked. */
export type Limits = {
  /** Why an operation asks for too much; null where it does not. */
  whyTooMuch: (asked: Measured) => GraphQLError | null
  /** Whether an operation asks anywhere what the schema is. */
  introspects: (asked: Measured) => boolean
}

type Measured = {
  document: DocumentNode
  definition: OperationDefinitionNode
  variables: Variables | null | undefined
}

const noVariables: Variables = {}

/** Measures operations: each once, and what it costs with the variables it is given each time. */
export function createLimits(schema: GraphQLSchema): Limits {
  const known = new WeakMap<OperationDefinitionNode, Measure>()

  function measured({ document, definition }: Measured): Measure {
    const before = known.get(definition)
    if (before) return before
    const found = measure(schema, document, definition)
    known.set(definition, found)
    return found
  }

  return {
    introspects: (asked) => measured(asked).introspects,
    whyTooMuch(asked) {
      const { depth, aliases, directives, costOf } = measured(asked)
      const hasVariables = (asked.definition.variableDefinitions ?? []).length > 0
      const cost = costOf(hasVariables ? (asked.variables ?? noVariables) : noVariables)
      const why =
        tooMuch('levels of fields', depth, most.depth) ??
        tooMuch('aliases', aliases, most.aliases) ??
        tooMuch('directives', directives, most.directives) ??
        tooMuch('values', cost, most.cost)
      return why === null ? null : operationRefused('TOO_COMPLEX', why)
    },
  }
}

const tooMuch = (what: string, count: number, limit: number) =>
  count > limit
    ? `This asks for up to ${count} ${what}, fragments and pages counted; ${limit} is the limit. Ask for less, or in several operations.`
    : null
