import { givenGateway, outcome, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenService, listOpen, passReporting } from '../../support/monitoring/services.ts'

const endpoint = 'GET /api/admin/libraries/'
const reception = 'Recepción de telemetría'

let gateway: GivenGateway
beforeEach(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  await gateway.db.subject.createMany({
    data: ['L-1', 'L-2'].map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key })),
  })
})
afterEach(() => gateway[Symbol.asyncDispose]())

const library = (id: string) => ({ kind: 'library' as const, id, ok: true, durationMs: 20 })
const stateOf = async (key: string) =>
  (await gateway.db.subject.findFirstOrThrow({ where: { key, kind: 'LIBRERIAS' } })).state
const setInterval = (id: string, reportsEverySeconds: number) =>
  gateway.data(
    'mutation ($id: ID!, $s: Int) { setServiceInterval(input: { id: $id, reportsEverySeconds: $s }) { watched } }',
    { id, s: reportsEverySeconds },
  )
const reasonOf = async (id: string) =>
  (
    (await gateway.data('query ($id: ID!) { subject(kind: LIBRERIAS, id: $id) { reason } }', { id }))['subject'] as Json
  )['reason'] as string

it('a watched service that stops is told within its limit and a tick, and its subjects are Desconocido with the reason', async () => {
  const stopped = await givenService(gateway, 'pedidos', 10)
  const other = await givenService(gateway, 'catalogo', 10)
  await passReporting(gateway, 120, [
    [stopped, library('L-1')],
    [other, library('L-2')],
  ])
  const before = [await stopped.state(), await stateOf('L-1'), await listOpen(gateway)]

  await passReporting(gateway, 50, [[other, library('L-2')]])
  const soon = await listOpen(gateway)
  await passReporting(gateway, 20, [[other, library('L-2')]])
  const told = await listOpen(gateway)
  const states = [await stopped.state(), await other.state(), await stateOf('L-1'), await stateOf('L-2')]
  const reason = await reasonOf('L-1')
  const evidence = (
    await gateway.data(
      '{ incidents { edges { node { reason evidence { reports { service lastReportAt intervalSeconds } } } } } }',
    )
  )['incidents'] as Json
  const panel = (await gateway.data('{ notifications { badge silentSources { name } telemetryInterruptedSince } }'))[
    'notifications'
  ] as Json
  await passReporting(gateway, 20, [
    [stopped, library('L-1')],
    [other, library('L-2')],
  ])

  expect(before).toEqual(['OPERATIVO', 'OPERATIVO', []])
  expect(soon).toEqual([])
  expect(told).toEqual([{ name: 'pedidos', suppressed: false, severity: 'FALLANDO' }])
  expect(states).toEqual(['FALLANDO', 'OPERATIVO', 'DESCONOCIDO', 'OPERATIVO'])
  expect(reason).toMatch(
    /^No llega ninguna muestra desde hace \d+ s; su servicio, pedidos, informó por última vez el .* \(Madrid\)\.$/,
  )
  expect(evidence['edges'][0].node).toEqual({
    reason: expect.stringMatching(/^No informa desde hace \d+ s; debe informar cada 10 s\.$/),
    evidence: { reports: { service: 'pedidos', lastReportAt: expect.any(String), intervalSeconds: 10 } },
  })
  expect(panel).toEqual({ badge: 1, silentSources: [{ name: 'pedidos' }], telemetryInterruptedSince: null })
  expect([await listOpen(gateway), await stopped.state(), await stateOf('L-1')]).toEqual([[], 'OPERATIVO', 'OPERATIVO'])
})

it('the only service that stops is told the same, and telemetry is interrupted since its last report', async () => {
  const only = await givenService(gateway, 'pedidos', 10)
  await passReporting(gateway, 120, [[only, library('L-1')]])
  const last = new Date(gateway.clock.now() - 10_000).toISOString()

  await gateway.pass(80)

  expect(await listOpen(gateway)).toEqual([{ name: 'pedidos', suppressed: false, severity: 'FALLANDO' }])
  expect(await gateway.data('{ notifications { telemetryInterruptedSince } }')).toEqual({
    notifications: { telemetryInterruptedSince: last },
  })
})

