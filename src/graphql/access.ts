import { Kind, type DocumentNode, type GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import type { SignedIn } from '../access/sessions.ts'
import { may, whyNot, type Role } from '../access/permissions.ts'
import type { Config } from '../config.ts'
import { operationRefused } from './errors.ts'
import { createLimits } from './limits.ts'
import type { Variables } from './measure.ts'
import type { CheckDocument } from './operations.ts'
import { refuseForbidden } from './permissions.ts'
import type { TrustedDocuments } from './trusted.ts'

/** A valid operation with the text it stands in and what it is given. */
export type Admitted = {
  text: string
  document: DocumentNode
  definition: OperationDefinitionNode
  variables: Variables | null | undefined
}

/** Why an operation may not be run for somebody, before any of it is done; null where it may. */
export type Refuse = (operation: Admitted, signedIn: SignedIn | null) => GraphQLError | null

type Rules = Pick<Config, 'introspection' | 'trustedDocuments'>

/**
 * The one door for operations, whichever way they come: who may have all of it, and whether it is not too much. Without a
 * session only `__typename` at the root is answered.
 */
export function createRefuse(schema: GraphQLSchema, rules: Rules, trusted: TrustedDocuments): Refuse {
  const limits = createLimits(schema)
  return (operation, signedIn) => {
    const { document, definition } = operation
    if (!signedIn) return asksNothing(document, definition) ? null : operationRefused('UNAUTHENTICATED', signInFirst)
    const { role } = signedIn.operator
    return (
      refuseForbidden(document, definition, role) ??
      refuseUntrusted(operation, role, rules, trusted) ??
      (limits.introspects(operation) ? refuseExploring(role, rules) : null) ??
      limits.whyTooMuch(operation)
    )
  }
}

const signInFirst = 'Sign in first: this needs a session.'

/** Refuses what a stranger asks before it is validated, unless it asks for nothing. */
export const refuseStranger: CheckDocument = (document) => {
  const [definition] = document.definitions
  const isAllowed = definition?.kind === Kind.OPERATION_DEFINITION && asksNothing(document, definition)
  return isAllowed ? null : operationRefused('UNAUTHENTICATED', signInFirst)
}

/** Takes out of what is wrong with a document the names that it nearly says, for whoever may not explore the schema. */
export function hideNames(errors: readonly { message: string }[], signedIn: SignedIn | null): void {
  if (signedIn && may(signedIn.operator.role, 'explore:Schema')) return
  for (const error of errors) error.message = error.message.replace(/ Did you mean .+\?$/s, '')
}

const asksNothing = (document: DocumentNode, { selectionSet }: OperationDefinitionNode) =>
  document.definitions.length === 1 &&
  selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename')

/** Refuses, where only trusted documents may be asked, any other to whoever may not explore the schema. */
function refuseUntrusted(
  { text }: Admitted,
  role: Role,
  { trustedDocuments }: Rules,
  { isTrusted }: TrustedDocuments,
): GraphQLError | null {
  if (trustedDocuments === 'off' || may(role, 'explore:Schema') || isTrusted(text)) return null
  const why = whyNot(role, 'explore:Schema')
  return operationRefused('FORBIDDEN', `Only what the admin application asks may be asked here: ${why}`)
}

/** Refuses to tell what the schema is, where it is not for this role. */
function refuseExploring(role: Role, { introspection }: Rules): GraphQLError | null {
  if (introspection === 'off')
    return operationRefused('FORBIDDEN', 'The schema is not told here: the setting INTROSPECTION is off.')
  if (introspection === 'everybody' || may(role, 'explore:Schema')) return null
  return operationRefused('FORBIDDEN', whyNot(role, 'explore:Schema'))
}

/** What subscribes through GraphQL itself. Nobody does: sockets follow the views (`fanout.ts`). */
export const overSockets = (): never => {
  throw new Error('Subscriptions are served over the WebSocket.')
}
