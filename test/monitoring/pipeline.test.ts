import type { RootDatabase } from '../../src/database/database.ts'
import type { OpenCoordination } from '../../src/database/coordination/coordination.ts'
import { log } from '../../src/lib/log.ts'
import { resolve, type WithFrozenSubject } from '../../src/monitoring/incidents/operator-actions.ts'
import { maxPerTransaction } from '../../src/monitoring/incidents/incident-writes.ts'
import { readPanel } from '../../src/monitoring/notifications/notifications.ts'
import { putSubject } from '../../src/trade/records/watched-rows.ts'
import { manualClock, type ManualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway, outcome, times, type Json, type Observation } from '../support/gateway.ts'
import { givenOperator, somebody } from '../support/auth/operators.ts'
import { givenPipeline, type GivenPipeline } from '../support/monitoring/pipeline.ts'
import { until } from '../support/until.ts'

let database: GivenDatabase
let clock: ManualClock
beforeEach(async () => {
  database = await givenDatabase()
  clock = manualClock()
})
afterEach(() => database[Symbol.asyncDispose]())

/** After 15 minutes of silence a subject that sends often becomes Desconocido. */
const longerThanSilenceS = 16 * 60

/** Some libraries, by their subject's id. */
const givenLibraries = (...keys: string[]) =>
  database.db.$transaction((tx) =>
    Promise.all(keys.map((key) => putSubject(tx, { kind: 'LIBRERIAS', key, name: key }, new Date()))),
  )

const start = (from: Pick<GivenDatabase, 'db' | 'openCoordination'> = database, ticking: ManualClock = clock) =>
  givenPipeline(from, ticking)

const stateOf = async (id: number | undefined) =>
  (await database.db.subject.findUniqueOrThrow({ where: { id: id ?? 0 } })).state

/** Seconds of traffic for each key, with three samples before each tick of ten seconds. */
async function lives(pipelines: GivenPipeline[], seconds: number, traffic: Record<string, 'good' | 'bad'> = {}) {
  for (let passed = 0; passed < seconds; passed += 10) {
    for (const { observe } of pipelines)
      for (const [key, outcomes] of Object.entries(traffic))
        for (let count = 0; count < 3; count++)
          observe('LIBRERIAS', key, { at: clock.now(), ok: outcomes === 'good', durationMs: 20 })
    await clock.advance(10_000, async () => {
      await Promise.all(pipelines.map(({ settled }) => settled()))
    })
  }
}

/** The states of a library after 14 and after 15.5 minutes in which only another one sends. */
async function statesInSilence(pipeline: GivenPipeline, id: number | undefined) {
  await lives([pipeline], 840, { 'L-2': 'good' })
  const after14Min = await stateOf(id)
  await lives([pipeline], 90, { 'L-2': 'good' })
  return [after14Min, await stateOf(id)]
}

it('1: silence after an outage resolves nothing: the incident stays open and says so', async () => {
  await using gateway = await givenGateway({ database, clock })
  const report = (id: string, ok: boolean) =>
    gateway.report(...times(5, { kind: 'library', id, ok, durationMs: 20 } satisfies Observation))
  for (let passed = 0; passed < 60; passed += 10) {
    await report('EJ-001', false)
    await report('EJ-002', true)
    await gateway.pass(10)
  }

  // The other library goes on, so that this one is silent and telemetry is not interrupted.
  for (let passed = 0; passed < 17 * 60; passed += 60) {
    await report('EJ-002', true)
    await gateway.pass(60)
  }

  const { incidents, notifications } = await gateway.data(
    '{ notifications { categories { count } telemetryInterruptedSince } incidents(filter: { kind: LIBRERIAS }) { edges { node { status noData timeline { event } } } } }',
  )
  const library = (await (await gateway.get('/api/admin/libraries/?q=EJ-001')).json()) as Json
  expect(incidents.edges).toHaveLength(1)
  expect(incidents.edges[0].node).toMatchObject({
    status: 'OPEN',
    noData: true,
    timeline: [{ event: 'OPENED' }, { event: 'NO_DATA' }],
  })
  expect(notifications).toMatchObject({
    categories: [{ count: 1 }, { count: 0 }, {}, {}, {}, {}],
    telemetryInterruptedSince: null,
  })
  expect(library['items'][0].state).toBe('Desconocido')
})

