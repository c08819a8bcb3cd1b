import { givenGateway, type GivenGateway, type Observation } from '../support/gateway.ts'
import { hours, minutes } from '../support/traffic.ts'

/** Five minutes of outage and what follows, so that the clock goes back to before it. */
const outageSeconds = 300

const jumps = [
  { jump: 'forward by an hour', ms: hours(1) },
  { jump: 'back by ten minutes', ms: -minutes(10) },
]

it.each(jumps)('raises no alarm and changes no state when the clock jumps $jump', async ({ ms }) => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  await givenLibraries(gateway, 'failing', 'recovered', 'well')
  await lives(gateway, 60, { failing: true, recovered: true, well: true })
  await lives(gateway, outageSeconds, { failing: false, recovered: false, well: true })
  await lives(gateway, 900, { failing: false, recovered: true, well: true })
  const before = await standing(gateway)

  gateway.clock.jump(ms)
  await lives(gateway, 1_200, { failing: false, recovered: true, well: true })

  expect(before.states).toMatchObject({ failing: 'FALLANDO', recovered: 'OPERATIVO', well: 'OPERATIVO' })
  expect(await standing(gateway)).toEqual(before)
})

it('raises no alarm twice when the clock goes back to the middle of an outage that is over', async () => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  await givenLibraries(gateway, 'recovered', 'well')
  await lives(gateway, 600, { recovered: true, well: true })
  await lives(gateway, outageSeconds, { recovered: false, well: true })
  await lives(gateway, 600, { recovered: true, well: true })
  const before = await standing(gateway)

  gateway.clock.jump(-minutes(13))
  await lives(gateway, 1_200, { recovered: true, well: true })

  expect(before).toMatchObject({ states: { recovered: 'OPERATIVO' }, incidents: 1 })
  expect(await standing(gateway)).toEqual(before)
})

it.each(jumps)('still notices an outage that begins after the clock jumped $jump', async ({ ms }) => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  await givenLibraries(gateway, 'failing', 'well')
  await lives(gateway, 600, { failing: true, well: true })

  gateway.clock.jump(ms)
  await lives(gateway, 300, { failing: false, well: true })

  expect((await standing(gateway)).states).toMatchObject({ failing: 'FALLANDO', well: 'OPERATIVO' })
})

it('keeps sessions when the clock goes back, and ends them no later for it than it went', async () => {
  await using gateway = await givenGateway({ config: { sessionIdleMinutes: 30 } })
  const session = async () => (await gateway.get('/api/admin/auth/session/')).status
  await gateway.pass(120)

  gateway.clock.jump(-minutes(10))
  const atOnce = await session()
  await gateway.pass(41 * 60)
  const later = await session()

  expect([atOnce, later]).toEqual([200, 401])
})

async function givenLibraries({ url, ingestToken }: GivenGateway, ...codes: string[]) {
  for (const code of codes) {
    const answer = await fetch(`${url}/ingest/v1/libraries/${code}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ingestToken}` },
      body: JSON.stringify({ name: code, updatedAt: '2026-01-01T00:00:00Z' }),
    })
    if (!answer.ok) throw new Error(`It was answered with ${answer.status}.`)
  }
}

/** So many seconds in which each library reports every ten of them, well or not. */
async function lives(gateway: GivenGateway, seconds: number, traffic: Record<string, boolean>) {
  const observations = Object.entries(traffic).flatMap(([id, ok]): Observation[] =>
    Array(5).fill({ kind: 'library', id, ok, durationMs: 20 }),
  )
  for (let passed = 0; passed < seconds; passed += 10) {
    await gateway.report(...observations)
    await gateway.pass(10)
  }
}

/** How all libraries stand, and how many incidents there ever were. */
async function standing({ db }: GivenGateway) {
  const libraries = await db.subject.findMany({ where: { kind: 'LIBRERIAS' }, orderBy: { id: 'asc' } })
  return {
    states: Object.fromEntries(libraries.map(({ key, state }) => [key, state])),
    incidents: await db.incident.count({ where: { subject: { kind: 'LIBRERIAS' } } }),
    transitions: await db.transition.count({ where: { subject: { kind: 'LIBRERIAS' } } }),
  }
}
