import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { operationRefused } from './errors.ts'
import { measure, type Measure, type Variables } from './measure.ts'

/** The longest document that is parsed, in tokens, over HTTP and WebSocket alike. The full inventory view needs about 150. */
export const maxTokens = 1_000

/** How much an operation may ask for. The admin application asks for 6 levels, 8 aliases and 11,000 values at most. */
const most = { depth: 15, aliases: 30, directives: 30, cost: 100_000 } as const

/** Why an operation is refused for what it asks for; null where it is not too much. */
export type WhyTooMuch = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables | null | undefined,
) => GraphQLError | null

/** Measures operations: each once, and what it costs with the variables it is given each time. */
export function createLimits(schema: GraphQLSchema): WhyTooMuch {
  const known = new WeakMap<OperationDefinitionNode, Measure>()

  function measured(document: DocumentNode, operation: OperationDefinitionNode): Measure {
    const found = known.get(operation) ?? measure(schema, document, operation)
    known.set(operation, found)
    return found
  }

  return (document, operation, variables) => {
    const { depth, aliases, directives, costOf } = measured(document, operation)
    const why =
      tooMuch('levels of fields', depth, most.depth) ??
      tooMuch('aliases', aliases, most.aliases) ??
      tooMuch('directives', directives, most.directives) ??
      tooMuch('values', costOf(variables ?? {}), most.cost)
    return why === null ? null : operationRefused('TOO_COMPLEX', why)
  }
}

const tooMuch = (what: string, count: number, limit: number) =>
  count > limit
    ? `This asks for up to ${count} ${what}, fragments and pages counted; ${limit} is the limit. Ask for less, or in several operations.`
    : null