it('after a restart the timers continue where they stopped, once the service has observed for a minute', async () => {
  const [id] = await givenLibraries('L-1', 'L-2')
  const first = await start()
  await lives([first], 30, { 'L-1': 'good' })
  await lives([first], 50, { 'L-1': 'bad' })
  const before = (await database.db.subject.findUniqueOrThrow({ where: { id: id ?? 0 } })).memory as Json
  await first.stop()
  await clock.advance(300_000, () => Promise.resolve())

  const second = await start()
  await lives([second], 50, { 'L-1': 'bad' })
  const held = [await stateOf(id), (await readPanel(database.db)).badge]
  await lives([second], 10, { 'L-1': 'bad' })

  expect(before).toMatchObject({ state: 'OPERATIVO', pending: { failing: 20_000 } })
  expect(held).toEqual(['OPERATIVO', 0])
  expect([await stateOf(id), (await readPanel(database.db)).badge]).toEqual(['FALLANDO', 1])
  await second.stop()
})

it.each([
  ['half an hour', 1_800_000],
  ['eight hours', 8 * 3_600_000],
])('downtime of the service of %s does not count as silence of a subject', async (_, downMs) => {
  const [id] = await givenLibraries('L-1', 'L-2')
  const first = await start()
  await lives([first], 540, { 'L-1': 'good', 'L-2': 'good' })
  await first.stop()
  await clock.advance(downMs, () => Promise.resolve())

  const second = await start()
  expect(await statesInSilence(second, id)).toEqual(['OPERATIVO', 'DESCONOCIDO'])
  await second.stop()
})

it('the rule state of a subject that goes on as before is written every five to ten minutes', async () => {
  const [id = 0] = await givenLibraries('L-1')
  const versionOf = async () => (await database.db.subject.findUniqueOrThrow({ where: { id } })).version
  const pipeline = await start()
  await lives([pipeline], 60, { 'L-1': 'good' })
  const before = await versionOf()
  await lives([pipeline], 3600, { 'L-1': 'good' })

  const writes = (await versionOf()) - before
  expect(writes).toBeGreaterThanOrEqual(6)
  expect(writes).toBeLessThanOrEqual(12)
  await pipeline.stop()
})

it('a restart loses no open incident, however long the service was down', async () => {
  const [id] = await givenLibraries('L-1')
  const first = await start()
  await lives([first], 60, { 'L-1': 'bad' })
  await first.stop()
  const open = await database.db.incident.findMany()
  await clock.advance(3 * 3_600_000, () => Promise.resolve())

  const second = await start()
  await lives([second], 120)

  expect(open).toMatchObject([{ status: 'OPEN', subjectId: id }])
  expect(await database.db.incident.findMany()).toEqual(open)
  expect(await stateOf(id)).toBe('FALLANDO')
  await second.stop()
})

it('11: a failed read is not treated as missing data: no state changes, and no sample is lost', async () => {
  const [id] = await givenLibraries('L-1', 'L-2')
  let isAway = false
  const failing = database.db.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        if (isAway) throw new Error('The database is away.')
        return query(args)
      },
    },
  }) as unknown as RootDatabase
  const pipeline = await start({ ...database, db: failing })
  await lives([pipeline], 60, { 'L-1': 'bad', 'L-2': 'good' })
  const before = await database.db.subject.findMany({ orderBy: { id: 'asc' } })

  isAway = true
  await lives([pipeline], longerThanSilenceS, { 'L-1': 'good', 'L-2': 'bad' })
  const meanwhile = await database.db.subject.findMany({ orderBy: { id: 'asc' } })
  isAway = false
  await lives([pipeline], 20)

  const { _sum: written } = await database.db.bucket.aggregate({
    where: { subjectId: id, span: 10 },
    _sum: { n: true },
  })
  expect(before.map(({ state }) => state)).toEqual(['FALLANDO', 'OPERATIVO'])
  expect(meanwhile).toEqual(before)
  expect(written.n).toBe((60 + longerThanSilenceS) * 0.3)
  await pipeline.stop()
})

