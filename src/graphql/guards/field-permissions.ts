import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import { can, forbiddenMessage, sessionRequiredMessage, type Caller, type Permission } from '../../auth/permissions.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import { operationError } from '../errors.ts'

type Root = 'Query' | 'Mutation' | 'Subscription'
type FieldOf<Type extends Root> = keyof NonNullable<Resolvers[Type]>

/** Requirement of a root field: a permission, or only a session, not a token, if it concerns the viewer's own account. */
export type FieldRequirement = Permission | 'signed-in'

/** Permission each root field requires; unlisted fields are denied. */
export const rules: { [Type in Root]: Readonly<Record<FieldOf<Type>, FieldRequirement>> } = {
  Query: {
    alertingSettings: 'read:Destination',
    area: 'read:Inventory',
    areas: 'read:Inventory',
    audit: 'read:Audit',
    auditEntry: 'read:Audit',
    customer: 'read:Customer',
    customers: 'read:Customer',
    destination: 'read:Destination',
    destinations: 'read:Destination',
    documentChain: 'read:Integration',
    endpoint: 'read:Inventory',
    endpoints: 'read:Inventory',
    heartbeats: 'read:Integration',
    incident: 'read:Incident',
    incidents: 'read:Incident',
    integration: 'read:Integration',
    integrations: 'read:Integration',
    inventory: 'read:Inventory',
    kinds: 'read:Panel',
    libraries: 'read:Library',
    library: 'read:Library',
    maintenances: 'read:Incident',
    mutes: 'read:Incident',
    mySessions: 'signed-in',
    myTokens: 'signed-in',
    notifications: 'read:Panel',
    onboarding: 'read:Library',
    onboardingStages: 'read:Library',
    onboardings: 'read:Library',
    operator: 'manage:Operator',
    operators: 'manage:Operator',
    previewPolicy: 'preview:Policy',
    replay: 'read:Integration',
    replays: 'read:Integration',
    search: 'read:Search',
    serviceTokens: 'manage:Operator',
    session: 'read:Session',
    sharedTelemetry: 'manage:Operator',
    sinliFailureCounts: 'read:Integration',
    sinliMailbox: 'read:Integration',
    sinliMessage: 'read:Integration',
    sinliMessages: 'read:Integration',
    subject: 'read:Inventory',
    subjects: 'read:Inventory',
    supplier: 'read:Supplier',
    suppliers: 'read:Supplier',
    trace: 'read:Search',
    trustedDocuments: 'signed-in',
    unknownParties: 'read:Library',
    unmatchedKeys: 'manage:Operator',
  },
  Mutation: {
    acceptIncidentLatency: 'resolve:Incident',
    acknowledgeIncident: 'acknowledge:Incident',
    addIncidentNote: 'acknowledge:Incident',
    acknowledgeIncidents: 'acknowledge:Incident',
    addOperator: 'manage:Operator',
    assignOnboarding: 'onboard:Library',
    changeOperatorRole: 'manage:Operator',
    changePassword: 'signed-in',
    checkOnboardingEmail: 'onboard:Library',
    completeOnboardingStep: 'onboard:Library',
    createDestination: 'manage:Destination',
    createHeartbeat: 'manage:Subject',
    createMyToken: 'signed-in',
    createServiceToken: 'manage:Operator',
    deleteDestination: 'manage:Destination',
    disableOperator: 'manage:Operator',
    enableOperator: 'manage:Operator',
    endMaintenance: 'plan:Maintenance',
    endMute: 'mute:Incident',
    endSession: 'signed-in',
    markNotificationsSeen: 'signed-in',
    moveOnboarding: 'onboard:Library',
    mute: 'mute:Incident',
    planMaintenance: 'plan:Maintenance',
    redeliver: 'manage:Destination',
    releaseIncident: 'acknowledge:Incident',
    replaySinliMessages: 'replay:Integration',
    resetOperatorPassword: 'manage:Operator',
    resolveIncident: 'resolve:Incident',
    resumeHeartbeat: 'manage:Subject',
    retireSubject: 'manage:Subject',
    revokeMyToken: 'signed-in',
    revokeServiceToken: 'manage:Operator',
    rotateHeartbeat: 'manage:Subject',
    setDependencies: 'manage:Subject',
    rotateDestinationSecret: 'manage:Destination',
    setSubjectDetails: 'manage:Subject',
    setSubjectPolicy: 'manage:Policy',
    resolveIncidents: 'resolve:Incident',
    signOutEverywhere: 'signed-in',
    takeOverIncident: 'acknowledge:Incident',
    startOnboarding: 'onboard:Library',
    testDestination: 'manage:Destination',
    unlockCustomer: 'unlock:Customer',
    updateDestination: 'manage:Destination',
    updateHeartbeat: 'manage:Subject',
    waiveOnboardingStep: 'onboard:Library',
  },
  Subscription: {
    incidents: 'read:Incident',
    inventory: 'read:Inventory',
    notifications: 'read:Panel',
    replay: 'read:Integration',
  },
}

const requirementsOf: Readonly<Record<OperationTypeNode, ReadonlyMap<string, FieldRequirement>>> = {
  query: new Map(Object.entries(rules.Query)),
  mutation: new Map(Object.entries(rules.Mutation)),
  subscription: new Map(Object.entries(rules.Subscription)),
}

/** Returns FORBIDDEN if a caller may not read a root field of the operation, or null. */
export function checkFieldPermissions(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  caller: Caller,
): GraphQLError | null {
  const requirements = requirementsOf[operation.operation]
  for (const field of rootFieldsOf(document, operation)) {
    const message = forbiddenFieldMessage(field, requirements.get(field), caller)
    if (message !== null) return operationError('FORBIDDEN', message)
  }
  return null
}

function forbiddenFieldMessage(
  field: string,
  requirement: FieldRequirement | undefined,
  caller: Caller,
): string | null {
  // Introspection has its own check; `__typename` is allowed with any session.
  if (field.startsWith('__')) return null
  if (requirement === 'signed-in') return caller.token ? sessionRequiredMessage : null
  if (requirement === undefined) return `Nobody may ask for ${field}: nothing says who may.`
  return can(caller, requirement) ? null : forbiddenMessage(caller, requirement)
}

const rootFields = new WeakMap<OperationDefinitionNode, readonly string[]>()

/** Returns the names (not aliases) of an operation's root fields, including those in fragments. */
export function rootFieldsOf(document: DocumentNode, operation: OperationDefinitionNode): readonly string[] {
  const cached = rootFields.get(operation)
  if (cached) return cached
  const fields = fieldsOf(document, operation.selectionSet)
  rootFields.set(operation, fields)
  return fields
}

function fieldsOf(document: DocumentNode, { selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value]
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(document, selection.selectionSet)
    const fragment = fragmentNamed(document, selection.name.value)
    return fragment ? fieldsOf(document, fragment.selectionSet) : []
  })
}

const fragmentNamed = ({ definitions }: DocumentNode, name: string) =>
  definitions.find(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  )
