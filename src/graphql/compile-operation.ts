import {
  getNamedType,
  getVariableValues,
  isAbstractType,
  isInputObjectType,
  isInputType,
  Kind,
  OperationTypeNode,
  typeFromAST,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from './context.ts'
import type { ParsedOperation } from './document-cache.ts'
import { createFold, type Place } from './fold-selections.ts'
import { typeOfField } from './selected-fields.ts'

/** Variables of a request. */
export type Variables = Record<string, unknown>

/** Executes an operation with the variables it was asked for. */
export type Execute = (context: Context) => Promise<ExecutionResult>

/** Returns how to execute an operation compiled; null if it is not compiled, or its variables are wrong. */
export type FindCompiled = (operation: ParsedOperation, variables: Variables | null | undefined) => Execute | null

/** Executions from which on an operation is compiled: compiling takes as long as executing it several times. */
const compiledFrom = 3

/**
 * Maximum fields of a compiled operation. Those of a fragment count at each of its spreads, and those below an interface
 * or a union once for each of its types, as graphql-jit writes code for each: some 0.1 ms of work. The largest of the
 * application has 490.
 */
const maxFields = 500

type Compiled = (variables: Variables, context: Context) => Promise<ExecutionResult>

/** How often an operation was asked for, and its compiled function once there is one. */
type Known = { executions: number; compiled: Compiled | null }

/**
 * Compiles trusted queries and subscriptions at their third execution; running the compiled function takes a tenth of the
 * time of interpreting the operation. No document of a caller is compiled: graphql-jit writes literals into its code such
 * that a text can become a program, and evaluates some documents otherwise than graphql-js.
 */
export function createCompiler(schema: GraphQLSchema, isTrusted: (text: string) => boolean): FindCompiled {
  const known = new WeakMap<ParsedOperation, Known>()

  function compiledOf(operation: ParsedOperation): Compiled | null {
    const own = known.get(operation) ?? { executions: 0, compiled: null }
    known.set(operation, own)
    own.executions += 1
    if (own.executions === compiledFrom && isTrusted(textOf(operation))) own.compiled = compile(schema, operation)
    return own.compiled
  }

  return (operation, variables) => {
    const compiled = compiledOf(operation)
    const given = variables ?? {}
    return compiled && areValid(schema, operation, given) ? (context) => compiled(given, context) : null
  }
}

const textOf = ({ document }: ParsedOperation) => document.loc?.source.body ?? ''

/** Whether graphql-js accepts the variables: the errors of graphql-jit are others. */
function areValid(schema: GraphQLSchema, { definition }: ParsedOperation, variables: Variables): boolean {
  const { variableDefinitions = [] } = definition
  return variableDefinitions.length === 0 || !getVariableValues(schema, variableDefinitions, variables).errors
}

function compile(schema: GraphQLSchema, { document, definition }: ParsedOperation): Compiled | null {
  if (definition.operation === OperationTypeNode.MUTATION) return null
  if (!takesVariables(schema, { document, definition }) || countFields(schema, { document, definition }) > maxFields)
    return null
  const compiled = compileQuery(schema, document, definition.name?.value)
  // A promise, or a result if no resolver returned a promise.
  return isCompiledQuery(compiled) ? async (variables, context) => compiled.query(undefined, context, variables) : null
}

/**
 * Whether graphql-jit gets the values of all variables right: it ignores the default of a field of an input type, takes
 * null for a field whose variable is absent, and would never end compiling a variable of a type that contains itself.
 */
function takesVariables(schema: GraphQLSchema, { document, definition }: Operation): boolean {
  const { variableDefinitions = [] } = definition
  const areTaken = variableDefinitions.every(({ type }) => {
    const input = typeFromAST(schema, type)
    return isInputType(input) && takesType(input, [])
  })
  return areTaken && !isFieldAbsent(document, variableDefinitions)
}

/** Whether a field of an object in the document is absent if a variable is. */
function isFieldAbsent(document: DocumentNode, variables: readonly VariableDefinitionNode[]): boolean {
  const optional = variables.filter(({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE && !defaultValue)
  const names = new Set(optional.map(({ variable }) => variable.name.value))
  let isAbsent = false
  visit(document, {
    ObjectField({ value }) {
      if (value.kind === Kind.VARIABLE && names.has(value.name.value)) isAbsent = true
    },
  })
  return isAbsent
}

function takesType(type: GraphQLInputType, above: readonly GraphQLInputType[]): boolean {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return true
  if (above.includes(named)) return false
  const fields = Object.values(named.getFields())
  return fields.every((field) => field.defaultValue === undefined && takesType(field.type, [...above, named]))
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
