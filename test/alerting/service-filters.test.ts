import { givenAlertingGateway, givenDestination } from '../support/alerting/destinations.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import type { Json } from '../support/gateway.ts'
import { planMaintenance } from '../support/monitoring/integrations.ts'
import { givenService, listOpen, passReporting } from '../support/monitoring/services.ts'

const library = (id: string) => ({ kind: 'library' as const, id, ok: true, durationMs: 20 })

/** A gateway with a service that reports a critical library and another one, and has just stopped; and one that goes on. */
async function givenStopped(prepare: (gateway: Awaited<ReturnType<typeof givenAlertingGateway>>) => Promise<unknown>) {
  const gateway = await givenAlertingGateway()
  await gateway.db.subject.createMany({
    data: ['L-1', 'L-2', 'L-3'].map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key, critical: key === 'L-1' })),
  })
  const stopped = await givenService(gateway, 'pedidos', 10)
  const other = await givenService(gateway, 'catalogo', 10)
  await passReporting(gateway, 120, [
    [stopped, library('L-1'), library('L-2')],
    [other, library('L-3')],
  ])
  await prepare(gateway)
  await passReporting(gateway, 100, [[other, library('L-3')]])
  return gateway
}

const refsTo = (...ids: string[]) => ids.map((id) => ({ kind: 'LIBRERIAS' as const, id }))

it.each<[string, Json, number]>([
  ['everything', {}, 1],
  ['integrations', { kinds: ['INTEGRACIONES'] }, 1],
  ['a library that it reports', { subjects: refsTo('L-2') }, 1],
  ['critical subjects, of which it reports one', { criticalOnly: true }, 1],
  ['a library that another service reports', { subjects: refsTo('L-3') }, 0],
  ['endpoints', { kinds: ['ENDPOINTS'] }, 0],
])('a destination for %s takes a silent service accordingly', async (_what, filter, messages) => {
  await using receiver = await givenReceiver()
  await using gateway = await givenStopped((given) => givenDestination(given, receiver.url, { waitSeconds: 0, filter }))

  expect(await listOpen(gateway)).toEqual([{ name: 'pedidos', suppressed: false, severity: 'FALLANDO' }])
  expect(await gateway.db.delivery.count({ where: { kind: 'INCIDENTS' } })).toBe(messages)
})

it.each<[string, Json, boolean]>([
  ['all libraries that it reports', { subjects: refsTo('L-1', 'L-2') }, true],
  ['one of them', { subjects: refsTo('L-1') }, false],
  ['all libraries', { kinds: ['LIBRERIAS'] }, true],
  ['all integrations', { kinds: ['INTEGRACIONES'] }, false],
  ['everything', {}, true],
])('a maintenance of %s takes a silent service accordingly', async (_what, matcher, suppressed) => {
  await using gateway = await givenStopped((given) =>
    planMaintenance(given, [], {
      matcher,
      startsAt: new Date(given.clock.now()).toISOString(),
      endsAt: new Date(given.clock.now() + 3_600_000).toISOString(),
    }),
  )

  expect(await listOpen(gateway)).toEqual([{ name: 'pedidos', suppressed, severity: 'FALLANDO' }])
})