it('samples of other instances and former processes are merged, and open one incident', async () => {
  const [id = 0] = await givenLibraries('L-1')
  const another = await database.openAgain()
  const former = await start()
  await lives([former], 20, { 'L-1': 'good' })
  await former.stop()

  const both = [await start(), await start(another)]
  await lives(both, 120, { 'L-1': 'bad' })
  await lives(both, 20)

  const seen = both.map(({ statsOf }) => statsOf(id))
  const later = await start()
  expect(seen.map((figures) => figures?.n)).toEqual([6 + 72, 6 + 72])
  expect(later.statsOf(id)).toEqual(seen[0])
  expect(seen[1]).toEqual(seen[0])
  expect(await database.db.incident.findMany()).toMatchObject([{ status: 'OPEN', severity: 'FALLANDO' }])
  for (const pipeline of [...both, later]) await pipeline.stop()
  await another.close()
})

it('a resolution by an operator conflicts with an evaluation that another instance writes meanwhile', async () => {
  await givenLibraries('L-1')
  const other = await database.openAgain()
  const judging = await start()
  await lives([judging], 10, { 'L-1': 'bad' })
  // An instance that joins takes the last shards of the first one, which keeps that of this library.
  const resolving = await start(other)
  await lives([judging, resolving], 50, { 'L-1': 'bad' })
  const { id } = await database.db.incident.findFirstOrThrow()
  const whileJudged: WithFrozenSubject = (subjectId, work) =>
    resolving.withFrozenSubject(subjectId, async (present, at) => {
      await lives([judging], 10, { 'L-1': 'bad' })
      return work(present, at)
    })

  const resolved = resolve(database.db, whileJudged, { id, force: true }, { ...somebody, note: 'mantenimiento' })

  await expect(resolved).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await database.db.incident.findMany()).toMatchObject([{ id, status: 'OPEN' }])
  for (const pipeline of [judging, resolving]) await pipeline.stop()
  await other.close()
})

it('6: an incident that was resolved by force hides no other incident', async () => {
  await using gateway = await givenGateway({ database, clock })
  const fail = async (seconds: number, ...paths: string[]) => {
    for (let passed = 0; passed < seconds; passed += 10) {
      await gateway.report(...paths.flatMap((path) => times(5, outcome(503, path))))
      await gateway.pass(10)
    }
  }
  await fail(60, '/api/admin/libraries/')
  const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
  await gateway.data('mutation ($id: ID!) { resolveIncident(id: $id, reason: "mantenimiento", force: true) { id } }', {
    id: incidents.edges[0].node.id,
  })

  await fail(60, '/api/admin/libraries/', '/api/admin/customers/')

  const shown = await gateway.data(
    '{ incidents(filter: { open: true, severity: FALLANDO }) { edges { node { subject { id } } } } areas { id state stateCounts { state count } } }',
  )
  expect(shown['incidents'].edges.map(({ node }: Json) => node.subject.id)).toEqual(['GET /api/admin/customers/'])
  expect(shown['areas'][1]).toMatchObject({
    id: 'clientes',
    state: 'FALLANDO',
    stateCounts: [{ state: 'FALLANDO', count: 2 }, {}, {}, {}],
  })
})

