import type { GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import type { ParsedOperation } from '../document-cache.ts'

/** Variables of a request. */
export type Variables = Record<string, unknown>

/** The fields of a response. */
export type ResponseData = Readonly<Record<string, unknown>>

/** Executes an operation and returns its data; null if there are errors. */
export type ExecuteOperation = (variables: Variables, context: Context) => Promise<ResponseData | null>

type Result = Readonly<{ data?: unknown; errors?: readonly unknown[] }>

/** Compiles an operation; null if it cannot be compiled. */
export function compileOperation(
  schema: GraphQLSchema,
  { document, definition }: ParsedOperation,
): ExecuteOperation | null {
  const compiled = compileQuery(schema, document, definition.name?.value)
  if (!isCompiledQuery(compiled)) return null
  return async (variables, context) => dataOf(await compiled.query(undefined, context, variables))
}

/** The data of a result; null if it has errors. */
export const dataOf = ({ data, errors }: Result): ResponseData | null =>
  errors ? null : ((data as ResponseData | null) ?? null)
