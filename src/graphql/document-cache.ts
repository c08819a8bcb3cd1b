import { ApolloServerErrorCode } from '@apollo/server/errors'
import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { operationError } from './errors.ts'
import { maxTokens } from './guards/complexity-limits.ts'
import { rootFieldsOf, selectedFields } from './selected-fields.ts'

/** A valid operation of a document, and the fields that decide which data its response depends on. */
export type ParsedOperation = {
  document: DocumentNode
  definition: OperationDefinitionNode
  /** Names (not aliases) of the operation's root fields, including those in fragments. */
  rootFields: readonly string[]
  /** All fields in the document, at any depth, as `Type.field`. */
  fields: ReadonlySet<string>
}

/** Syntax or validation errors of a document; not empty. */
export type DocumentErrors = readonly GraphQLError[]

/** Returns the error that rejects a parsed document before validation, which takes much longer than parsing; or null. */
export type CheckDocument = (document: DocumentNode) => GraphQLError | null

type CachedDocument = { document: DocumentNode; fields: ReadonlySet<string>; operations: Map<string, ParsedOperation> }

const maxDocuments = 1_000
const maxBytes = 16 * 1024 * 1024

/** Parses and validates each document once, over HTTP and WebSocket alike; only valid documents are cached. */
export function createDocumentCache(schema: GraphQLSchema) {
  // Keyed by the text itself: V8 stores a string's hash in the string.
  const cache = new LRUCache<string, CachedDocument>({
    max: maxDocuments,
    maxSize: maxBytes,
    // A syntax tree takes about 20 times the bytes of its text.
    sizeCalculation: (_, text) => 20 * text.length + 1,
  })

  function read(text: string, check?: CheckDocument): CachedDocument | DocumentErrors {
    const cached = cache.get(text)
    if (cached) return cached
    const document = parseAndValidate(schema, text, check)
    if (isErrors(document)) return document
    const added: CachedDocument = { document, fields: selectedFields(schema, document), operations: new Map() }
    cache.set(text, added)
    return added
  }

  return {
    /** Returns the parsed and validated document, or its errors. `check` may reject an uncached document. */
    readDocument(text: string, check?: CheckDocument): DocumentNode | DocumentErrors {
      const cached = read(text, check)
      return isErrors(cached) ? cached : cached.document
    },
    /** Returns the operation of a document, or the document's errors. */
    readOperation(text: string, name?: string | null, check?: CheckDocument): ParsedOperation | DocumentErrors {
      const cached = read(text, check)
      return isErrors(cached) ? cached : operationOf(schema, cached, name)
    },
  }
}

/** Whether reading a document returned errors. */
export const isErrors = (read: object): read is DocumentErrors => Array.isArray(read)

function operationOf(
  schema: GraphQLSchema,
  { document, fields, operations }: CachedDocument,
  name?: string | null,
): ParsedOperation | DocumentErrors {
  const key = name ?? ''
  const cached = operations.get(key)
  if (cached) return cached
  const definition = getOperationAST(document, name)
  if (!definition) return [operationError(ApolloServerErrorCode.BAD_REQUEST, { code: 'NO_OPERATION', parameters: {} })]
  const operation = { document, definition, rootFields: rootFieldsOf(schema, document, definition), fields }
  operations.set(key, operation)
  return operation
}

function parseAndValidate(schema: GraphQLSchema, text: string, check?: CheckDocument): DocumentNode | DocumentErrors {
  const document = parseDocument(text)
  if (document instanceof GraphQLError) return [document]
  const rejection = check?.(document)
  if (rejection) return [rejection]
  const errors = validationErrors(schema, document)
  return errors.length > 0
    ? errors.map((error) => withCode(error, ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED))
    : document
}

const withCode = ({ message, nodes, source, positions }: GraphQLError, code: ApolloServerErrorCode) =>
  new GraphQLError(message, { nodes, source, positions, extensions: { code } })

function parseDocument(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text, { maxTokens })
  } catch (error) {
    const code = ApolloServerErrorCode.GRAPHQL_PARSE_FAILED
    return error instanceof GraphQLError
      ? withCode(error, code)
      : operationError(code, { code: 'DOCUMENT_UNREADABLE', parameters: {} })
  }
}

function validationErrors(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  try {
    return validate(schema, document)
  } catch (error) {
    if (error instanceof GraphQLError)
      return [
        new GraphQLError(error.message, { extensions: { code: ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED } }),
      ]
    throw error
  }
}
