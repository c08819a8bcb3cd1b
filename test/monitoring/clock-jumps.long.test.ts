import { putSubject } from '../../src/trade/records/watched-rows.ts'
import { manualClock, type ManualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { casesOf } from '../support/extent.ts'
import { givenGateway } from '../support/gateway.ts'
import { givenPipeline, type GivenPipeline } from '../support/monitoring/pipeline.ts'
import { hours, minutes } from '../support/monitoring/traffic.ts'

/** Five minutes of outage and what follows, so that the clock goes back to before it. */
const outageSeconds = 300

let clock: ManualClock
let database: GivenDatabase
let pipeline: GivenPipeline
beforeEach(async () => {
  clock = manualClock()
  database = await givenDatabase()
  pipeline = await givenPipeline(database, clock)
})
afterEach(async () => {
  await pipeline.stop()
  await database[Symbol.asyncDispose]()
})

const jumps = [
  { jump: 'forward by an hour', ms: hours(1) },
  { jump: 'back by ten minutes', ms: -minutes(10) },
]

it.each(jumps)('raises no alarm and changes no state when the clock jumps $jump', async ({ ms }) => {
  await givenLibraries('failing', 'recovered', 'well')
  await lives(60, { failing: true, recovered: true, well: true })
  await lives(outageSeconds, { failing: false, recovered: false, well: true })
  await lives(600, { failing: false, recovered: true, well: true })
  const before = await standing()

  clock.set(ms)
  await lives(casesOf(720, 1_200), { failing: false, recovered: true, well: true })

  expect(before.states).toMatchObject({ failing: 'FALLANDO', recovered: 'OPERATIVO', well: 'OPERATIVO' })
  expect(await standing()).toEqual(before)
})

it('raises no alarm twice when the clock goes back to the middle of an outage that is over', async () => {
  await givenLibraries('recovered', 'well')
  await lives(casesOf(300, 600), { recovered: true, well: true })
  await lives(outageSeconds, { recovered: false, well: true })
  await lives(600, { recovered: true, well: true })
  const before = await standing()

  clock.set(-minutes(13))
  await lives(casesOf(900, 1_200), { recovered: true, well: true })

  expect(before).toMatchObject({ states: { recovered: 'OPERATIVO' }, incidents: 1 })
  expect(await standing()).toEqual(before)
})

it.each(jumps.slice(0, casesOf(1, 2)))(
  'still notices an outage that begins after the clock jumped $jump',
  async ({ ms }) => {
    await givenLibraries('failing', 'well')
    await lives(casesOf(300, 600), { failing: true, well: true })

    clock.set(ms)
    await lives(300, { failing: false, well: true })

    expect((await standing()).states).toMatchObject({ failing: 'FALLANDO', well: 'OPERATIVO' })
  },
)

it('keeps sessions when the clock goes back, and ends them no later for it than it went', async () => {
  await using gateway = await givenGateway({ config: { sessionIdleMinutes: 3 }, clock })
  const session = async () => (await gateway.get('/api/admin/auth/session/')).status
  await gateway.pass(60)

  clock.set(-minutes(2))
  const atOnce = await session()
  await gateway.pass(6 * 60)
  const later = await session()

  expect([atOnce, later]).toEqual([200, 401])
})

const givenLibraries = (...codes: string[]) =>
  database.db.$transaction((tx) =>
    Promise.all(codes.map((code) => putSubject(tx, { kind: 'LIBRERIAS', key: code, name: code }, new Date()))),
  )

/** So many seconds in which each library reports every ten of them, well or not. */
async function lives(seconds: number, traffic: Record<string, boolean>) {
  for (let passed = 0; passed < seconds; passed += 10) {
    for (const [code, ok] of Object.entries(traffic))
      for (let count = 0; count < 5; count++)
        pipeline.observe('LIBRERIAS', code, { at: clock.now(), ok, durationMs: 20 })
    await clock.advance(10_000, () => pipeline.settled())
  }
}

/** How all libraries stand, and how many incidents there ever were. */
async function standing() {
  const { db } = database
  const libraries = await db.subject.findMany({ where: { kind: 'LIBRERIAS' }, orderBy: { id: 'asc' } })
  return {
    states: Object.fromEntries(libraries.map(({ key, state }) => [key, state])),
    incidents: await db.incident.count({ where: { subject: { kind: 'LIBRERIAS' } } }),
    transitions: await db.transition.count({ where: { subject: { kind: 'LIBRERIAS' } } }),
  }
}
