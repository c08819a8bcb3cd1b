import { render } from '../../src/messages/sentences.ts'
import type { RejectedReport } from '../../src/monitoring/intake/accept-reports.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { minutes, seconds } from '../support/monitoring/traffic.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const iso = (ms: number) => new Date(ms).toISOString()

/** Ten requests of the last ten seconds, one of which failed. */
const counted = (changes: Json = {}) => ({
  kind: 'endpoint' as const,
  method: 'GET',
  path: '/api/admin/libraries/',
  from: iso(gateway.clock.now() - seconds(10)),
  to: iso(gateway.clock.now()),
  count: 10,
  bad: 1,
  durations: { bounds: [100, 500, 1_000], counts: [6, 1, 1, 2] },
  ...changes,
})

// The endpoint is critical: its requests are slow above 500 ms.
it('aggregated observations count as samples, beside single ones and each validated separately', async () => {
  const single = { kind: 'library' as const, id: 'EJ-001', ok: true, durationMs: 20 }
  const ofLibrary = { ...counted(), kind: 'library' as const, id: 'EJ-001', bad: 0 }

  const { status, body } = await gateway.report(counted(), single, ofLibrary, counted({ path: '/api/admin/nowhere/' }))
  await gateway.pass(10)

  expect({ status, body }).toEqual({
    status: 202,
    body: {
      accepted: 3,
      rejected: [
        {
          ...{ index: 3, reason: 'No endpoint of the inventory is GET /api/admin/nowhere/.' },
          sentence: { code: 'ENDPOINT_NOT_LISTED', parameters: { key: 'GET /api/admin/nowhere/' } },
        },
      ],
    },
  })
  const rows = await gateway.db.bucket.findMany({ where: { span: 10, n: { gte: 10 } }, orderBy: { bad: 'desc' } })
  expect(rows).toMatchObject([
    { n: 10, bad: 1, slow: 3, tail: 0, intervalMs: 10_000, approximate: true },
    { n: 10, bad: 0, slow: 2, tail: 10, intervalMs: 10_000, approximate: true },
  ])
})

it('percentiles are approximate from wide bins, and exact from narrow ones and from single samples', async () => {
  const narrow = {
    durations: { bounds: [75, 100], counts: [0, 10, 0] },
    kind: 'integration' as const,
    id: 'sinli_inbound',
  }
  await gateway.report(counted({ path: '/api/admin/search/' }), counted(narrow), {
    kind: 'library',
    id: 'EJ-002',
    ok: true,
    durationMs: 20,
  })
  await gateway.pass(10)

  const ofSubject = 'latency { approximate } history { latency { approximate } }'
  const told = await gateway.data(`{
    endpoint(id: "GET /api/admin/search/") { ${ofSubject} }
    integration(id: "sinli_inbound") { ${ofSubject} }
    library(id: "EJ-002") { ${ofSubject} }
  }`)
  const latencyOf = (approximate: boolean) => ({ latency: { approximate }, history: [{ latency: { approximate } }] })
  expect(told).toEqual({ endpoint: latencyOf(true), integration: latencyOf(false), library: latencyOf(false) })
  const { items } = (await (await gateway.get('/api/admin/endpoints/')).json()) as Json
  expect(items.find(({ id }: Json) => id === 'GET /api/admin/search/').latency).toMatchObject({ approximate: true })
})

it.each<[string, (now: number) => Json]>([
  ['"to" is ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z.', () => ({ to: 'now' })],
  ['"from" is before "to".', (now) => ({ from: iso(now) })],
  ['From "from" to "to" it is at most 60 minutes.', (now) => ({ from: iso(now - minutes(61)) })],
  ['It is more than 60 minutes old.', (now) => ({ from: iso(now - minutes(62)), to: iso(now - minutes(61)) })],
  ['It is more than 1 minute in the future.', (now) => ({ to: iso(now + minutes(2)) })],
  ['"count" is 1 or more.', () => ({ count: 0 })],
  ['"bad" is at most "count".', () => ({ bad: 11 })],
  ['The counts of "durations" add up to "count".', () => ({ count: 9 })],
  ['"durations" has one more count than bounds.', () => ({ durations: { bounds: [1], counts: [10] } })],
  ['"durations.bounds" ascend.', () => ({ durations: { bounds: [2, 1], counts: [10, 0, 0] } })],
  ['"kind" is endpoint, library or integration.', () => ({ kind: 'shop' })],
])('aggregated observations are rejected with the sentence %s', async (reason, changes) => {
  const { body } = await gateway.report(counted(changes(gateway.clock.now())))

  expect(body).toEqual({ accepted: 0, rejected: [{ index: 0, reason, sentence: expect.anything() }] })
  expect(render((body['rejected'] as [RejectedReport])[0].sentence, 'en')).toBe(reason)
})

it('an observation with several mistakes is rejected with all of them, in both languages', async () => {
  const { body } = await gateway.report({ ...counted({ count: -1 }), method: '' })

  const [{ reason, sentence }] = body['rejected'] as [RejectedReport]
  expect(reason).toBe('"method" is not empty. "count" is 0 or more. "count" is 1 or more.')
  expect(render(sentence, 'en')).toBe(reason)
  expect(render(sentence, 'es')).toBe(
    '«method» no puede estar vacío. «count» debe ser 0 como mínimo. «count» debe ser 1 como mínimo.',
  )
})

it('what an unregistered subject needs is told in both languages', async () => {
  const { body } = await gateway.report({ kind: 'library', id: 'EJ 9', ok: true, durationMs: 20 })

  const [{ reason, sentence }] = body['rejected'] as [RejectedReport]
  expect(reason).toBe('There is no library EJ 9; register it with PUT /ingest/v1/libraries/EJ%209.')
  expect(render(sentence, 'es')).toBe('No existe la librería EJ 9: se registra con PUT /ingest/v1/libraries/EJ%209.')
})
