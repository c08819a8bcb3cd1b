import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { operationRefused } from './errors.ts'
import { maxTokens } from './limits.ts'

/** A valid operation of a document, and what its answer depends on. */
export type Operation = {
  document: DocumentNode
  definition: OperationDefinitionNode
  /** The names of all fields it asks for, at any depth. */
  fields: ReadonlySet<string>
}

/** The operation of a document, or what is wrong with it. */
export type ReadOperation = (query: string, name?: string | null) => Operation | readonly GraphQLError[]

const most = 1_000
const mostBytes = 16 * 1024 * 1024

/** The code that the GraphQL server gives, too. */
const invalid = 'GRAPHQL_VALIDATION_FAILED'

/** Parses and validates each document once; those that are right are remembered. */
export function createOperations(schema: GraphQLSchema): ReadOperation {
  // By the text alone, whose hash is known where the text is.
  const known = new LRUCache<string, ReadonlyMap<string, Operation>>({
    max: most,
    maxSize: mostBytes,
    // A syntax tree takes some twenty times as many bytes as its text.
    sizeCalculation: ({ size }, query) => 20 * query.length * size,
  })
  return (query, name) => {
    const named = name ?? ''
    const others = known.get(query)
    const before = others?.get(named)
    if (before) return before
    const operation = readAnew(schema, query, name)
    if (!isRefused(operation)) known.set(query, new Map([...(others ?? []), [named, operation]]))
    return operation
  }
}

/**
 * Whether a document was refused by a rule that throws, which the GraphQL server would take for a failure of its own: what
 * rules report says where it is.
 */
export const isThrown = (operation: Operation | readonly GraphQLError[]): operation is readonly GraphQLError[] =>
  isRefused(operation) && operation[0]?.extensions.code === invalid && operation[0].nodes === undefined

/** Whether a document was refused. */
export const isRefused = (operation: Operation | readonly GraphQLError[]): operation is readonly GraphQLError[] =>
  Array.isArray(operation)

function readAnew(schema: GraphQLSchema, query: string, name?: string | null): Operation | readonly GraphQLError[] {
  const document = parsed(query)
  if (document instanceof GraphQLError) return [withCode(document, 'GRAPHQL_PARSE_FAILED')]
  const faults = faultsIn(schema, document)
  if (faults.length > 0) return faults.map((error) => withCode(error, invalid))
  const definition = getOperationAST(document, name)
  if (!definition)
    return [operationRefused('BAD_REQUEST', 'The document has no such operation, or several and none is named.')]
  return { document, definition, fields: fieldsIn(document) }
}

// The same codes that the GraphQL server gives.
const withCode = ({ message, nodes, source, positions }: GraphQLError, code: string) =>
  new GraphQLError(message, { nodes, source, positions, extensions: { code } })

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens })
  } catch (error) {
    return error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.')
  }
}

function faultsIn(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  try {
    return validate(schema, document)
  } catch (error) {
    if (error instanceof GraphQLError) return [operationRefused(invalid, error.message)]
    throw error
  }
}

function fieldsIn(document: DocumentNode): Set<string> {
  const fields = new Set<string>()
  visit(document, {
    Field: ({ name }) => {
      fields.add(name.value)
    },
  })
  return fields
}
