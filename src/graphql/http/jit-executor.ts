import type { GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import type { ParsedOperation } from '../document-cache.ts'

/** Executes a query and returns the response text; null if it cannot be compiled or has errors: Apollo then runs it. */
export type ExecuteCompiled = (
  operation: ParsedOperation,
  variables: Record<string, unknown> | null | undefined,
  context: Context,
) => Promise<string | null>

/**
 * Compiles each query once; running the compiled function takes a tenth of the time of interpreting the query. Results
 * with errors are left to Apollo, so that errors have one format only.
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
