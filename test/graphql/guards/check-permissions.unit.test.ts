import { parse, type OperationDefinitionNode, type OperationTypeNode } from 'graphql'
import {
  requirePermission,
  can,
  permissions,
  permissionsOf,
  type Permission,
  type Role,
} from '../../../src/auth/permissions.ts'
import { createPermissionCheck } from '../../../src/graphql/guards/check-permissions.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { rootFieldsOf } from '../../../src/graphql/selected-fields.ts'

const roles = ['lector', 'operador', 'admin'] as const
const as = (role: Role) => ({ operator: { role } })

/** The root fields that each role may request and no lower role may; the schema has no others. */
const forReaders = {
  query: [
    ...[
      'area',
      'areas',
      'audit',
      'auditEntry',
      'customer',
      'customers',
      'endpoint',
      'endpoints',
      'incident',
      'incidents',
    ],
    ...['integration', 'integrations', 'inventory', 'kinds', 'libraries', 'library', 'mySessions', 'notifications'],
    ...['maintenances', 'mutes', 'replay', 'replays', 'session', 'sinliFailureCounts', 'sinliMailbox', 'sinliMessage'],
    ...['sinliMessages', 'documentChain', 'trace'],
    'trustedDocuments',
    ...['onboarding', 'onboardings', 'onboardingStages', 'unknownParties'],
    ...['alertingSettings', 'destination', 'destinations', 'heartbeats', 'services', 'unwatchedServices'],
    ...['myTokens', 'search', 'subject', 'subjects', 'supplier', 'suppliers'],
  ],
  mutation: [
    'changePassword',
    'endSession',
    'markNotificationsSeen',
    'signOutEverywhere',
    'createMyToken',
    'revokeMyToken',
  ],
  subscription: ['incidents', 'inventory', 'notifications', 'replay'],
}
const forOperators = {
  query: ['previewPolicy'],
  mutation: [
    ...['acceptIncidentLatency', 'acknowledgeIncident', 'releaseIncident', 'resolveIncident', 'takeOverIncident'],
    ...['endMaintenance', 'endMute', 'mute', 'planMaintenance'],
    ...['startOnboarding', 'completeOnboardingStep', 'waiveOnboardingStep', 'moveOnboarding'],
    ...['checkOnboardingEmail', 'assignOnboarding'],
    ...['addIncidentNote', 'acknowledgeIncidents', 'resolveIncidents', 'replaySinliMessages', 'unlockCustomer'],
  ],
  subscription: [],
}
const forAdministrators = {
  query: ['operator', 'operators', 'serviceTokens', 'sharedTelemetry', 'unmatchedKeys'],
  mutation: [
    'addOperator',
    'allowOperatorLink',
    'changeOperatorRole',
    'disableOperator',
    'enableOperator',
    'resetOperatorPassword',
    'setDependencies',
    'setSubjectPolicy',
    ...['createDestination', 'updateDestination', 'deleteDestination', 'rotateDestinationSecret', 'testDestination'],
    'redeliver',
    ...['createHeartbeat', 'updateHeartbeat', 'rotateHeartbeat', 'resumeHeartbeat'],
    ...['createServiceToken', 'revokeServiceToken', 'setServiceInterval', 'retireSubject', 'setSubjectDetails'],
  ],
  subscription: [],
}

type Kind = keyof typeof forReaders
const kinds = ['query', 'mutation', 'subscription'] as const
const askedBy = (rights: typeof forReaders | typeof forOperators | typeof forAdministrators, role: Role) =>
  kinds.flatMap((kind) => rights[kind].map((field) => ({ role, kind, field })))

const schema = loadSchema()
const checkPermissions = createPermissionCheck(schema)

const refusalOf = (text: string, role: Role, scopes?: Permission[]) => {
  const document = parse(text)
  const caller = { ...as(role), ...(scopes && { token: { scopes } }) }
  return checkPermissions(document, document.definitions[0] as OperationDefinitionNode, caller)
}
const ask = (kind: Kind, field: string, role: Role) => refusalOf(`${kind} { ${field} }`, role)

