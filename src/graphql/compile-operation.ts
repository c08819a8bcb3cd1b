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

export type Variables = Record<string, unknown>

/** Executes a compiled operation with the variables that were given to `FindCompiled`. */
export type Execute = (context: Context) => Promise<ExecutionResult>

/** Returns the function that executes a compiled operation; null if it is not compiled, or its variables are wrong. */
export type FindCompiled = (operation: ParsedOperation, variables: Variables | null | undefined) => Execute | null

/** An operation is compiled at this execution, because compiling takes as long as executing it several times. */
const compiledFrom = 3

/**
 * Maximum fields of a compiled operation. graphql-jit writes code for each field in some 0.1 ms: a field of a fragment
 * counts once per spread, and a field below an interface or a union once per type. The application's largest operation
 * has 490 fields.
 */
const maxFields = 500

type Compiled = (variables: Variables, context: Context) => Promise<ExecutionResult>

/** The number of executions of an operation, and its compiled function; null until it is compiled. */
type Known = { executions: number; compiled: Compiled | null }

/**
 * Compiles trusted queries and subscriptions at their third execution; running the compiled function takes a tenth of the
 * time of interpreting the operation. Documents written by callers are never compiled: graphql-jit writes literals into
 * its code unsafely, so that a text could become a program, and it executes some documents differently from graphql-js.
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

/** Whether graphql-js accepts the variables. Asked first, because graphql-jit words its errors differently. */
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
 * Whether graphql-jit handles the variables of an operation correctly. It ignores default values of input fields, takes
 * null for a field whose variable is absent, and never finishes compiling a variable whose type contains itself.
 */
function takesVariables(schema: GraphQLSchema, { document, definition }: Operation): boolean {
  const { variableDefinitions = [] } = definition
  const areTaken = variableDefinitions.every(({ type }) => {
    const input = typeFromAST(schema, type)
    return isInputType(input) && takesType(input, [])
  })
  return areTaken && !isFieldAbsent(document, variableDefinitions)
}

/** Whether an object in the document has a field that is absent when an optional variable is absent. */
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
