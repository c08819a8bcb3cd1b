import fc from 'fast-check'
import { startDatabaseClock } from '../../../src/database/coordination/database-clock.ts'
import { log } from '../../../src/lib/log.ts'
import { manualClock } from '../../support/clock.ts'

log.level = 'silent'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const start = Date.UTC(2026, 0, 15, 12)

/** A machine, its database, and the ticks that ring on the machine; `wayMs` is how long each direction takes. */
async function givenMachine(aheadMs = 0) {
  const database = manualClock(start)
  const machine = manualClock(start + aheadMs)
  const way = { out: 0, back: 0, isAway: false }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += second) {
      await database.advance(second, () => Promise.resolve())
      await machine.advance(second, () => time.settled())
    }
  }
  const move = (ms: number) => {
    for (const clock of [database, machine]) clock.jump(ms)
  }
  const time = await startDatabaseClock(machine, () => {
    if (way.isAway) return Promise.resolve(null)
    move(way.out)
    const read = database.now()
    move(way.back)
    return Promise.resolve(read)
  })
  const ticks: number[] = []
  time.clock.every(10 * second, (at) => ticks.push(at))
  return { database, machine, way, time, ticks, pass }
}

const skew = fc.integer({ min: -2 * hour, max: 2 * hour })

/** In whole seconds, in which the clocks of these tests move. */
const databaseStep = fc.integer({ min: -7_200, max: 7_200 }).map((seconds) => seconds * second)

it('the clock shows the time of the database, and rings at its multiples, however wrong the one of the machine is', async () => {
  await fc.assert(
    fc.asyncProperty(skew, fc.array(skew, { maxLength: 4 }), async (ahead, steps) => {
      const { machine, database, time, ticks, pass } = await givenMachine(ahead)
      await pass(10 * second)
      for (const ms of steps) {
        machine.set(ms)
        await pass(10 * second)
        expect(time.clock.now()).toBe(database.now())
      }

      expect(ticks).toEqual([0, ...steps].map((_, tick) => start + (tick + 1) * 10 * second))
      expect(time.offsetMs()).toBe(ahead + steps.reduce((sum, ms) => sum + ms, 0))
    }),
  )
})

it('a database whose time is set is followed at the next tick, and no later tick is missed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(databaseStep, { minLength: 1, maxLength: 4 }), async (steps) => {
      const { database, time, ticks, pass } = await givenMachine()
      for (const ms of steps) {
        database.set(ms)
        await pass(20 * second)
        expect(time.clock.now()).toBe(database.now())
        const last = database.now() - (database.now() % (10 * second))
        expect(ticks.at(-1)).toBe(last)
      }
    }),
  )
})

it('a machine that was suspended measures before anything rings', async () => {
  const { database, machine, time, pass } = await givenMachine()
  const rung: number[] = []
  time.clock.every(second, (at) => rung.push(at))
  await pass(3 * second)

  database.jump(hour)
  machine.suspend(hour)
  await pass(second)

  expect(rung.at(-1)).toBe(start + hour + 4 * second)
})

it('of ten measurements the one with the shortest round trip counts, and half of a round trip is its error', async () => {
  const { way, time, database, ticks, pass } = await givenMachine(90 * second)
  const passTicks = async (count: number) => {
    for (const end = ticks.length + count; ticks.length < end;) await pass(second)
  }
  Object.assign(way, { out: 4 * second, back: 0 })
  await passTicks(9)
  const whileSlow = time.clock.now() - database.now()
  await passTicks(2)
  const afterwards = time.clock.now() - database.now()

  expect([whileSlow, afterwards]).toEqual([0, 2 * second])
})

it('without measurements the time goes on for a minute and is then unknown, until the next one', async () => {
  const { way, time, database, ticks, pass } = await givenMachine(20 * minute)
  await pass(10 * second)
  way.isAway = true
  await pass(60 * second)
  const afterAMinute = time.isKnown()
  await pass(10 * second)
  const later = time.isKnown()
  way.isAway = false
  await pass(10 * second)

  expect([afterAMinute, later, time.isKnown()]).toEqual([true, false, true])
  expect(time.clock.now()).toBe(database.now())
  expect(ticks).toHaveLength(9)
})

it('after the machine was set or suspended the time is unknown until it is measured', async () => {
  const { way, machine, time, pass } = await givenMachine()
  time.clock.every(second, () => undefined)
  way.isAway = true
  machine.set(-hour)
  await pass(2 * second)
  const unmeasured = time.isKnown()
  way.isAway = false
  await pass(2 * second)

  expect([unmeasured, time.isKnown()]).toEqual([false, true])
})

it('a reader that fails stops no alarm', async () => {
  const machine = manualClock(start)
  let isFailing = false
  const time = await startDatabaseClock(machine, () =>
    isFailing ? Promise.reject(new Error('gone')) : Promise.resolve(machine.now()),
  )
  const ticks: number[] = []
  time.clock.every(10 * second, (at) => ticks.push(at))
  isFailing = true
  await machine.advance(30 * second, time.settled)

  expect(ticks).toHaveLength(3)
})

it('a machine that was suspended or set shows the right time at once, and no difference until it measures', async () => {
  const ms = fc.integer({ min: 2, max: 7_200 }).map((seconds) => seconds * second)
  const step = fc.record({ suspended: fc.boolean(), ms })
  await fc.assert(
    fc.asyncProperty(skew, fc.array(step, { minLength: 1, maxLength: 4 }), async (ahead, steps) => {
      const { database, machine, way, time, pass } = await givenMachine(ahead)
      way.isAway = true
      for (const { suspended, ms } of steps) {
        if (suspended) {
          database.jump(ms)
          machine.suspend(ms)
        } else machine.set(-ms)
        expect([time.clock.now(), time.offsetMs(), time.isKnown()]).toEqual([database.now(), null, false])
        await pass(20 * second)
        expect(time.clock.now()).toBe(database.now())
      }
      way.isAway = false
      await pass(10 * second)

      expect([time.clock.now(), time.offsetMs()]).toEqual([database.now(), machine.now() - database.now()])
    }),
  )
})

it('while the time is not known no difference is logged', async () => {
  const { way, machine, time, pass } = await givenMachine()
  time.clock.every(second, () => undefined)
  const warn = log.warn
  const warnings: unknown[][] = []
  log.warn = (...said: unknown[]) => void warnings.push(said)
  way.isAway = true
  machine.set(-hour)
  await pass(5 * second)
  log.warn = warn

  expect(warnings).toEqual([[expect.stringMatching(/cannot be read/)]])
})

it.each([
  { name: 'never answers', readMs: Infinity },
  { name: 'fails at once', readMs: 0 },
  { name: 'fails after a second', readMs: second },
])('a start whose reader $name fails within half a minute', async ({ readMs }) => {
  const machine = manualClock(start)
  const failing = startDatabaseClock(machine, () =>
    readMs === 0 ? Promise.resolve(null) : new Promise((resolve) => machine.after(readMs, () => resolve(null))),
  ).catch((error: unknown) => String(error))
  let failedAfter: number | null = null
  void failing.then(() => (failedAfter = machine.elapsed()))
  for (let passed = 0; passed < 60; passed++)
    await machine.advance(second, () => new Promise((resolve) => setImmediate(resolve)))

  expect(await failing).toMatch(/could not be read within 30 s/)
  expect(failedAfter).toBeLessThanOrEqual(30 * second)
})
