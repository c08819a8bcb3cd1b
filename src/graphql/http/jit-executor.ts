import type { GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import type { ParsedOperation } from '../document-cache.ts'

/** The data that answers a query, as text; null where there is anything else to say, which is then said by others. */
export type ExecuteCompiled = (
  operation: ParsedOperation,
  variables: Record<string, unknown> | null | undefined,
  context: Context,
) => Promise<string | null>

/**
 * Runs queries as functions made for them, once each, which takes a tenth of what interpreting them takes. An answer with
 * errors is left to the interpreter, so that they are told in one way only.
 */
export function createCompiled(schema: GraphQLSchema): ExecuteCompiled {
  const known = new WeakMap<ParsedOperation, CompiledQuery | null>()

  function compiled(operation: ParsedOperation): CompiledQuery | null {
    const before = known.get(operation)
    if (before !== undefined) return before
    const result = compileQuery(schema, operation.document, operation.definition.name?.value)
    const query = isCompiledQuery(result) ? result : null
    known.set(operation, query)
    return query
  }

  return async (operation, variables, context) => {
    const run = compiled(operation)
    const result = await run?.query(undefined, context, variables ?? {})
    return !result || result.errors ? null : `${JSON.stringify({ data: result.data })}\n`
  }
}
