import { Kind, type DocumentNode, type GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import { can, forbidden, notSignedIn } from '../../auth/permissions.ts'
import type { Config } from '../../config.ts'
import {
  createDocumentCache,
  isErrors,
  type CheckDocument,
  type DocumentErrors,
  type ParsedOperation,
} from '../document-cache.ts'
import type { DeprecatedFieldCounter } from '../deprecated-fields.ts'
import { operationError } from '../errors.ts'
import { checkBoundDocument, type TrustedDocuments } from '../http/trusted-documents.ts'
import { checkVariableDepth, createLimits, type Cost } from './complexity-limits.ts'
import { createPermissionCheck } from './check-permissions.ts'
import type { ReadListCounts } from './list-counts.ts'
import type { Variables } from './list-sizes.ts'

/** A valid operation with the text of its document and its variables. */
export type OperationToAuthorize = {
  text: string
  document: DocumentNode
  definition: OperationDefinitionNode
  variables: Variables | null | undefined
}

/** Decides which operations a viewer may run, by the same rules over HTTP and WebSocket, with and without Apollo. */
export type OperationGuard = {
  /**
   * Returns the parsed and validated document, or its errors as the viewer may see them. Without a session, only
   * documents that request nothing but `__typename` are validated.
   */
  readDocument: (text: string, viewer: Viewer | null) => DocumentNode | DocumentErrors
  /** Returns an operation of a document, or the errors, as `readDocument` does. */
  readOperation: (
    text: string,
    name: string | null | undefined,
    viewer: Viewer | null,
  ) => ParsedOperation | DocumentErrors
  /**
   * Returns the error that rejects an operation before execution, or null if the viewer may run it: permissions, trusted
   * documents, introspection, complexity. Without a session only `__typename` at the root is allowed.
   */
  authorize: (operation: OperationToAuthorize, viewer: Viewer | null) => Promise<GraphQLError | null>
  /**
   * Returns the cost of an operation; null if the viewer may not run it for another reason than its cost. Documents of
   * the application have no limit.
   */
  readCost: (operation: OperationToAuthorize, viewer: Viewer | null) => Promise<Cost | null>
  /** Strips "Did you mean …?" from errors, e.g. of a variable, for viewers who may not introspect. */
  stripSuggestions: (errors: readonly GraphQLError[], viewer: Viewer | null) => void
}

type IntrospectionRules = Pick<Config, 'introspection' | 'trustedDocuments'>

/**
 * Creates the guard of all operations. Without `readCounts` every list has its assumed size. `countUse` is called with
 * the document of each allowed operation.
 */
export function createOperationGuard(
  schema: GraphQLSchema,
  rules: IntrospectionRules,
  trusted: TrustedDocuments,
  { readCounts, countUse }: { readCounts?: ReadListCounts; countUse?: DeprecatedFieldCounter['count'] } = {},
): OperationGuard {
  const limits = createLimits(schema, readCounts)
  const checkPermissions = createPermissionCheck(schema)
  function checkAccess(operation: OperationToAuthorize, viewer: Viewer | null): GraphQLError | null {
    const { document, definition, text } = operation
    if (!viewer) return isAllowedAnonymously(document, definition) ? null : unauthenticated()
    return (
      checkBoundText(trusted, text, viewer) ??
      checkPermissions(document, definition, viewer) ??
      checkTrusted(operation, viewer, rules, trusted) ??
      (limits.introspects(operation) ? checkIntrospection(viewer, rules) : null)
    )
  }

  return {
    ...createDocumentReader(schema, rules, trusted),
    async authorize(operation, viewer) {
      const { document, text, variables } = operation
      const refusal = checkAccess(operation, viewer) ?? checkVariableDepth(variables)
      if (refusal || !viewer) return refusal
      // The application's own documents are bounded by their design, and must work with any inventory.
      const error = trusted.isTrusted(text) ? null : await limits.checkComplexity(operation)
      if (!error) countUse?.(document)
      return error
    },
    async readCost(operation, viewer) {
      if (checkAccess(operation, viewer)) return null
      const cost = await limits.readCost(operation)
      return trusted.isTrusted(operation.text) ? { ...cost, limit: null } : cost
    },
  }
}

/** Reads documents as the viewer may see them. */
function createDocumentReader(
  schema: GraphQLSchema,
  rules: IntrospectionRules,
  trusted: TrustedDocuments,
): Omit<OperationGuard, 'authorize' | 'readCost'> {
  const documents = createDocumentCache(schema)
  const stripSuggestions = (errors: readonly GraphQLError[], viewer: Viewer | null) => {
    if (viewer && !checkIntrospection(viewer, rules)) return
    for (const error of errors) error.message = error.message.replace(/ Did you mean .+\?$/s, '')
  }

  // If the token is bound to a document, any other document is rejected before it is validated.
  function read<Read extends object>(
    text: string,
    viewer: Viewer | null,
    readWith: (check?: CheckDocument) => Read | DocumentErrors,
  ): Read | DocumentErrors {
    const error = checkBoundText(trusted, text, viewer)
    if (error) return [error]
    const result = readWith(viewer ? undefined : checkAnonymous)
    if (isErrors(result)) stripSuggestions(result, viewer)
    return result
  }

  return {
    stripSuggestions,
    readDocument: (text, viewer) => read<DocumentNode>(text, viewer, (check) => documents.readDocument(text, check)),
    readOperation: (text, name, viewer) =>
      read<ParsedOperation>(text, viewer, (check) => documents.readOperation(text, name, check)),
  }
}

const checkBoundText = (trusted: TrustedDocuments, sent: string, viewer: Viewer | null) =>
  checkBoundDocument(trusted, viewer, (_document, text) => text === sent)

/** Rejects a document sent without a session before validation, unless it requests only `__typename`. */
const checkAnonymous: CheckDocument = (document) => {
  const [definition] = document.definitions
  const isAllowed = definition?.kind === Kind.OPERATION_DEFINITION && isAllowedAnonymously(document, definition)
  return isAllowed ? null : unauthenticated()
}

const unauthenticated = () => operationError('UNAUTHENTICATED', notSignedIn)

const isAllowedAnonymously = (document: DocumentNode, { selectionSet }: OperationDefinitionNode) =>
  document.definitions.length === 1 &&
  selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename')

/** Rejects untrusted documents if only trusted ones are allowed, except for roles that may explore the schema. */
function checkTrusted(
  { text }: OperationToAuthorize,
  viewer: Viewer,
  { trustedDocuments }: IntrospectionRules,
  { isTrusted }: TrustedDocuments,
): GraphQLError | null {
  if (trustedDocuments === 'off' || can(viewer, 'explore:Schema') || isTrusted(text)) return null
  const reason = forbidden(viewer, 'explore:Schema')
  return operationError('FORBIDDEN', { code: 'ONLY_DOCUMENTS_OF_APPLICATION', parameters: { reason } })
}

/** Rejects introspection if it is off or not permitted for the role. */
function checkIntrospection(viewer: Viewer, { introspection }: IntrospectionRules): GraphQLError | null {
  if (introspection === 'off') return operationError('FORBIDDEN', { code: 'INTROSPECTION_OFF', parameters: {} })
  if (introspection === 'everybody' || can(viewer, 'explore:Schema')) return null
  return operationError('FORBIDDEN', forbidden(viewer, 'explore:Schema'))
}