describe('the permissions of root fields', () => {
  it.each(kinds)('cover every field of a %s, listed in this test for exactly one lowest role', (kind) => {
    const listed = [...forReaders[kind], ...forOperators[kind], ...forAdministrators[kind]]

    const type = schema.getRootType(kind as OperationTypeNode)
    expect(listed.sort()).toEqual(Object.keys(type?.getFields() ?? {}).sort())
  })

  it.each([
    ...roles.flatMap((role) => askedBy(forReaders, role)),
    ...askedBy(forOperators, 'operador'),
    ...askedBy(forOperators, 'admin'),
    ...askedBy(forAdministrators, 'admin'),
  ])('allow $role the $kind $field', ({ role, kind, field }) => expect(ask(kind, field, role)).toBeNull())

  it.each([
    ...askedBy(forOperators, 'lector'),
    ...askedBy(forAdministrators, 'lector'),
    ...askedBy(forAdministrators, 'operador'),
  ])('deny $role the $kind $field, and the error names the missing permission', ({ role, kind, field }) => {
    const refusal = ask(kind, field, role)

    expect(refusal?.extensions).toMatchObject({ code: 'FORBIDDEN', http: { status: 403 } })
    expect(refusal?.message).toMatch(
      new RegExp(
        `^The role ${role} does not allow this: it needs the permission (acknowledge|resolve|mute|plan|onboard|unlock|replay|preview|manage):\\w+\\.$`,
      ),
    )
  })

  it.each(roles)('deny %s every field without a rule', (role) => {
    for (const [kind, field] of [
      ['query', 'nothing'],
      ['query', 'toString'],
      ['mutation', 'inventory'],
      ['subscription', 'areas'],
    ] as const)
      expect(ask(kind, field, role)?.message).toBe(`Nobody may ask for ${field}: nothing says who may.`)
  })

  it('do not restrict introspection', () => {
    expect(refusalOf('{ __schema { types { name } } __typename }', 'lector')).toBeNull()
  })

  it('apply to a field among others, behind an alias and within fragments', () => {
    const hidden = [
      '{ areas { id } operators { id } }',
      '{ areas: operators { id } }',
      '{ areas { id } ... on Query { operators { id } } }',
      '{ ... { ... { operators { id } } } }',
      'query { ...A } fragment A on Query { ...B } fragment B on Query { operators { id } }',
    ]

    for (const text of hidden) expect(refusalOf(text, 'operador')?.message).toContain('manage:Operator')
  })

  it('apply to the fields behind aliases and in the fragment that is spread', () => {
    const document = parse(
      'query { a: areas { id } ...B ...Missing } fragment A on Query { one } fragment B on Query { two }',
    )
    const operation = document.definitions[0] as OperationDefinitionNode

    expect(rootFieldsOf(schema, document, operation)).toEqual(['areas', 'two'])
  })

  it('do not take an operation for a fragment of the same name', () => {
    const document = parse('query { ...B } query B { one } fragment B on Query { two }')
    const operation = document.definitions[0] as OperationDefinitionNode

    expect(rootFieldsOf(schema, document, operation)).toEqual(['two'])
  })
})