it('an instance that stood still resolves no outage by samples from before it', async () => {
  const [id] = await givenLibraries('L-1', 'L-2')
  const another = await database.openAgain()
  const still = manualClock(clock.now())
  const [judging, standing] = [await start(), await start(another, still)]
  const both = async (seconds: number, traffic: Parameters<typeof lives>[2]) => {
    for (let passed = 0; passed < seconds; passed += 10) {
      await lives([judging], 10, traffic)
      await still.advance(10_000, () => standing.settled())
    }
  }
  await both(300, { 'L-1': 'good', 'L-2': 'good' })
  await lives([judging], 90, { 'L-1': 'bad', 'L-2': 'good' })
  await lives([judging], 90, { 'L-2': 'good' })
  const failing = await stateOf(id)
  await judging.stop()

  still.jump(180_000)
  for (let passed = 0; passed < 10 * 60; passed += 10) {
    standing.observe('LIBRERIAS', 'L-2', { at: still.now(), ok: true, durationMs: 20 })
    await still.advance(10_000, () => standing.settled())
  }

  expect(failing).toBe('FALLANDO')
  expect(await stateOf(id)).toBe('FALLANDO')
  expect(await database.db.incident.findMany()).toMatchObject([{ status: 'OPEN', severity: 'FALLANDO' }])
  await standing.stop()
  await another.close()
})

it('an operator can resolve an incident while those of a mass outage are being written', async () => {
  const keys = Array.from({ length: 3 * maxPerTransaction }, (_, index) => `L-${index}`)
  await givenLibraries('L-first')
  await database.db.subject.createMany({ data: keys.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key })) })
  const pipeline = await start()
  await lives([pipeline], 60, { 'L-first': 'bad' })
  const { id, subjectId } = await database.db.incident.findFirstOrThrow()
  const author = { ...somebody, operator: await givenOperator(database.db), note: 'mantenimiento' }
  const outage = Object.fromEntries(keys.map((key) => [key, 'bad' as const]))
  await lives([pipeline], 20, outage)
  for (const key of keys) pipeline.observe('LIBRERIAS', key, { at: clock.now(), ok: false, durationMs: 20 })
  let openWhenResolved = 0
  const counting: WithFrozenSubject = (subject, work) =>
    pipeline.withFrozenSubject(subject, async (present, at) => {
      await work(present, at)
      openWhenResolved = await database.db.incident.count({ where: { status: 'OPEN' } })
      return undefined as never
    })

  const written = clock.advance(20_000, () => pipeline.settled())
  await until('the outage is being written', async () => (await database.db.incident.count()) > 1)
  await resolve(database.db, counting, { id, force: true }, author)
  await written

  expect(openWhenResolved).toBeGreaterThan(0)
  expect(openWhenResolved).toBeLessThan(keys.length)
  expect(await database.db.incident.findMany({ where: { subjectId } })).toMatchObject([{ status: 'RESOLVED' }])
  expect(await database.db.incident.count({ where: { status: 'OPEN' } })).toBe(keys.length)
  await pipeline.stop()
})

it('the pipeline reports and logs how late its ticks are', async () => {
  await givenLibraries('L-1')
  const pipeline = await start()
  await lives([pipeline], 10, { 'L-1': 'good' })
  const inTime = pipeline.delayMs()
  const warn = log.warn
  const warnings: unknown[][] = []
  log.warn = (...said: unknown[]) => void warnings.push(said)

  // The clock goes on while the ticks wait for the database.
  await clock.advance(20_000, () => Promise.resolve())
  clock.jump(15_000)
  await pipeline.settled()
  log.warn = warn

  expect(inTime).toBe(0)
  expect(pipeline.delayMs()).toBe(15_000)
  expect(warnings).toContainEqual([
    expect.objectContaining({ delayMs: 15_000 }),
    expect.stringMatching(/^a tick is late/),
  ])
  await pipeline.stop()
})

it('ticks that a newer one has followed while they waited are skipped', async () => {
  await givenLibraries('L-1')
  const claimed: number[] = []
  const openCoordination: OpenCoordination = async (onChange) => {
    const coordination = await database.openCoordination(onChange)
    return {
      ...coordination,
      async claimShards(at, now) {
        claimed.push(at)
        // The first takes half a minute, in which three more are due.
        if (claimed.length === 1) await clock.advance(30_000, () => Promise.resolve())
        return coordination.claimShards(at, now)
      },
    }
  }
  const begin = clock.now()
  const pipeline = await givenPipeline({ db: database.db, openCoordination }, clock)
  await clock.advance(10_000, pipeline.settled)
  await pipeline.stop()

  expect(claimed.map((at) => at - begin)).toEqual([10_000, 40_000])
})
