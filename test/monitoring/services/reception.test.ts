import { revokeToken } from '../../../src/auth/tokens/manage-tokens.ts'
import { dataOf, givenAlertingGateway, givenDestination } from '../../support/alerting/destinations.ts'
import { givenReceiver } from '../../support/alerting/receiver.ts'
import { somebody } from '../../support/auth/operators.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenService, listOpen, passReporting, type GivenService } from '../../support/monitoring/services.ts'
import { until } from '../../support/until.ts'

const by = { ...somebody, operator: { ...somebody.operator, role: 'admin' as const } }

async function revoke(gateway: GivenGateway, { id }: GivenService): Promise<void> {
  for (const token of await gateway.db.apiToken.findMany({ where: { serviceId: id } }))
    await revokeToken(gateway.db, { kind: 'SERVICE', id: token.id }, by, new Date(gateway.clock.now()))
}

const watchNoLonger = (gateway: GivenGateway, { id }: GivenService) =>
  gateway.data(
    'mutation ($id: ID!) { setServiceInterval(input: { id: $id, reportsEverySeconds: null }) { watched } }',
    { id },
  )

const stateOf = async ({ db }: GivenGateway) =>
  (await db.subject.findUniqueOrThrow({ where: { kind_key: { kind: 'INTEGRACIONES', key: 'telemetry' } } })).state

async function givenTwo() {
  const gateway = await givenGateway()
  const services = [await givenService(gateway, 'pedidos', 10), await givenService(gateway, 'catalogo', 10)]
  await passReporting(gateway, 60, services)
  return { gateway, services, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() }
}

/** Two services that have reported a library, and a destination that is told at once. */
async function givenTold(input: Json) {
  const receiver = await givenReceiver((response) => response.writeHead(200).end())
  const gateway = await givenAlertingGateway()
  await gateway.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'L-1', name: 'L-1' } })
  const sample = { kind: 'library' as const, id: 'L-1', ok: true, durationMs: 20 }
  const services = [await givenService(gateway, 'pedidos', 10), await givenService(gateway, 'catalogo', 10)]
  const reporting = services.map((service) => [service, sample] as [GivenService, typeof sample])
  const quick = { waitSeconds: 0, intervalSeconds: 10, repeatSeconds: null, events: [] }
  await givenDestination(gateway, receiver.url, { ...quick, ...input })
  await passReporting(gateway, 60, reporting)
  return {
    ...{ gateway, receiver, reporting },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

describe('the reception of telemetry', () => {
  it('has no incident when the last services are retired, and is Desconocido', async () => {
    await using given = await givenTwo()
    const { gateway, services } = given
    for (const service of services) await revoke(gateway, service)
    await gateway.pass(120)

    expect([await listOpen(gateway), await stateOf(gateway)]).toEqual([[], 'DESCONOCIDO'])
  })

  it.each([
    ['retired', revoke],
    ['watched no longer', watchNoLonger],
  ])('that is told ends when its services are %s, and begins with their next reports', async (_what, end) => {
    await using given = await givenTwo()
    const { gateway, services } = given
    await gateway.pass(80)
    const told = (await listOpen(gateway)).map(({ name }) => name as string)
    for (const service of services) await end(gateway, service)
    await gateway.pass(20)

    expect(told).toContain('Recepción de telemetría')
    expect([await listOpen(gateway), await stateOf(gateway)]).toEqual([[], 'DESCONOCIDO'])
    const others = [await givenService(gateway, 'tienda', 10), await givenService(gateway, 'pagos', 10)]
    await passReporting(gateway, 30, others)
    expect([await listOpen(gateway), await stateOf(gateway)]).toEqual([[], 'OPERATIVO'])
  })

  it('is Desconocido once each service has been told silent by itself', async () => {
    await using given = await givenTwo()
    const { gateway, services } = given
    await passReporting(gateway, 120, services.slice(1))
    await gateway.pass(120)

    expect(await stateOf(gateway)).toBe('DESCONOCIDO')
    expect((await listOpen(gateway)).map(({ name }) => name as string)).toEqual(['pedidos', 'catalogo'])
  })

  it('is part of Vigía, and no operator retires it', async () => {
    await using given = await givenTwo()
    const { errors } = await given.gateway.query(
      'mutation { retireSubject(input: { kind: INTEGRACIONES, id: "telemetry", reason: "Una prueba" }) { __typename } }',
    )

    expect(errors).toMatchObject([{ message: expect.stringContaining('is part of Vigía itself') }])
  })

  it('tells its end to whom its beginning was told, although integrations are muted and it is more than one', async () => {
    await using given = await givenTold({})
    const { gateway, receiver, reporting } = given
    const endsAt = new Date(gateway.clock.now() + 86_400_000).toISOString()
    await gateway.data('mutation ($input: MuteInput!) { mute(input: $input) { id } }', {
      input: { matcher: { kinds: ['INTEGRACIONES'] }, reason: 'Ya se sabe', endsAt },
    })
    await gateway.pass(90)
    const named = (list: string) =>
      dataOf(receiver.received).flatMap((data) =>
        ((data[list] ?? []) as Json[]).map(({ subject }) => subject.name as string),
      )
    await until('the beginning is told', () => named('firing').includes('Recepción de telemetría'), 20_000)
    await passReporting(gateway, 60, reporting)
    await until('the end is told', () => named('resolved').includes('Recepción de telemetría'), 20_000)
  })

  it('that fell silent in a maintenance is told at its end to a destination of what its services observe', async () => {
    await using given = await givenTold({ filter: { kinds: ['LIBRERIAS'] } })
    const { gateway, receiver } = given
    const at = (seconds: number) => new Date(gateway.clock.now() + seconds * 1_000).toISOString()
    await gateway.data('mutation ($input: MaintenanceInput!) { planMaintenance(input: $input) { id } }', {
      input: { reason: 'Todo', startsAt: at(0), endsAt: at(200), matcher: {} },
    })
    await gateway.pass(500)

    const told = await until(
      'it is told',
      () => dataOf(receiver.received).find(({ firing }) => firing.length > 0),
      20_000,
    )
    expect(told['firing']).toMatchObject([{ subject: { name: 'Recepción de telemetría' } }])
  })

  it('shows the time of the last report as that of its last sample', async () => {
    await using given = await givenTwo()
    const { gateway, services } = given
    const shown = async () => {
      const { integration } = await gateway.data('{ integration(id: "telemetry") { lastSampleAt } }')
      return gateway.clock.now() - Date.parse(integration.lastSampleAt as string)
    }
    await passReporting(gateway, 100, services)
    const whileReporting = await shown()
    for (const service of services) await revoke(gateway, service)
    await gateway.pass(60)

    expect(whileReporting).toBeLessThanOrEqual(20_000)
    expect(await shown()).toBe(whileReporting + 60_000)
  })
})
