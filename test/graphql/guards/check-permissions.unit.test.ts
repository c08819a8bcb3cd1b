import { parse, type OperationDefinitionNode, type OperationTypeNode } from 'graphql'
import {
  requirePermission,
  can,
  permissions,
  permissionsOf,
  forbiddenMessage,
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

const refusalOf = (text: string, role: Role) => {
  const document = parse(text)
  return checkPermissions(document, document.definitions[0] as OperationDefinitionNode, as(role))
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
      expect.objectContaining({ code: 'FORBIDDEN', message: forbiddenMessage(as('lector'), 'unlock:Customer') }),
    )
    expect(forbiddenMessage(as('lector'), 'unlock:Customer')).toBe(
      'The role lector does not allow this: it needs the permission unlock:Customer.',
    )
  })
})
