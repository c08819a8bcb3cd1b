import { execute, type GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import type { ParsedOperation } from '../document-cache.ts'
import {
  compileOperation,
  dataOf,
  type ExecuteOperation,
  type ResponseData,
  type Variables,
} from './compile-operation.ts'
import { createDividedQueries, type ExecuteDivided } from './divided-query.ts'

/**
 * Executes a query and returns the response text; null if it has errors: Apollo then runs it. With
 * `acceptsCached`, root fields may have been executed for an earlier request.
 */
export type ExecuteCompiled = (
  operation: ParsedOperation,
  variables: Variables | null | undefined,
  context: Context,
  acceptsCached: boolean,
) => Promise<string | Buffer | null>

/** Executions from which on a query is compiled: compiling takes as long as executing it several times. */
const compiledFrom = 3

/** How often a query was executed, and how it is executed now: `divided` only if the request accepts cached fields. */
type Query = { executions: number; whole: ExecuteOperation; divided: ExecuteDivided | null }

/**
 * Compiles each query that can be compiled at its third execution, and interprets it before; running the compiled function takes a tenth of
 * the time of interpreting the query. Results with errors are left to Apollo, so that errors have one format only.
 */
export function createJitExecutor(schema: GraphQLSchema): ExecuteCompiled {
  const queries = new WeakMap<ParsedOperation, Query>()
  const divide = createDividedQueries(schema)

  function queryOf(operation: ParsedOperation): Query {
    const query = queries.get(operation) ?? { executions: 0, whole: interpret(schema, operation), divided: null }
    queries.set(operation, query)
    query.executions += 1
    if (query.executions === compiledFrom) {
      const compiled = compileOperation(schema, operation)
      query.whole = compiled ?? query.whole
      query.divided = compiled && divide(operation)
    }
    return query
  }

  return async (operation, variables, context, acceptsCached) => {
    const { whole, divided } = queryOf(operation)
    if (divided && acceptsCached) return divided(variables ?? {}, context)
    return textOf(await whole(variables ?? {}, context))
  }
}

const interpret =
  (schema: GraphQLSchema, { document, definition }: ParsedOperation): ExecuteOperation =>
  async (variableValues, contextValue) => {
    const operationName = definition.name?.value ?? null
    return dataOf(await execute({ schema, document, operationName, variableValues, contextValue }))
  }

const textOf = (data: ResponseData | null) => data && `${JSON.stringify({ data })}\n`
