import { givenAlertingGateway, givenDestination } from '../support/alerting/destinations.ts'
import { manualClock } from '../support/clock.ts'
import { hours } from '../support/monitoring/traffic.ts'

it.each([
  { off: 'two days behind', ms: -hours(48) },
  { off: 'two days ahead', ms: hours(48) },
])('a subject that anything creates is in its state since then, by a clock $off of the machine', async ({ ms }) => {
  const clock = manualClock(Date.now() + ms)
  const begun = new Date(clock.now()).toISOString()
  await using gateway = await givenAlertingGateway({ clock, config: { sampleData: true } })
  // Each connection of a pool has the zone of its server: a default of the database would have it too.
  await gateway.db.$executeRawUnsafe(`SET TIME ZONE 'Europe/Madrid'`)
  const put = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` }
    const answer = await fetch(`${gateway.url}/ingest/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const record = { name: 'Una', updatedAt: begun }
  await put('PUT', 'libraries/L-1', record)
  await put('POST', 'libraries:batch', { libraries: [{ code: 'L-2', ...record }] })
  await put('PUT', 'integrations/pagos', { name: 'Pagos' })
  await put('PUT', 'services/tienda/endpoints', [{ method: 'GET', path: '/api/admin/a', area: 'inventario' }])
  await givenDestination(gateway, 'http://127.0.0.1:9/')
  await gateway.data(
    'mutation { createHeartbeat(input: { name: "Copia", intervalSeconds: 3600, graceSeconds: 60 }) { secret } }',
  )

  const subjects = await gateway.db.subject.findMany({ select: { key: true, stateSince: true } })
  const others = subjects.filter(({ stateSince }) => stateSince.getTime() !== clock.now())

  expect(subjects.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      'L-1',
      'L-2',
      'EJ-001',
      'pagos',
      'sinli_inbound',
      'GET /api/admin/a/',
      'GET /api/admin/search/',
    ]),
  )
  expect(others).toEqual([])
})
