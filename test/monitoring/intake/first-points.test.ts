import fc from 'fast-check'
import { readHorizon } from '../../../src/database/registration-horizon.ts'
import { createEndpointMatcher, withHorizon } from '../../../src/inventory/endpoint-matcher.ts'
import type { Aggregate } from '../../../src/monitoring/telemetry/aggregate.ts'
import { createMetricsIntake } from '../../../src/monitoring/intake/accept-metrics.ts'
import { createRegistry } from '../../../src/monitoring/intake/subject-registry.ts'
import { createSourceLog } from '../../../src/monitoring/telemetry/sources/source-log.ts'
import type { MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { manualClock } from '../../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { casesOf } from '../../support/extent.ts'
import { minutes, seconds, start } from '../../support/monitoring/traffic.ts'
import { createCountingOracle } from '../../support/otlp/counting-oracle.ts'
import {
  createProcess,
  events,
  forms,
  targets,
  type Event,
  type Form,
  type Process,
  type Target,
} from '../../support/otlp/exporting-processes.ts'

const [one, two, host] = targets
const integration = 'payments'

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
  const { db } = database
  const { id } = await db.subject.create({ data: { kind: 'ENDPOINTS', key: `GET ${one}`, name: one } })
  await db.endpoint.create({
    data: { id: `GET ${one}`, subjectId: id, method: 'GET', path: one, authRequired: false, critical: false },
  })
  const subject = await db.subject.create({ data: { kind: 'INTEGRACIONES', key: integration, name: integration } })
  await db.integration.create({ data: { key: integration, subjectId: subject.id, name: integration } })
})
afterAll(() => database[Symbol.asyncDispose]())

let worlds = 0

/**
 * Two instances that take data points by turns, and subjects that come and go. An instance hears of endpoints at every
 * request, or only at every third one that it takes.
 */
async function givenWorld({ lags = false } = {}) {
  const { db } = database
  const clock = manualClock(start)
  const counts: Record<string, number> = {}
  const registries = [createRegistry(db, new Set()), createRegistry(db, new Set())]
  const isRegistered = new Set<Target>(targets)

  /** The endpoints in use, as an instance knows them that reads them at every `every`th request. */
  function createInventory(every: number) {
    let reads = 0
    const readMatcher = async () => {
      const horizon = await readHorizon(db)
      const paths = [one, two].filter((path) => isRegistered.has(path))
      return withHorizon(
        createEndpointMatcher(paths.map((path) => ({ id: `GET ${path}`, method: 'GET', path }))),
        horizon,
      )
    }
    let last = readMatcher()
    return () => (reads++ % every === 0 ? (last = readMatcher()) : last)
  }

  let requests = 0
  const intakes = registries.map((registry) =>
    createMetricsIntake({
      ...{ db, clock, environment: 'STG', registry, sources: createSourceLog(db) },
      readEndpointMatcher: createInventory(lags ? 3 : 1),
      record({ key }, sample) {
        const { count, bad } = sample as Aggregate
        counts[`${key} bad`] = (counts[`${key} bad`] ?? 0) + bad
        counts[`${key} good`] = (counts[`${key} good`] ?? 0) + count - bad
      },
    }),
  )
  /** Retired and brought back, deleted and registered anew under its name, without and with its host. */
  async function change(target: Target, registers: boolean) {
    if (isRegistered.has(target) === registers) return
    if (registers) isRegistered.add(target)
    else isRegistered.delete(target)
    if (target === one)
      await db.subject.updateMany({ where: { key: `GET ${one}` }, data: { retiredAt: registers ? null : new Date() } })
    if (target === two && registers)
      await db.subject.create({ data: { kind: 'ENDPOINTS', key: `GET ${two}`, name: two } })
    if (target === two && !registers) await db.subject.deleteMany({ where: { key: `GET ${two}` } })
    if (target === host)
      await db.integration.update({ where: { key: integration }, data: { hosts: registers ? [host] : [] } })
    if (!registers && target !== host) for (const registry of registries) registry.remove('ENDPOINTS', `GET ${target}`)
  }

  for (const target of targets) await change(target, false)
  return {
    clock,
    counts,
    change,
    send: (items: MetricPoint[], source: number) =>
      intakes[(requests += 1) % 2]?.({ items, rejected: 0, reason: null }, `world-${worlds} ${source}`),
  }
}

const keyOf = (target: Target, status: number) =>
  `${target === host ? integration : `GET ${target}`} ${status === 500 ? 'bad' : 'good'}`

/** What was before the first step: whether the subjects were registered, and how old the first process is. */
type Before = { isRegistered: boolean; ageMs: number; forms: readonly Form[] }

