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

/** A valid operation of a document, and the fields its response depends on. */
export type ParsedOperation = {
  document: DocumentNode
  definition: OperationDefinitionNode
  /** Names of all fields in the document, at any depth. */
  fields: ReadonlySet<string>
}

/** Errors of an invalid document. */
export type Faults = readonly GraphQLError[]

/** Returns the operation of a document, or the document's errors. */
export type ParseOperation = (query: string, name?: string | null) => ParsedOperation | Faults

/**
 * Returns the parsed and validated document, or its errors. `check` runs on an uncached document right after parsing
 * and may reject it before validation, which takes much longer.
 */
export type ReadDocument = (query: string, check?: CheckDocument) => DocumentNode | Faults

/** Returns the error that rejects a parsed document before validation, or null. */
export type CheckDocument = (document: DocumentNode) => GraphQLError | null

type CachedDocument = { document: DocumentNode; fields: ReadonlySet<string>; operations: Map<string, ParsedOperation> }

const most = 1_000
const mostBytes = 16 * 1024 * 1024

/** The same code Apollo Server sets. */
const invalid = 'GRAPHQL_VALIDATION_FAILED'

const anything = () => null

/** Parses and validates each document once, over HTTP and WebSocket alike; only valid documents are cached. */
export function createDocumentCache(schema: GraphQLSchema): {
  readDocument: ReadDocument
  readOperation: ParseOperation
} {
  // Keyed by the text itself: V8 caches a string's hash in the string.
  const remembered = new LRUCache<string, CachedDocument>({
    max: most,
    maxSize: mostBytes,
    // A syntax tree takes about 20 times the bytes of its text.
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

/** Whether reading a document returned errors. */
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

// The same codes Apollo Server sets.
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
