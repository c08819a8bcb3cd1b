import {
  isNonNullType,
  Kind,
  parseValue,
  typeFromAST,
  valueFromASTUntyped,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Json } from '../gateway.ts'
import { something } from './argument-text.ts'
import type { Arguments } from './schema-paths.ts'

/** Values of the variables that an operation needs, or that its root fields take to find something. */
export function variablesOf(schema: GraphQLSchema, operation: OperationDefinitionNode, given: Arguments): Json {
  const { variableDefinitions = [], selectionSet } = operation
  const found = new Map<string, string>()
  for (const field of selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD))
    for (const { name, value } of field.arguments ?? []) {
      const text = given[field.name.value]?.[name.value]
      if (value.kind === Kind.VARIABLE && text !== undefined) found.set(value.name.value, text)
    }
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, type }) => {
      const input = typeFromAST(schema, type) as GraphQLInputType
      const text = found.get(variable.name.value) ?? (isNonNullType(input) ? something(input) : null)
      return text === null ? [] : [[variable.name.value, valueFromASTUntyped(parseValue(text))]]
    }),
  )
}
