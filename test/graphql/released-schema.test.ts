import {
  findBreakingChanges,
  findDangerousChanges,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  OperationTypeNode,
  print,
  validate,
} from 'graphql'
import { loadSchema } from '../../src/graphql/schema.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, supplier } from '../support/sinli/inbound.ts'
import { printFigures } from '../support/print-figures.ts'
import {
  acceptedChanges,
  operationOf,
  releasedOperations,
  releasedSchema,
  shapeProblems,
  writeReleasedSchema,
} from '../support/graphql/released-schema.ts'

const schema = loadSchema()
// At a release, the present schema is the released one.
if (process.env['UPDATE_SCHEMA'] === 'true') writeReleasedSchema(schema)
const released = releasedSchema()
const operations = Object.entries(releasedOperations())
const ofType = (type: OperationTypeNode) =>
  operations.filter(([, document]) => operationOf(document).operation === type)

describe('the schema of the last release', () => {
  it('is broken by no change that docs/breaking.md does not accept', () => {
    const accepted = acceptedChanges().map(({ change }) => change)
    const changes = findBreakingChanges(released, schema).map(({ description }) => description)

    expect(changes.filter((change) => !accepted.includes(change))).toEqual([])
    printFigures({ mayBreakClients: findDangerousChanges(released, schema).map(({ description }) => description) })
  })

  it('is only broken for a reason of some length', () => {
    expect(acceptedChanges().filter(({ reason }) => reason.length < 40)).toEqual([])
  })
})

describe('a deprecation', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000

  it.each(deprecations())('of %s says since when, and until when at least 90 days later', (_, reason) => {
    const [, since = '', until = ''] = /Deprecated since (\S+), kept until (\S+)\.$/.exec(reason) ?? []

    expect(day(until) - day(since)).toBeGreaterThanOrEqual(90)
  })

  it.each(deprecations())('of %s names what replaces it', (_, reason) => {
    expect(reason).toMatch(/^Use `/)
  })
})

describe('an operation of the last release', () => {
  let gateway: GivenGateway
  let ids: Record<'incident' | 'message' | 'replay' | 'operator', string>
  beforeAll(async () => {
    gateway = await givenGateway()
    ids = await givenEverything(gateway)
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  it.each(operations)('is valid in the present schema: %s', (_, document) => {
    expect(validate(schema, document).map(({ message }) => message)).toEqual([])
  })

  it.each(ofType(OperationTypeNode.QUERY))('is answered in the shape that it had: %s', async (name, document) => {
    const data = await gateway.data(print(document), variablesOf(name, ids))

    expect(Object.values(data).filter((value) => value === null)).toEqual([])
    expect(shapeProblems(released, document, data)).toEqual([])
  })

  it.each(ofType(OperationTypeNode.SUBSCRIPTION))('is pushed in the shape that it had: %s', async (_, document) => {
    const pushed = gateway.listen(print(document))
    const data = await pushed.next()
    await pushed.end()

    expect(shapeProblems(released, document, data)).toEqual([])
  })
})

/** An incident with a timeline, a message with a document, a replay and the operator. */
async function givenEverything(gateway: GivenGateway) {
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop, 'EJ-101')
  await trade.registerSupplier(supplier)
  const message = await trade.send(mailOf(envio()))
  const { body } = await trade.replay({ messageIds: [message.id], dryRun: true })
  await gateway.report(...times(12, outcome(503, '/api/admin/notifications/')))
  await gateway.pass(60)
  const incident = await gateway.db.incident.findFirstOrThrow({ where: { kind: 'ENDPOINTS' } })
  await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id, note: "Lo miro") { id } }', {
    id: incident.id,
  })
  const operator = await gateway.db.operator.findFirstOrThrow()
  return { incident: incident.id, message: message.id, replay: body['replayId'] as string, operator: operator.id }
}

function variablesOf(name: string, ids: Record<'incident' | 'message' | 'replay' | 'operator', string>): Json {
  const all: Record<string, Json> = {
    AuditEntry: { id: '1' },
    AuditTrail: { filter: {}, first: 50 },
    CurrentIncident: { id: ids.incident },
    Customer: { id: 'ej-3' },
    CustomerHistory: { object: 'customer:ej-3' },
    Customers: { first: 50 },
    Endpoint: { id: 'GET /api/admin/notifications/' },
    EndpointHealth: { id: 'GET /api/admin/notifications/' },
    EndpointHistory: { id: 'GET /api/admin/notifications/', window: 'LAST_HOUR' },
    EndpointRows: { withoutArea: false },
    Incident: { id: ids.incident },
    Incidents: { filter: {}, first: 50 },
    Integration: { id: 'sinli_inbound' },
    IntegrationHealth: { id: 'sinli_inbound' },
    IntegrationHistory: { id: 'sinli_inbound', window: 'LAST_HOUR' },
    LastDay: { since: '2026-01-01T00:00:00.000Z' },
    Library: { code: 'EJ-101' },
    LibraryHealth: { id: 'EJ-101' },
    LibraryHistory: { id: 'EJ-101', window: 'LAST_HOUR' },
    Message: { id: ids.message },
    MessageCounts: { today: '2026-01-01T00:00:00.000Z' },
    MessageLines: { id: ids.message },
    MessageText: { id: ids.message },
    Replay: { id: ids.replay },
  }
  return all[name] ?? {}
}

/** Everything that is deprecated, with the reason. */
function deprecations(): [string, string][] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isEnumType(type)) return deprecatedAmong(type.name, type.getValues())
    if (isInputObjectType(type)) return deprecatedAmong(type.name, Object.values(type.getFields()))
    if (!isObjectType(type) && !isInterfaceType(type)) return []
    const fields = Object.values(type.getFields())
    const inArguments = fields.flatMap(({ name, args }) => deprecatedAmong(`${type.name}.${name}`, args))
    return [...deprecatedAmong(type.name, fields), ...inArguments]
  })
}

function deprecatedAmong(
  owner: string,
  parts: readonly { name: string; deprecationReason?: string | null }[],
): [string, string][] {
  return parts.flatMap(({ name, deprecationReason }) =>
    deprecationReason == null ? [] : [[`${owner}.${name}`, deprecationReason]],
  )
}
