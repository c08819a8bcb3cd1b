import { Kind, type DocumentNode, type GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import { can, forbiddenMessage, type Role } from '../../auth/permissions.ts'
import type { Config } from '../../config.ts'
import { operationError } from '../errors.ts'
import { createLimits } from './complexity-limits.ts'
import type { Variables } from './query-complexity.ts'
import type { CheckDocument } from '../document-cache.ts'
import { checkFieldPermissions } from './field-permissions.ts'
import type { TrustedDocuments } from '../http/trusted-documents.ts'

/** A valid operation with the text of its document and its variables. */
export type OperationToAuthorize = {
  text: string
  document: DocumentNode
  definition: OperationDefinitionNode
  variables: Variables | null | undefined
}

/** Returns the error that rejects an operation before execution, or null if the viewer may run it. */
export type AuthorizeOperation = (operation: OperationToAuthorize, signedIn: Viewer | null) => GraphQLError | null

type IntrospectionRules = Pick<Config, 'introspection' | 'trustedDocuments'>

/**
 * Authorizes all operations, over HTTP and WebSocket alike: permissions, trusted documents, introspection, complexity.
 * Without a session only `__typename` at the root is allowed.
 */
export function createOperationGuard(
  schema: GraphQLSchema,
  rules: IntrospectionRules,
  trusted: TrustedDocuments,
): AuthorizeOperation {
  const limits = createLimits(schema)
  return (operation, signedIn) => {
    const { document, definition } = operation
    if (!signedIn) return asksNothing(document, definition) ? null : operationError('UNAUTHENTICATED', signInRequired)
    const { role } = signedIn.operator
    return (
      checkFieldPermissions(document, definition, role) ??
      checkTrusted(operation, role, rules, trusted) ??
      (limits.introspects(operation) ? checkIntrospection(role, rules) : null) ??
      limits.complexityError(operation)
    )
  }
}

const signInRequired = 'Sign in first: this needs a session.'

/** Rejects a document sent without a session before validation, unless it requests only `__typename`. */
export const refuseStranger: CheckDocument = (document) => {
  const [definition] = document.definitions
  const isAllowed = definition?.kind === Kind.OPERATION_DEFINITION && asksNothing(document, definition)
  return isAllowed ? null : operationError('UNAUTHENTICATED', signInRequired)
}

/** Strips "Did you mean …?" from errors for viewers who may not explore the schema. */
export function stripSuggestions(errors: readonly { message: string }[], signedIn: Viewer | null): void {
  if (signedIn && can(signedIn.operator.role, 'explore:Schema')) return
  for (const error of errors) error.message = error.message.replace(/ Did you mean .+\?$/s, '')
}

const asksNothing = (document: DocumentNode, { selectionSet }: OperationDefinitionNode) =>
  document.definitions.length === 1 &&
  selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename')

/** Rejects other documents if only trusted ones are allowed, except for roles that may explore the schema. */
function checkTrusted(
  { text }: OperationToAuthorize,
  role: Role,
  { trustedDocuments }: IntrospectionRules,
  { isTrusted }: TrustedDocuments,
): GraphQLError | null {
  if (trustedDocuments === 'off' || can(role, 'explore:Schema') || isTrusted(text)) return null
  const why = forbiddenMessage(role, 'explore:Schema')
  return operationError('FORBIDDEN', `Only what the admin application asks may be asked here: ${why}`)
}

/** Rejects introspection if it is off or not permitted for the role. */
function checkIntrospection(role: Role, { introspection }: IntrospectionRules): GraphQLError | null {
  if (introspection === 'off')
    return operationError('FORBIDDEN', 'The schema is not told here: the setting INTROSPECTION is off.')
  if (introspection === 'everybody' || can(role, 'explore:Schema')) return null
  return operationError('FORBIDDEN', forbiddenMessage(role, 'explore:Schema'))
}

/** Required by the schema, never called: sockets subscribe through `fanout.ts`. */
export const subscribeUnavailable = (): never => {
  throw new Error('Subscriptions are served over the WebSocket.')
}
