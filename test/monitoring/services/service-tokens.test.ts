import { givenSignedIn } from '../../support/auth/operators.ts'
import { requestsWith } from '../../support/auth/tokens.ts'
import { givenGateway, outcome, type GivenGateway, type Json } from '../../support/gateway.ts'
import { metricsOf } from '../../support/otlp/otlp.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const create = `mutation ($input: NewApiToken!) { createServiceToken(input: $input) {
  secret token { id service { id name intervalSeconds watched limitSeconds lastReportAt } } } }`
const integration = `query ($id: ID!) { integration(id: $id) { name state service {
  id name intervalSeconds watched limitSeconds observedIntervalSeconds lastReportAt lastHeardAt formats serviceNames
  sends { kind subjects } subjects(first: 2) { id } refused { reason } lastRefusal { reason } tokens { name } } } }`
const observations = '/ingest/v1/observations'

/** Creates a token of a service; returns it with its service and the requests that it can send. */
async function givenToken(input: Json = {}) {
  const scopes = ['ingest:observations']
  const { createServiceToken } = await gateway.data(create, {
    input: { name: 'Pedidos', scopes, expiresInDays: 30, ...input },
  })
  const { token, secret } = createServiceToken
  return { id: token.id as string, service: token.service as Json, ...requestsWith(gateway.url, secret) }
}

const refusalOf = async (input: Json) => {
  const scopes = ['ingest:observations']
  const { errors } = await gateway.query(create, { input: { name: 'Pedidos', scopes, expiresInDays: 30, ...input } })
  return errors?.[0]?.extensions
}

it('the token that replaces another is one of the same service, which goes on under the new name', async () => {
  const first = await givenToken({ reportsEverySeconds: 60 })
  await first.post(observations, { observations: [outcome(200)] })
  await gateway.pass(10)
  const second = await givenToken({ name: 'Pedidos 2027', replaces: first.id })
  await second.post(observations, { observations: [{ kind: 'library', id: 'EJ-001', ok: true, durationMs: 1 }] })
  await gateway.pass(10)
  await gateway.data('mutation ($id: ID!) { revokeServiceToken(id: $id) { id } }', { id: first.id })
  await gateway.pass(20)

  expect(second.service).toMatchObject({
    id: first.service['id'],
    watched: true,
    intervalSeconds: 60,
    limitSeconds: 170,
  })
  const shown = (await gateway.data(integration, { id: `service_${String(first.service['id'])}` }))['integration']
  expect(shown).toMatchObject({
    ...{ name: 'Pedidos 2027', state: 'OPERATIVO' },
    service: {
      ...{
        name: 'Pedidos 2027',
        watched: true,
        limitSeconds: 170,
        formats: ['OWN'],
        tokens: [{ name: 'Pedidos 2027' }],
      },
      subjects: [{ id: 'EJ-001' }, { id: 'GET /api/admin/libraries/' }],
      sends: [
        { kind: 'LIBRERIAS', subjects: 1 },
        { kind: 'ENDPOINTS', subjects: 1 },
      ],
    },
  })
})

it.each<[string, Json, string]>([
  ['an interval below 5 s', { reportsEverySeconds: 4 }, 'reportsEverySeconds'],
  ['an interval over 366 days', { reportsEverySeconds: 31_622_401 }, 'reportsEverySeconds'],
  ['an unknown token to replace', { replaces: 'nobody' }, 'replaces'],
])('%s is refused by the name of its field', async (_what, input, field) => {
  expect(await refusalOf(input)).toMatchObject({ code: 'INVALID_INPUT', field })
})

it('neither a revoked token nor a personal one can be replaced', async () => {
  const revoked = await givenToken()
  await gateway.data('mutation ($id: ID!) { revokeServiceToken(id: $id) { id } }', { id: revoked.id })
  const { createMyToken } = await gateway.data(
    'mutation { createMyToken(input: { name: "Mío", scopes: ["read:Panel"], expiresInDays: 1 }) { token { id } } }',
  )

  for (const replaces of [revoked.id, createMyToken.token.id])
    expect(await refusalOf({ replaces })).toMatchObject({ code: 'INVALID_INPUT', field: 'replaces' })
})

it('an administrator states the interval later, which is audited, and counts what is not watched', async () => {
  const { service, post } = await givenToken({ name: 'Catálogo' })
  await post(observations, { observations: [] })
  await gateway.pass(10)
  const set = `mutation ($input: ServiceInterval!) { setServiceInterval(input: $input) { watched limitSeconds } }`
  const list = '{ services(watched: false) { name } unwatchedServices }'
  const before = await gateway.data(list)
  const changed = await gateway.data(set, { input: { id: service['id'], reportsEverySeconds: 10 } })
  await gateway.pass(10)
  const { audit } = await gateway.data('{ audit(first: 1) { edges { node { action object before after } } } }')

  expect(before).toEqual({ services: [{ name: 'Catálogo' }], unwatchedServices: 1 })
  expect(changed['setServiceInterval']).toEqual({ watched: true, limitSeconds: 70 })
  expect(await gateway.data(list)).toEqual({ services: [], unwatchedServices: 0 })
  expect(audit.edges[0].node).toEqual({
    ...{ action: 'service.interval', object: `service:${String(service['id'])}` },
    before: { name: 'Catálogo', reportsEverySeconds: null },
    after: { name: 'Catálogo', reportsEverySeconds: 10 },
  })
})

it('a service with several names says so, and what it sends is for every role, but not its tokens', async () => {
  const { service, post } = await givenToken({ name: 'Colector' })
  for (const name of ['pedidos', 'pagos']) {
    const sent = metricsOf('STG', { at: gateway.clock.now() })
    sent['resourceMetrics'][0].resource.attributes.push({ key: 'service.name', value: { stringValue: name } })
    await post('/ingest/otlp/v1/metrics', sent)
  }
  await gateway.pass(10)
  const reader = await givenSignedIn(gateway, 'lector')
  const { data } = await reader.ask(integration, { id: `service_${String(service['id'])}` })

  expect(data.integration.service).toMatchObject({ name: 'Colector', tokens: null, formats: ['OPENTELEMETRY'] })
  expect(data.integration.service.serviceNames).toEqual(expect.arrayContaining(['pagos', 'pedidos']))
})

it.each<[string, number | null, number[], number]>([
  ['a report every 30 s', 30, [30], 12],
  ['a report of five requests every ten minutes', 600, [0, 0, 0, 0, 600], 30],
  ['reports at no rhythm', null, [10, 100, 20, 400, 10, 60, 210], 14],
])('the usual interval of a service is what its last days show: of %s it is %s', async (_, expected, gaps, count) => {
  const { service, post } = await givenToken({ name: 'Puntual' })
  for (let sent = 0; sent < count; sent++) {
    await post(observations, { observations: [] })
    const seconds = gaps[sent % gaps.length] ?? 0
    if (seconds > 0) await gateway.pass(seconds)
  }

  const shown = (await gateway.data(integration, { id: `service_${String(service['id'])}` }))['integration']
  expect(shown.service.observedIntervalSeconds).toBe(expected)
})