it('two watched services that stop at once are one incident, of the reception of telemetry; what stays silent counts two minutes after another returns', async () => {
  const services = [await givenService(gateway, 'pedidos', 10), await givenService(gateway, 'catalogo', 10)]
  await passReporting(gateway, 120, services)

  await gateway.pass(80)
  const told = await listOpen(gateway)
  await passReporting(gateway, 10, services.slice(1))
  const returned = await listOpen(gateway)
  await passReporting(gateway, 120, services.slice(1))

  expect(told).toEqual(
    expect.arrayContaining([
      { name: reception, suppressed: false, severity: 'FALLANDO' },
      { name: 'pedidos', suppressed: true, severity: 'FALLANDO' },
      { name: 'catalogo', suppressed: true, severity: 'FALLANDO' },
    ]),
  )
  expect(told).toHaveLength(3)
  expect(returned).toEqual([{ name: 'pedidos', suppressed: true, severity: 'FALLANDO' }])
  expect(await listOpen(gateway)).toEqual([{ name: 'pedidos', suppressed: false, severity: 'FALLANDO' }])
})

it.each<[string, (id: string) => Promise<unknown> | undefined]>([
  ['a shorter interval', (id) => setInterval(id, 30)],
  ['a longer interval', (id) => setInterval(id, 3_600)],
  [
    'a new token with another interval',
    async (id) => {
      const { id: replaces } = await gateway.db.apiToken.findFirstOrThrow({ where: { serviceId: id } })
      const token = { name: 'pedidos', scopes: ['ingest:observations'], expiresInDays: 365 }
      return gateway.post('/api/admin/service-tokens/', { ...token, reportsEverySeconds: 120, replaces })
    },
  ],
  ['a clock that is set back', () => void gateway.clock.set(-210_000)],
])('the silence of a service that is told does not end with %s, only with a report', async (_, change) => {
  const silent = await givenService(gateway, 'pedidos', 60)
  await passReporting(gateway, 60, [[silent, library('L-1')]])
  await gateway.pass(240)

  await change(silent.id)
  await gateway.pass(60)
  const told = [await listOpen(gateway), await silent.state(), await stateOf('L-1')]
  await passReporting(gateway, 70, [[silent, library('L-1')]])

  expect(told).toEqual([[{ name: 'pedidos', suppressed: false, severity: 'FALLANDO' }], 'FALLANDO', 'DESCONOCIDO'])
  expect([await listOpen(gateway), await silent.state(), await stateOf('L-1')]).toEqual([[], 'OPERATIVO', 'OPERATIVO'])
})

it('a resolution that is refused, or forced, says of a silent service since when it does not report', async () => {
  const services = [await givenService(gateway, 'pedidos', 10), await givenService(gateway, 'pagos', 10)]
  await passReporting(gateway, 60, services)
  await gateway.pass(90)
  const resolve = async (key: string, force: boolean) => {
    const { id } = await gateway.db.incident.findFirstOrThrow({ where: { subject: { name: key } } })
    const { errors } = await gateway.query(
      `mutation { resolveIncident(id: "${id}", reason: "Lo apagamos", force: ${force}) { status } }`,
    )
    return (errors?.[0]?.message ?? null) as string | null
  }

  expect(await resolve('pedidos', false)).toMatch(
    /^The condition still holds: It has not reported for \d+ s; it should report every 10 s\. /,
  )
  expect(await resolve(reception, false)).toMatch(/^The condition still holds: No watched service has reported for /)
  expect(await resolve('pedidos', true)).toBeNull()
  const { evidence } = await gateway.db.timelineEntry.findFirstOrThrow({ where: { event: 'RESOLVED' } })
  expect(evidence).toMatchObject({ code: 'SILENCE_FAILING', reports: { service: 'pedidos' } })
})

it('a service without an interval is not watched: its silence opens no incident, and its subjects follow their own limit', async () => {
  const service = await givenService(gateway, 'pedidos')
  await passReporting(gateway, 120, [[service, library('L-1')]])
  await gateway.pass(14 * 60)
  const before = await stateOf('L-1')
  await gateway.pass(2 * 60)

  expect([before, await stateOf('L-1'), await service.state()]).toEqual(['OPERATIVO', 'DESCONOCIDO', 'DESCONOCIDO'])
  expect(await listOpen(gateway)).toEqual([])
})