describe('the permissions of types', () => {
  const openIncident = (fields: string) => `{ libraries(first: 1) { edges { node { openIncident { ${fields} } } } } }`

  it('apply wherever their objects are reached, except for ids and what is free', () => {
    const withoutIncidents: Permission[] = ['read:Library']

    expect(refusalOf(openIncident('id number severity subject { id }'), 'admin', withoutIncidents)).toBeNull()
    expect(refusalOf(openIncident('id maxSeverity'), 'admin', withoutIncidents)?.message).toContain('read:Incident')
    expect(refusalOf(openIncident('id maxSeverity'), 'admin', [...withoutIncidents, 'read:Incident'])).toBeNull()
  })

  it('apply to what a query returns, too', () => {
    const found = (field: string) => `{ subject(kind: LIBRERIAS, id: "a") { ... on Library { id name ${field} } } }`

    expect(refusalOf(found('latencyMs'), 'admin', ['read:Inventory'])?.message).toContain('read:Library')
    expect(refusalOf(found('state'), 'admin', ['read:Inventory'])).toBeNull()
  })

  it('name the field of the type that is refused', () => {
    const refusal = refusalOf('{ audit(first: 1) { edges { node { operator { id name email } } } } }', 'operador')

    expect(refusal?.message).toBe(
      'The role operador does not allow Operator.email: it needs the permission manage:Operator.',
    )
    expect(refusalOf('{ audit(first: 1) { edges { node { operator { id name } } } } }', 'operador')).toBeNull()
  })

  it('do not apply to what a mutation returns, but to all below that', () => {
    const release = (fields: string) => `mutation { releaseIncident { incident { ${fields} } } }`
    const acting: Permission[] = ['acknowledge:Incident']

    expect(refusalOf(release('number maxSeverity'), 'operador', acting)).toBeNull()
    expect(refusalOf(release('previous { maxSeverity }'), 'operador', acting)?.message).toContain('read:Incident')
    expect(refusalOf(release('acknowledger { email }'), 'operador')?.message).toContain('manage:Operator')
  })

  it('of one object in two places apply in the place where it is not whole', () => {
    const twice = `mutation { releaseIncident { incident { ...F previous { ...F } } } }
      fragment F on Incident { maxSeverity }`

    expect(refusalOf(twice, 'operador', ['acknowledge:Incident'])?.message).toContain('read:Incident')
  })

  it('do not hide the own account, which is whole', () => {
    expect(refusalOf('{ session { operator { id email role } } }', 'lector')).toBeNull()
  })

  it('are those of each caller of the same document', () => {
    const document = parse('{ operators { id } }')
    const [operation] = document.definitions as OperationDefinitionNode[]
    const isRefused = (role: Role) => operation && checkPermissions(document, operation, as(role)) !== null

    expect(['lector', 'admin', 'operador', 'admin'].map((role) => isRefused(role as Role))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
})

describe('a role', () => {
  const reading = permissions.filter((permission) => permission.startsWith('read:'))
  const acting = [
    ...['acknowledge:Incident', 'resolve:Incident', 'mute:Incident', 'plan:Maintenance'],
    ...['unlock:Customer', 'onboard:Library', 'replay:Integration'],
  ]
  const subjects = [
    'Session',
    'Inventory',
    'Panel',
    'Incident',
    'Library',
    'Customer',
    'Supplier',
    'Integration',
    'Search',
    'Audit',
    'Destination',
  ]

  it('has all read permissions, and the actions of its work', () => {
    expect(reading).toEqual(subjects.map((subject) => `read:${subject}`))
    expect(permissionsOf(as('lector'))).toEqual(reading)
    expect(permissionsOf(as('operador'))).toEqual([...reading, ...acting, 'preview:Policy', 'explore:Schema'])
    expect(permissionsOf(as('admin'))).toEqual([
      ...[
        ...reading,
        ...acting,
        'preview:Policy',
        'manage:Policy',
        'manage:Operator',
        'manage:Subject',
        'manage:Destination',
        'explore:Schema',
      ],
    ])
  })

  it('has no permission that does not exist', () => {
    expect(can(as('admin'), 'manage:Customer' as never)).toBe(false)
    for (const action of ['acknowledge', 'resolve', 'unlock', 'replay'])
      expect(can(as('operador'), `${action}:Library` as never)).toBe(false)
  })

  it('is rejected with an error that names the missing permission', () => {
    expect(() => requirePermission(as('admin'), 'manage:Operator')).not.toThrow()
    expect(() => requirePermission(as('lector'), 'unlock:Customer')).toThrow(
      expect.objectContaining({
        code: 'FORBIDDEN',
        message: 'The role lector does not allow this: it needs the permission unlock:Customer.',
      }),
    )
  })
})