/** Processes that do what the events say, their exports, and what of it counts. */
async function run(all: readonly Event[][], before: Before, { lags = false } = {}) {
  worlds += 1
  const { clock, counts, change, send } = await givenWorld({ lags })
  const oracle = createCountingOracle()
  const expected: Record<string, number> = {}
  const running: { process: Process; forwards: boolean; lastAt: number }[] = []
  let source = 0

  function begin(place: number) {
    if (running.length >= 4) return
    const form = before.forms[place % before.forms.length]
    const at = clock.now()
    if (form) running.push({ process: createProcess(at, form), forwards: true, lastAt: at })
  }

  async function happen(event: Event) {
    clock.jump(100)
    const place = 'place' in event && running.length > 0 ? event.place % running.length : 0
    const chosen = running[place]
    if (event.event === 'starts') begin('place' in event ? event.place : 0)
    if (event.event === 'stops' || event.event === 'restarts') running.splice(place, 1)
    if (event.event === 'restarts') begin(event.place)
    if (event.event === 'forwarding' && chosen) chosen.forwards = !chosen.forwards
    if (event.event === 'widens') chosen?.process.widen()
    if (event.event === 'pause') clock.jump(event.ms)
    if (event.event === 'newToken') {
      source += 1
      oracle.newToken()
    }
    if (event.event === 'register' || event.event === 'retire') {
      await change(event.target, event.event === 'register')
      oracle[event.event](event.target)
    }
    if (event.event === 'requests')
      for (const status of [...Array<200>(event.good).fill(200), ...Array<500>(event.bad).fill(500)])
        chosen?.process.add({ at: clock.now(), target: event.target, status })
  }

  if (before.isRegistered) for (const target of targets) await happen({ event: 'register', target })
  begin(0)
  await happen({ event: 'requests', place: 0, target: one, good: 1, bad: 0 })
  clock.jump(before.ageMs)
  for (const step of all) {
    for (const event of step) await happen(event)
    const sent: MetricPoint[][] = []
    for (const one of running) {
      clock.jump(seconds(2))
      const { process, lastAt } = one
      const at = clock.now()
      const points = process.export(at)
      one.lastAt = at
      if (!one.forwards || points.length === 0) continue
      for (const { target, status } of oracle.counted(process, at, lastAt))
        expected[keyOf(target, status)] = (expected[keyOf(target, status)] ?? 0) + 1
      const half = Math.ceil(points.length / process.form.parts)
      const parts = [points.slice(0, half), points.slice(half)].filter((part) => part.length > 0)
      for (const part of parts) await send(part, source)
      sent.push(...parts)
    }
    if (step.some(({ event }) => event === 'repeats')) for (const part of sent) await send(part, source)
  }
  const nonZero = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).filter(([, count]) => count > 0))
  return { counted: nonZero(counts), expected: nonZero(expected) }
}

const steps = fc.array(fc.array(events, { maxLength: 4 }), { minLength: 2, maxLength: 14 })
const situations: fc.Arbitrary<Before> = fc.record({
  isRegistered: fc.boolean(),
  ageMs: fc.constantFrom(0, minutes(6), minutes(600)),
  forms: fc.array(forms, { minLength: 2, maxLength: 3 }),
})

const extent = { numRuns: casesOf(40, 150) }

describe('the requests that processes count', () => {
  it('count once and only as the rule says, whatever begins, ends, is registered or falls silent in between', async () => {
    await fc.assert(
      fc.asyncProperty(steps, situations, async (all, before) => {
        const { counted, expected } = await run(all, before)

        expect(counted).toEqual(expected)
      }),
      extent,
    )
  })

  it('never count more than once, or more than the rule says, where instances hear late of endpoints', async () => {
    await fc.assert(
      fc.asyncProperty(steps, situations, async (all, before) => {
        const { counted, expected } = await run(all, before, { lags: true })

        for (const [key, count] of Object.entries(counted))
          expect([key, count <= (expected[key] ?? 0)]).toEqual([key, true])
      }),
      extent,
    )
  })

  it('are not counted from before an instance heard of their endpoint, though another one has registered it', async () => {
    worlds += 1
    const { clock, counts, change, send } = await givenWorld({ lags: true })
    await change(one, true)
    const form = { resource: 'shared', temporality: 'cumulative', bins: 'explicit', parts: 1 } as const
    const process = createProcess(clock.now(), form)
    for (const target of [one, two]) process.add({ at: clock.now() + 1, target, status: 500 })
    clock.jump(minutes(120))
    for (let request = 0; request < 9; request += 1) {
      if (request === 2) await change(two, true)
      clock.jump(seconds(10))
      await send(process.export(clock.now()), 0)
    }

    expect(counts[keyOf(two, 500)] ?? 0).toBe(0)
  })

  it('are not counted from before their subject was registered, though it is registered while an export is sent in parts', async () => {
    worlds += 1
    const { clock, counts, change, send } = await givenWorld()
    await change(one, true)
    const process = createProcess(clock.now(), {
      resource: 'shared',
      temporality: 'cumulative',
      bins: 'explicit',
      parts: 2,
    })
    for (const target of [one, two]) process.add({ at: clock.now() + 1, target, status: 200 })
    clock.jump(minutes(10))
    const parts = (at: number) => process.export(at).map((point) => [point])
    for (const part of parts(clock.now())) await send(part, 0)
    clock.jump(seconds(10))
    const [ofOne = [], ofTwo = []] = parts(clock.now())
    await send(ofTwo, 0)
    await change(two, true)
    await send(ofOne, 0)
    clock.jump(seconds(10))
    for (const part of parts(clock.now()).reverse()) await send(part, 0)

    expect(counts[keyOf(two, 200)]).toBeUndefined()
  })
})
