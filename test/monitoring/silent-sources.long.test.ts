import { revokeToken } from '../../src/auth/tokens/manage-tokens.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json, type Observation } from '../support/gateway.ts'
import { givenSignedIn, somebody } from '../support/auth/operators.ts'
import { givenServiceToken, requestsWith } from '../support/auth/tokens.ts'

let database: GivenDatabase
beforeEach(async () => {
  database = await givenDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())

const panel = `notifications { telemetryInterruptedSince silentSources { name since } }`
const ofLibrary = (id: string, ok: boolean) =>
  times(3, { kind: 'library', id, ok, durationMs: 20 } satisfies Observation)
type Sender = { secret: string; observations: Observation[] }

/** Lets time pass; every 30 seconds each sender reports its observations, and `own` runs. */
async function lives(gateway: GivenGateway, seconds: number, senders: Sender[], own?: () => Promise<unknown>) {
  for (let passed = 0; passed < seconds; passed += 30) {
    for (const { secret, observations } of senders)
      await requestsWith(gateway.url, secret).post('/ingest/v1/observations', { observations })
    await own?.()
    await gateway.pass(30)
  }
}

const statesOf = async (...keys: string[]) => {
  const subjects = await database.db.subject.findMany({ where: { key: { in: keys } } })
  return keys.map((key) => subjects.find((subject) => subject.key === key)?.state)
}
const incidentOf = (key: string) => database.db.incident.findFirst({ where: { subject: { key } } })
const silentOf = async (gateway: GivenGateway) => (await gateway.data(`{ ${panel} }`))['notifications'] as Json
const receive = async (gateway: GivenGateway, name: string) =>
  (await givenServiceToken(gateway, ['ingest:observations'], name)).secret

/** Makes the libraries Desconocido after three minutes without samples, so that less time has to pass. */
const shortenSilence = () =>
  database.db.subject.updateMany({
    where: { kind: 'LIBRERIAS' },
    data: { policy: { silenceMinMs: 180_000, freezeAfterMs: 180_000 } },
  })

/** Two services that have sent for three minutes: "Pedidos" a failing and a healthy library, "Catálogo" one. */
async function givenTwoServices(gateway: GivenGateway) {
  await shortenSilence()
  const orders = {
    secret: await receive(gateway, 'Pedidos'),
    observations: [...ofLibrary('EJ-001', false), ...ofLibrary('EJ-003', true)],
  }
  const catalogue = { secret: await receive(gateway, 'Catálogo'), observations: ofLibrary('EJ-002', true) }
  await lives(gateway, 180, [orders, catalogue])
  return { orders, catalogue, silentSince: new Date(gateway.clock.now() - 30_000).toISOString() }
}

it('a silent service is shown on the panel, and the subjects of another service are evaluated', async () => {
  await using gateway = await givenGateway({ database })
  const pushed = gateway.listen(`subscription { ${panel} }`)
  const { orders, catalogue, silentSince } = await givenTwoServices(gateway)
  const silence = [{ name: 'Pedidos', since: silentSince }]

  await lives(gateway, 240, [catalogue])
  const held = [await silentOf(gateway), await statesOf('EJ-001', 'EJ-002', 'EJ-003')]
  await lives(gateway, 120, [{ ...catalogue, observations: ofLibrary('EJ-002', false) }])
  const other = await statesOf('EJ-001', 'EJ-002', 'EJ-003')
  await lives(gateway, 120, [{ ...orders, observations: ofLibrary('EJ-002', true) }, catalogue])

  const message = await pushed.until(({ notifications }) => notifications.silentSources.length > 0)
  expect(message['notifications'].silentSources).toEqual(silence)
  expect(held).toEqual([
    { telemetryInterruptedSince: null, silentSources: silence },
    ['FALLANDO', 'OPERATIVO', 'OPERATIVO'],
  ])
  expect(other).toEqual(['FALLANDO', 'FALLANDO', 'OPERATIVO'])
  expect(await incidentOf('EJ-001')).toMatchObject({ noData: false, resolvedAt: null })
  // The silence of the service does not count as that of the libraries that it has not reported again yet.
  expect(await silentOf(gateway)).toMatchObject({ silentSources: [] })
  expect(await statesOf('EJ-001', 'EJ-003')).toEqual(['FALLANDO', 'OPERATIVO'])
})

it('a silence survives a restart and a change of leader: the subjects of the service keep their states', async () => {
  const clock = manualClock()
  const first = await givenGateway({ database, clock })
  const { orders, catalogue, silentSince } = await givenTwoServices(first)
  await lives(first, 210, [catalogue])
  await first[Symbol.asyncDispose]()
  await clock.advance(20 * 60_000, () => Promise.resolve())

  const second = await givenGateway({ database, clock })
  await lives(second, 120, [catalogue])
  const restarted = [await silentOf(second), await statesOf('EJ-001', 'EJ-002', 'EJ-003')]
  await using third = await givenGateway({ database, clock })
  await second[Symbol.asyncDispose]()
  await lives(third, 90, [catalogue])
  const led = [await silentOf(third), await statesOf('EJ-001', 'EJ-002', 'EJ-003')]
  await lives(third, 60, [{ ...orders, observations: ofLibrary('EJ-003', true) }, catalogue])

  const expected = [
    { telemetryInterruptedSince: null, silentSources: [{ name: 'Pedidos', since: silentSince }] },
    ['FALLANDO', 'OPERATIVO', 'OPERATIVO'],
  ]
  expect(restarted).toEqual(expected)
  expect(led).toEqual(expected)
  expect(await silentOf(third)).toMatchObject({ silentSources: [] })
  expect(await statesOf('EJ-001', 'EJ-003')).toEqual(['FALLANDO', 'OPERATIVO'])
})

it('a silent service does not hold an endpoint that Vigía itself measures', async () => {
  await using gateway = await givenGateway({ database })
  const path = '/api/admin/libraries/'
  const orders = {
    secret: await receive(gateway, 'Pedidos'),
    observations: [...times(3, outcome(500, path)), ...ofLibrary('EJ-001', false)],
  }
  const quick = { cleanFailingMs: 60_000, cleanDegradedMs: 60_000, silenceMinMs: 180_000, freezeAfterMs: 180_000 }
  await database.db.subject.updateMany({ data: { policy: quick } })
  await lives(gateway, 180, [orders])
  const before = await statesOf(`GET ${path}`, 'EJ-001')

  // Read to its end: a response that ends after the clock has moved would be slow.
  await lives(gateway, 6 * 60, [], async () => (await gateway.get(path)).text())

  expect(before).toEqual(['FALLANDO', 'FALLANDO'])
  expect(await statesOf(`GET ${path}`, 'EJ-001')).toEqual(['OPERATIVO', 'FALLANDO'])
})

it('telemetry is interrupted while every service is silent, whenever each of them fell silent', async () => {
  await using gateway = await givenGateway({ database })
  const { catalogue, silentSince } = await givenTwoServices(gateway)
  await lives(gateway, 210, [catalogue])
  const lastHeard = new Date(gateway.clock.now() - 30_000)

  await lives(gateway, 240, [])

  expect(await silentOf(gateway)).toEqual({
    telemetryInterruptedSince: lastHeard.toISOString(),
    silentSources: [
      { name: 'Pedidos', since: silentSince },
      { name: 'Catálogo', since: lastHeard.toISOString() },
    ],
  })
  expect(await statesOf('EJ-001', 'EJ-002', 'EJ-003')).toEqual(['FALLANDO', 'OPERATIVO', 'OPERATIVO'])
})

it('a service whose token is revoked is no longer silent, and its subjects become Desconocido', async () => {
  await using gateway = await givenGateway({ database })
  const { catalogue } = await givenTwoServices(gateway)
  await lives(gateway, 210, [catalogue])
  const { id } = await gateway.db.apiToken.findFirstOrThrow({ where: { name: 'Pedidos' } })
  const admin = { ...somebody, operator: { ...somebody.operator, role: 'admin' as const } }

  await revokeToken(gateway.db, { kind: 'SERVICE', id }, admin, new Date(gateway.clock.now()))
  await lives(gateway, 30, [catalogue])

  expect(await silentOf(gateway)).toMatchObject({ silentSources: [] })
  expect(await statesOf('EJ-001', 'EJ-002', 'EJ-003')).toEqual(['DESCONOCIDO', 'OPERATIVO', 'DESCONOCIDO'])
})

it('a subject whose silence means failure fails if its silent service reports nothing else', async () => {
  await using gateway = await givenGateway({ database })
  const { catalogue } = await givenTwoServices(gateway)
  await database.db.subject.updateMany({
    where: { key: { in: ['EJ-002', 'EJ-003'] } },
    data: { policy: { silenceMeans: 'FALLANDO', expectedIntervalMs: 120_000 } },
  })
  const other = { secret: await receive(gateway, 'Stock'), observations: ofLibrary('EJ-004', true) }
  await lives(gateway, 60, [catalogue, other])

  await lives(gateway, 240, [other])

  // EJ-003 is one of two that its service reports.
  expect(await statesOf('EJ-002', 'EJ-003')).toEqual(['FALLANDO', 'OPERATIVO'])
})

it('administrators and the service itself see what it sends, its last request and its unmatched keys', async () => {
  await using gateway = await givenGateway({ database })
  const secret = await receive(gateway, 'Pedidos')
  const lost = { kind: 'library', id: 'EJ-999', ok: true, durationMs: 20 } satisfies Observation
  const observations = [...ofLibrary('EJ-001', true), ...ofLibrary('EJ-002', true), outcome(200), lost, lost]
  await lives(gateway, 180, [{ secret, observations }])
  const lastAt = new Date(gateway.clock.now() - 30_000).toISOString()
  const unmatched = [{ kind: 'LIBRERIAS', key: 'EJ-999', count: 12, lastAt }]

  const { ask, get } = await givenSignedIn(gateway, 'admin')
  const { data } = await ask(`{ serviceTokens { name telemetry { lastHeardAt meanGapMs silentSince
    sends { kind subjects lastAt } unmatched { kind key count lastAt } } } }`)
  const rest = (await (await get('/api/admin/service-tokens/')).json()) as Json
  const own = (await (await requestsWith(gateway.url, secret).get('/ingest/v1/whoami')).json()) as Json

  const telemetry = {
    lastHeardAt: lastAt,
    meanGapMs: 30_000,
    silentSince: null,
    sends: [
      { kind: 'LIBRERIAS', subjects: 2, lastAt },
      { kind: 'ENDPOINTS', subjects: 1, lastAt },
    ],
    unmatched,
  }
  expect(data.serviceTokens).toEqual([{ name: 'Pedidos', telemetry }])
  expect(rest['items'][0].telemetry).toEqual({ ...telemetry, formats: ['OWN'], unmatchedCount: 1, refused: [] })
  expect(own).toMatchObject({ name: 'Pedidos', lastHeardAt: lastAt, unmatched })

  await gateway.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'EJ-999', name: 'Una' } })
  expect(await (await requestsWith(gateway.url, secret).get('/ingest/v1/whoami')).json()).toMatchObject({
    unmatched: [],
  })
})

it('the last twenty unmatched keys of a service are shown, and more are stored', async () => {
  await using gateway = await givenGateway({ database })
  const secret = await receive(gateway, 'Pedidos')
  for (let first = 0; first < 30; first += 10)
    await lives(gateway, 30, [
      {
        secret,
        observations: Array.from({ length: 10 }, (_, index) => ({
          kind: 'library',
          id: `X-${first + index}`,
          ok: true,
          durationMs: 20,
        })),
      },
    ])

  const { unmatched } = (await (await requestsWith(gateway.url, secret).get('/ingest/v1/whoami')).json()) as Json

  expect(unmatched).toHaveLength(20)
  expect(unmatched.map(({ key }: Json) => key)).toEqual(expect.arrayContaining(['X-10', 'X-29']))
  expect(await gateway.db.unmatchedSubject.count()).toBe(30)
})
