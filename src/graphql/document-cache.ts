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
import { operationError } from './errors.ts'
import { maxTokens } from './guards/complexity-limits.ts'

/** A valid operation of a document, and what its answer depends on. */
export type ParsedOperation = {
  document: DocumentNode
  definition: OperationDefinitionNode
  /** The names of all fields it asks for, at any depth. */
  fields: ReadonlySet<string>
}

/** What is wrong with a document. */
export type Faults = readonly GraphQLError[]

/** The operation of a document, or what is wrong with it. */
export type ParseOperation = (query: string, name?: string | null) => ParsedOperation | Faults

/**
 * A document that is parsed and valid, or what is wrong with it. `check` sees one that is new as soon as it is parsed, and may
 * refuse it before it is validated, which takes much longer.
 */
export type ReadDocument = (query: string, check?: CheckDocument) => DocumentNode | Faults

/** Why a document that is parsed is not to be validated; null where it is. */
export type CheckDocument = (document: DocumentNode) => GraphQLError | null

type CachedDocument = { document: DocumentNode; fields: ReadonlySet<string>; operations: Map<string, ParsedOperation> }

const most = 1_000
const mostBytes = 16 * 1024 * 1024

/** The code that the GraphQL server gives, too. */
const invalid = 'GRAPHQL_VALIDATION_FAILED'

const anything = () => null

/** Parses and validates each document once, whichever way it comes; those that are right are remembered. */
export function createDocumentCache(schema: GraphQLSchema): {
  readDocument: ReadDocument
  readOperation: ParseOperation
} {
  // By the text alone, whose hash is known where the text is.
  const remembered = new LRUCache<string, CachedDocument>({
    max: most,
    maxSize: mostBytes,
    // A syntax tree takes some twenty times as many bytes as its text.
    sizeCalculation: (_, query) => 20 * query.length + 1,
  })

  function read(query: string, check: CheckDocument): CachedDocument | Faults {
    const before = remembered.get(query)
    if (before) return before
    const document = readAnew(schema, query, check)
    if (isRefused(document)) return document
    const known: CachedDocument = { document, fields: fieldsIn(document), operations: new Map() }
    remembered.set(query, known)
    return known
  }

  return {
    readDocument(query, check = anything) {
      const known = read(query, check)
      return isRefused(known) ? known : known.document
    },
    readOperation(query, name) {
      const known = read(query, anything)
      return isRefused(known) ? known : operationOf(known, name)
    },
  }
}

/** Whether a document was refused. */
export const isRefused = (read: object): read is Faults => Array.isArray(read)

function operationOf({ document, fields, operations }: CachedDocument, name?: string | null): ParsedOperation | Faults {
  const named = name ?? ''
  const before = operations.get(named)
  if (before) return before
  const definition = getOperationAST(document, name)
  if (!definition)
    return [operationError('BAD_REQUEST', 'The document has no such operation, or several and none is named.')]
  const operation = { document, definition, fields }
  operations.set(named, operation)
  return operation
}

function readAnew(schema: GraphQLSchema, query: string, check: CheckDocument): DocumentNode | Faults {
  const document = parsed(query)
  if (document instanceof GraphQLError) return [withCode(document, 'GRAPHQL_PARSE_FAILED')]
  const refusal = check(document)
  if (refusal) return [refusal]
  const faults = validationErrors(schema, document)
  return faults.length > 0 ? faults.map((error) => withCode(error, invalid)) : document
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

function validationErrors(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  try {
    return validate(schema, document)
  } catch (error) {
    if (error instanceof GraphQLError) return [operationError(invalid, error.message)]
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
