import {
  getOperationAST,
  Kind,
  separateOperations,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { ParsedOperation } from '../document-cache.ts'
import { rootFieldsOf, selectedFields } from '../selected-fields.ts'
import { cacheTopics } from './cache-scope.ts'

/** A query divided into the root fields that use no variable, whose values only change with the inventory, and the others. */
export type DividedOperation = {
  constant: ParsedOperation
  variable: ParsedOperation
  /** The names of all root fields in the response, in its order. */
  names: readonly string[]
}

/**
 * Divides a query by its root fields, if both parts have some; otherwise returns null. A query with directives or
 * fragments at its root is not divided, nor one that selects a root field twice under one name.
 */
export function divideOperation(schema: GraphQLSchema, operation: ParsedOperation): DividedOperation | null {
  const { document, definition } = operation
  const fields = definition.selectionSet.selections.filter(isPlainField)
  const names = fields.map(nameOf)
  if (fields.length < definition.selectionSet.selections.length || new Set(names).size < names.length) return null
  const isConstant = (field: FieldNode) => {
    const alone = withFields(operation, [field])
    return !usesVariables(alone) && dependsOnInventory(toParsed(schema, alone))
  }
  const constant = fields.filter(isConstant)
  const variable = fields.filter((field) => !constant.includes(field))
  if (constant.length === 0 || variable.length === 0 || definition.directives?.length) return null
  return {
    constant: toParsed(schema, withFields({ document, definition: withoutVariables(definition) }, constant)),
    variable: toParsed(schema, withFields(operation, variable)),
    names,
  }
}

type Operation = Pick<ParsedOperation, 'document' | 'definition'>

const isPlainField = (selection: { kind: Kind }): selection is FieldNode =>
  selection.kind === Kind.FIELD && !(selection as FieldNode).directives?.length

const nameOf = ({ alias, name }: FieldNode) => (alias ?? name).value

/** A document of nothing but an operation with these root fields, and the fragments that they need. */
function withFields({ document, definition }: Operation, selections: readonly FieldNode[]): DocumentNode {
  const reduced = { ...definition, selectionSet: { ...definition.selectionSet, selections } }
  const fragments = document.definitions.filter(({ kind }) => kind !== Kind.OPERATION_DEFINITION)
  const whole = { ...document, definitions: [reduced, ...fragments] }
  return Object.values(separateOperations(whole))[0] ?? whole
}

const withoutVariables = (definition: OperationDefinitionNode): OperationDefinitionNode => ({
  ...definition,
  variableDefinitions: [],
})

function usesVariables(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    VariableDefinition: () => false,
    Variable: () => {
      found = true
    },
  })
  return found
}

function dependsOnInventory(operation: ParsedOperation): boolean {
  const topics = cacheTopics(operation)
  return topics?.length === 1 && topics[0] === 'inventory'
}

function toParsed(schema: GraphQLSchema, document: DocumentNode): ParsedOperation {
  const definition = getOperationAST(document)
  if (!definition) throw new Error('A divided document has no operation.')
  return {
    document,
    definition,
    rootFields: rootFieldsOf(schema, document, definition),
    fields: selectedFields(schema, document),
  }
}
