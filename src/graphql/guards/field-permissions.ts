import type { Permission } from '../../auth/permissions.ts'
import type { Resolvers } from '../../generated/graphql.ts'

type Root = 'Query' | 'Mutation' | 'Subscription'
type FieldOf<Type extends Root> = keyof NonNullable<Resolvers[Type]>

/** Requirement of a root field: a permission, or only a session, not a token, if it concerns the viewer's own account. */
export type FieldRequirement = Permission | 'signed-in'

/** Permission each root field requires; unlisted fields are denied. */
export const rootRules: { [Type in Root]: Readonly<Record<FieldOf<Type>, FieldRequirement>> } = {
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
    services: 'read:Integration',
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
    unwatchedServices: 'read:Integration',
  },
  Mutation: {
    acceptIncidentLatency: 'resolve:Incident',
    acknowledgeIncident: 'acknowledge:Incident',
    addIncidentNote: 'acknowledge:Incident',
    acknowledgeIncidents: 'acknowledge:Incident',
    addOperator: 'manage:Operator',
    allowOperatorLink: 'manage:Operator',
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
    setServiceInterval: 'manage:Subject',
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

/** The permission that objects of a type need wherever they are reached, and the fields that go with what leads to them. */
export type TypeRule<Field extends string = string> = { permission: Permission; free?: readonly Field[] }

type TypeRules = { [Type in keyof Resolvers]?: TypeRule<string & keyof NonNullable<Resolvers[Type]>> }

/**
 * The types with a permission of their own: that of the root field which lists them. `id` and `__typename` are always
 * free. Objects of other types belong to whatever leads to them.
 */
export const typeRules = {
  AuditEntry: { permission: 'read:Audit' },
  Customer: { permission: 'read:Customer' },
  Delivery: { permission: 'read:Destination' },
  Destination: { permission: 'read:Destination' },
  Incident: {
    permission: 'read:Incident',
    // The fields that the panel shows, so that a screen on the wall needs no more than `read:Panel`.
    free: [
      ...(['number', 'url', 'kind', 'subject', 'status', 'severity', 'openedAt'] as const),
      ...(['acknowledgedAt', 'acknowledgedBy', 'reason', 'evidence', 'noData'] as const),
    ],
  },
  // The fields that name a subject, whatever its kind.
  Library: { permission: 'read:Library', free: ['kind', 'name', 'state', 'owner', 'runbookUrl'] },
  Maintenance: { permission: 'read:Incident' },
  Operator: { permission: 'manage:Operator', free: ['name'] },
  Replay: { permission: 'read:Integration' },
  Service: { permission: 'read:Integration' },
  SinliMessage: { permission: 'read:Integration' },
  Supplier: { permission: 'read:Supplier' },
} as const satisfies TypeRules

/**
 * Fields whose objects are whole, whatever the permission of their type: the caller's own account, and what the search
 * found, since it leaves out the groups that the caller may not read.
 */
export const wholeFields: ReadonlySet<string> = new Set(['Session.operator', 'SearchHit.node'])