it('a silent service that is watched no longer has no incident, and is Desconocido', async () => {
  const service = await givenService(gateway, 'pedidos', 10)
  await passReporting(gateway, 60, [service])
  await gateway.pass(90)
  const told = await listOpen(gateway)
  await gateway.data(
    'mutation ($id: ID!) { setServiceInterval(input: { id: $id, reportsEverySeconds: null }) { watched } }',
    { id: service.id },
  )
  await gateway.pass(20)

  expect(told).toHaveLength(1)
  expect([await listOpen(gateway), await service.state()]).toEqual([[], 'DESCONOCIDO'])
  expect((await gateway.db.incident.findFirstOrThrow()).resolution).toBe('BY_HAND')
})

it('an endpoint that Vigía itself measures does not become Desconocido with a silent service', async () => {
  const service = await givenService(gateway, 'pedidos', 10)
  await passReporting(gateway, 120, [[service, outcome(200)]])
  for (let passed = 0; passed < 90; passed += 10) {
    await gateway.get('/api/admin/libraries/')
    await gateway.pass(10)
  }

  expect(await service.state()).toBe('FALLANDO')
  expect((await gateway.db.subject.findFirstOrThrow({ where: { key: endpoint } })).state).toBe('OPERATIVO')
})

it('a restart of twenty minutes tells no silence; what really died meanwhile is told after it', async () => {
  const service = await givenService(gateway, 'pedidos', 60)
  await passReporting(gateway, 120, [[service, library('L-1')]])

  gateway.clock.jump(20 * 60_000)
  await gateway.pass(120)
  const during = await listOpen(gateway)
  await gateway.pass(120)

  expect(during).toEqual([])
  expect(await listOpen(gateway)).toEqual([{ name: 'pedidos', suppressed: false, severity: 'FALLANDO' }])
})

describe('a subject with a schedule of its own that only a watched service reports', () => {
  const schedule = { silenceMeans: 'FALLANDO', expectedIntervalMs: 20_000 }

  it('waits while its service has not reported, and is Desconocido once that is told silent', async () => {
    const service = await givenService(gateway, 'pedidos', 60)
    await gateway.db.subject.updateMany({ where: { key: 'L-1' }, data: { policy: schedule } })
    for (let minute = 0; minute < 3; minute++) {
      await service.report(library('L-1'), library('L-2'))
      await gateway.pass(60)
    }
    const between = await stateOf('L-1')
    await gateway.pass(120)
    const told = [await service.state(), await stateOf('L-1')]
    await passReporting(gateway, 20, [[service, library('L-2')]])
    const returned = await stateOf('L-1')
    await passReporting(gateway, 30, [[service, library('L-2')]])

    expect(between).toBe('OPERATIVO')
    expect(told).toEqual(['FALLANDO', 'DESCONOCIDO'])
    expect(returned).toBe('DESCONOCIDO')
    expect(await stateOf('L-1')).toBe('FALLANDO')
  })

  it('is Desconocido, not Fallando, where one that is not watched stops, also if one that is retired reported it long ago', async () => {
    await gateway.db.subject.updateMany({ where: { key: 'L-1' }, data: { policy: schedule } })
    const former = await givenService(gateway, 'anterior')
    await former.report(library('L-1'))
    await gateway.pass(10)
    await gateway.db.apiToken.deleteMany({ where: { serviceId: former.id } })
    const service = await givenService(gateway, 'pedidos')
    await passReporting(gateway, 60, [[service, library('L-1'), library('L-2')]])
    await gateway.pass(60)

    expect([await stateOf('L-1'), await listOpen(gateway)]).toEqual(['DESCONOCIDO', []])
  })
})

it('a scheduled subject that another service reported months ago waits for the one that reports it now', async () => {
  const policy = { silenceMeans: 'FALLANDO', expectedIntervalMs: 60_000 }
  await gateway.db.subject.updateMany({ where: { key: 'L-1' }, data: { policy } })
  const [now, once] = [await givenService(gateway, 'ahora', 60), await givenService(gateway, 'antes', 10)]
  await once.report(library('L-1'))
  await gateway.pass(20)
  const lastAt = new Date(gateway.clock.now() - 60 * 86_400_000)
  await gateway.db.sourceSubject.updateMany({ where: { sourceId: once.id }, data: { lastAt, reportedAt: lastAt } })
  await passReporting(gateway, 120, [[now, library('L-1')], once])
  await passReporting(gateway, 220, [once])

  expect(await listOpen(gateway)).toEqual([{ name: 'ahora', suppressed: false, severity: 'FALLANDO' }])
  expect(await stateOf('L-1')).toBe('DESCONOCIDO')
})
