import { isAbstractType, type GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { createFold, type Place } from '../fold-selections.ts'
import { typeOfField } from '../selected-fields.ts'

/** Variables of a request. */
export type Variables = Record<string, unknown>

/** The fields of a response. */
export type ResponseData = Readonly<Record<string, unknown>>

/** Executes an operation and returns its data; null if there are errors. */
export type ExecuteOperation = (variables: Variables, context: Context) => Promise<ResponseData | null>

type Result = Readonly<{ data?: unknown; errors?: readonly unknown[] }>

/**
 * Maximum fields of a compiled operation. Those of a fragment count at each of its spreads, and those below an interface
 * or a union once for each of its types, as graphql-jit writes code for each: some 0.1 ms of work. The largest of the
 * application has 490.
 */
const maxFields = 500

/** Compiles an operation; null if it cannot be compiled, or has too many fields. */
export function compileOperation(
  schema: GraphQLSchema,
  { document, definition }: ParsedOperation,
): ExecuteOperation | null {
  if (countFields(schema, { document, definition }) > maxFields) return null
  const compiled = compileQuery(schema, document, definition.name?.value)
  if (!isCompiledQuery(compiled)) return null
  return async (variables, context) => dataOf(await compiled.query(undefined, context, variables))
}

type Operation = Pick<ParsedOperation, 'document' | 'definition'>

function countFields(schema: GraphQLSchema, { document, definition }: Operation): number {
  const count = createFold<Place, number>(schema, document, {
    field({ name }, { parent }, below) {
      const type = typeOfField(parent, name.value)
      return 1 + below({ parent: type }) * (isAbstractType(type) ? schema.getPossibleTypes(type).length : 1)
    },
    join: (counts) => counts.reduce((sum, fields) => sum + fields, 0),
  })
  return count(definition.selectionSet, { parent: schema.getRootType(definition.operation) ?? undefined })
}

/** The data of a result; null if it has errors. */
export const dataOf = ({ data, errors }: Result): ResponseData | null =>
  errors ? null : ((data as ResponseData | null) ?? null)
