import fc from 'fast-check'
import { expiresSoon, expiresSoonFrom } from '../../../src/auth/tokens/expires-soon.ts'
import { revokeToken } from '../../../src/auth/tokens/manage-tokens.ts'
import { somebody } from '../../support/auth/operators.ts'
import { givenServiceToken } from '../../support/auth/tokens.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const by = { ...somebody, operator: { ...somebody.operator, role: 'admin' as const } }
const observations = '/ingest/v1/observations'
type Service = Awaited<ReturnType<typeof givenServiceToken>>

/** The last refusal of a service after the next tick. */
async function refusalOf({ token }: Service): Promise<Json | null> {
  await gateway.pass(10)
  const { serviceTokens } = await gateway.data('{ serviceTokens { service { id lastRefusal { reason count text } } } }')
  const service = serviceTokens.find((one: Json) => one['service'].id === token.serviceId)?.service
  return service?.lastRefusal ?? null
}

it.each<[string, (service: Service) => Promise<unknown>, Json]>([
  ['is not of the right form', ({ post }) => post(observations, {}), { reason: 'INVALID' }],
  [
    'is too large',
    ({ post }) => post(observations, { observations: [], filler: 'x'.repeat(2_000_000) }),
    { reason: 'TOO_LARGE' },
  ],
  [
    'is of another format',
    ({ post }) => post(observations, {}, { 'content-type': 'text/plain' }),
    { reason: 'UNSUPPORTED_FORMAT' },
  ],
])('a report that %s is the last refusal of its service', async (_what, send, expected) => {
  const service = await givenServiceToken(gateway)
  for (let times = 0; times < 2; times++) await send(service)

  expect(await refusalOf(service)).toMatchObject({
    count: 2,
    text: expect.stringMatching(/^todo se rechaza: /),
    ...expected,
  })
  await service.post(observations, { observations: [] })
  expect(await refusalOf(service)).toMatchObject({ count: 0, ...expected })
})

it('a report is refused at each address that takes one, with a slash at its end too', async () => {
  const [service, expired] = [await givenServiceToken(gateway), await givenServiceToken(gateway)]
  await gateway.db.apiToken.update({ where: { id: expired.token.id }, data: { expiresAt: new Date(0) } })
  const statuses: number[] = []
  for (const { post } of [service, expired])
    for (const path of [observations, '/ingest/otlp/v1/metrics'])
      for (const address of [path, `${path}/`]) statuses.push((await post(address, 'no')).status)

  expect(statuses.filter((status) => status < 400)).toEqual([])
  expect(await refusalOf(service)).toMatchObject({ count: 4 })
  expect(await refusalOf(expired)).toMatchObject({ reason: 'TOKEN_EXPIRED', count: 4 })
})

it('a token without the scope of observations is the reason', async () => {
  const service = await givenServiceToken(gateway, ['ingest:records'])
  await service.post(observations, { observations: [] })

  expect(await refusalOf(service)).toMatchObject({ reason: 'MISSING_SCOPE', count: 1 })
})

it('a service whose token has expired or was revoked is known by it, with the time', async () => {
  const [expired, revoked] = [await givenServiceToken(gateway), await givenServiceToken(gateway)]
  const other = await givenServiceToken(gateway)
  await gateway.db.apiToken.update({
    where: { id: expired.token.id },
    data: { expiresAt: new Date('2026-03-03T09:00:00Z') },
  })
  await revokeToken(gateway.db, revoked.token, by, new Date(gateway.clock.now()))
  for (const { post } of [expired, revoked]) {
    expect((await post(observations, { observations: [] })).status).toBe(401)
    await post('/ingest/v1/suppliers:batch', { suppliers: [] })
  }

  expect(await refusalOf(expired)).toEqual({
    ...{ reason: 'TOKEN_EXPIRED', count: 1 },
    text: 'su clave caducó el 3 mar 2026, 10:00 (Madrid)',
  })
  expect(await gateway.db.service.findUnique({ where: { id: revoked.token.serviceId ?? '' } })).toMatchObject({
    ...{ refusal: 'TOKEN_REVOKED', refusedCount: 1 },
  })
  expect(await refusalOf(other)).toBeNull()
})

it('a service reads its own refusals', async () => {
  const service = await givenServiceToken(gateway)
  await service.post(observations, {})
  await gateway.pass(10)

  const told = (await (await service.get('/ingest/v1/whoami')).json()) as Json
  expect(told['service']).toEqual({
    ...{ id: service.token.serviceId, intervalSeconds: null, lastReportAt: null },
    lastRefusal: { reason: 'INVALID', at: expect.any(String), count: 1 },
  })
})

it.each(['service_x', 'destination_x', 'heartbeat_x', 'telemetry'])(
  'the key %s is neither registered nor retired by the platform',
  async (key) => {
    const { authorization } = await givenServiceToken(gateway)
    for (const method of ['PUT', 'DELETE']) {
      const answer = await fetch(`${gateway.url}/ingest/v1/integrations/${key}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(method === 'PUT' && { body: '{"name":"Una"}' }),
      })
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('is reserved for Vigía itself'),
      ])
    }
  },
)

it('an integration of before with a reserved key stays the platform’s', async () => {
  const key = 'service_pagos'
  const subject = await gateway.db.subject.create({ data: { kind: 'INTEGRACIONES', key, name: 'Pagos' } })
  await gateway.db.integration.create({ data: { key, name: 'Pagos', subjectId: subject.id } })
  const { authorization } = await givenServiceToken(gateway)
  const send = (method: string, body?: string) =>
    fetch(`${gateway.url}/ingest/v1/integrations/${key}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })

  expect((await send('PUT', '{"name":"Pagos nuevos"}')).status).toBe(200)
  expect((await send('DELETE')).status).toBe(204)
})

it('the metrics have whether each service is silent, and the time of its last report', async () => {
  const { post } = await givenServiceToken(gateway, ['ingest:observations'], 'Medido')
  await post(observations, { observations: [] })
  const at = gateway.clock.now()
  await gateway.pass(10)

  const text = await (await gateway.get('/metrics')).text()
  expect(text).toContain('vigia_source_silent{source="Medido"} 0')
  expect(text).toContain(`vigia_source_last_report_seconds{source="Medido"} ${at / 1_000}`)
})

it('a token expires soon from 7 days before its end, or from half of its validity if that is shorter', () => {
  const day = 86_400_000
  const days = fc.integer({ min: 1, max: 365 })
  fc.assert(
    fc.property(days, fc.nat({ max: 400 * 24 }), (valid, hours) => {
      const token = { createdAt: new Date(0), expiresAt: new Date(valid * day), revokedAt: null }
      const at = new Date(hours * 3_600_000)
      const isSoon = at < token.expiresAt && at.getTime() >= valid * day - Math.min(7 * day, (valid * day) / 2)
      expect(expiresSoon(token, at)).toBe(isSoon)
      expect(expiresSoon({ ...token, revokedAt: at }, at)).toBe(false)
    }),
  )
  expect(expiresSoonFrom({ createdAt: new Date(0), expiresAt: new Date(30 * day) })).toBe(23 * day)
})
