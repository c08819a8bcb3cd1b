import type { ValidateFunction } from 'ajv'
import fc from 'fast-check'
import { webhookBody } from '../../src/alerting/channels/webhook.ts'
import type { AlertIncident } from '../../src/alerting/message.ts'
import { alertAt, alertIncident, incidentsMessage, resolvedIncident } from '../support/alerting/alert-messages.ts'
import { givenAlertingGateway, givenDestination, givenFailingLibraries } from '../support/alerting/destinations.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'
import { envio, givenTrade, mailOf } from '../support/sinli/inbound.ts'
import { givenDocument, type GivenDocument } from '../support/openapi/openapi.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { until } from '../support/until.ts'
import { givenService, passReporting } from '../support/monitoring/services.ts'

const hourMs = 3_600_000

let gateway: GivenGateway
let given: GivenDocument
beforeAll(async () => {
  gateway = await givenAlertingGateway()
  given = await givenDocument(gateway.url)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const validators = new Map<string, ValidateFunction>()

/** The errors of a body by the schema of its type in the OpenAPI document. */
function errorsOf(body: Json) {
  const type = body['type'] as string
  const place = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema']
  const validate = validators.get(type) ?? given.schemaAt(...place)
  validators.set(type, validate)
  validate(body)
  return validate.errors
}

it('each documented webhook is sent, and its body matches the OpenAPI document', async () => {
  await using receiver = await givenReceiver()
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Json)
  const types = () => [...new Set(bodies().map(({ type }) => type as string))].sort()
  const { clock } = gateway
  const trade = givenTrade(gateway)
  const digestAt = (Math.floor(clock.now() / hourMs) + 2) * hourMs
  const digestHour = new Date(digestAt).getUTCHours()
  const id = await givenDestination(gateway, receiver.url, { waitSeconds: 0, digestHour, digestZone: 'UTC' })
  for (const code of ['EJ-1', 'EJ-2']) await trade.registerLibrary(`LIB0009${code.at(-1)}`, code)
  await telemetryStops()

  await gateway.post(`/api/admin/destinations/${id}/test/`, {})
  const customer = { name: 'Ana', email: 'ana@example.org', updatedAt: '2026-01-01T00:00:00Z' }
  for (const lock of [{}, { locked: true, lockReason: 'Intentos', updatedAt: '2026-01-02T00:00:00Z' }])
    await trade.put('/ingest/v1/customers/c-1', { ...customer, ...lock })
  expect((await gateway.post('/api/admin/customers/c-1/unlock-login/', {})).status).toBe(200)
  const { id: messageId } = await trade.send(mailOf(envio()))
  await trade.replay({ messageIds: [messageId], dryRun: true })
  await givenFailingLibraries(gateway, ['EJ-1', 'EJ-2'])
  await gateway.pass(40)
  clock.jump(digestAt - clock.now())
  await gateway.pass(10)
  const all = Object.keys(given.document['webhooks'] as Json)
  await until('all webhooks have arrived', () => types().length >= all.length)

  expect(types()).toEqual(all.sort())
  expect(bodies().map((body) => ({ body, errors: errorsOf(body) }))).toEqual(
    bodies().map((body) => ({ body, errors: null })),
  )
  const events = bodies().filter(({ data }) => 'details' in data)
  expect(events.filter(({ data }) => Object.keys(data.details as Json).length < 1)).toEqual([])
})

/** Lets the only watched service report, and then be silent. */
async function telemetryStops() {
  const service = await givenService(gateway, 'pedidos', 10)
  await passReporting(gateway, 120, [service])
  await gateway.pass(90)
}

const anyText = fc.string({ unit: 'binary', maxLength: 3_000 })
const anyIncident = fc
  .record({
    name: anyText,
    area: anyText,
    reason: anyText,
    url: anyText,
    severity: fc.constantFrom('FALLANDO' as const, 'DEGRADADO' as const),
  })
  .map(({ name, area, reason, url, severity }) =>
    alertIncident({
      subject: { ...alertIncident().subject, name, area },
      reason: { es: reason, en: reason },
      severity,
      url,
    }),
  )

it('the body for any incidents matches the OpenAPI document', () => {
  fc.assert(
    fc.property(fc.array(anyIncident, { maxLength: 10 }), (firing: AlertIncident[]) => {
      const message = incidentsMessage({ firing, resolved: [resolvedIncident()], omitted: 3 })

      expect(errorsOf(JSON.parse(webhookBody(message, 'es')) as Json)).toBeNull()
    }),
    { numRuns: 30 },
  )
})

it('an event whose details are too long is sent without them, and matches the OpenAPI document', () => {
  const data = { customerId: 'c-1', reason: 'x'.repeat(30_000) }
  const event = { kind: 'EVENT', at: alertAt, event: 'customer.locked', data, url: null } as const
  const body = JSON.parse(webhookBody({ ...event, sentence: { es: 'a', en: 'b' } }, 'es')) as Json

  expect([body['data'].details, errorsOf(body)]).toEqual([{}, null])
})

it('a body with an unknown field, or without a required one, does not match the OpenAPI document', () => {
  const body = JSON.parse(webhookBody(incidentsMessage(), 'es')) as Json

  expect(errorsOf({ ...body, more: 1 })).not.toBeNull()
  expect(errorsOf({ ...body, data: { ...body['data'], counts: undefined } })).not.toBeNull()
})
