import fc from 'fast-check'
import { inTransaction } from '../../../src/database/database.ts'
import { log } from '../../../src/lib/log.ts'
import type { RuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { scheduleOverrides } from '../../../src/monitoring/heartbeats/schedule.ts'
import { sharedSourceId } from '../../../src/monitoring/telemetry/sources/source-queries.ts'
import { putSubject } from '../../../src/trade/records/watched-rows.ts'
import { manualClock } from '../../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { casesOf } from '../../support/extent.ts'
import { givenPipeline } from '../../support/monitoring/pipeline.ts'
import { minutes, seconds } from '../../support/monitoring/traffic.ts'

log.level = 'silent'

const tickMs = seconds(10)

/** The last twenty samples are of one tick, so that their mean gap is none and the limit the shortest. */
const samplesPerTick = 20

/** A stored time may be this far ahead, as that of a sample may: clocks differ. In milliseconds. */
const maxAheadMs = minutes(1)

/** For this long after a pause nothing changes, and for twice as long no silence of a service is told. */
const holdMs = minutes(1)

/** Failing samples prevail in the last minute after thirty seconds, and a library is Fallando after thirty more. */
const noticedAfterTicks = 9

const watchedSchedule = { intervalSeconds: 20, graceSeconds: 70 }

/** How long what is silent may be Operativo, after the end of a pause for what has a schedule; in milliseconds. */
const limitsMs = { ordinary: minutes(15), scheduled: seconds(90), service: seconds(90) }

type Name = keyof typeof limitsMs
const names = Object.keys(limitsMs) as Name[]

const sends = fc.constantFrom('good', 'failing', 'nothing')
const some = fc.integer({ min: 1, max: 4_000 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      is: fc.constant('live' as const),
      ticks: fc.integer({ min: 1, max: 60 }),
      ordinary: sends,
      scheduled: sends,
      service: fc.constantFrom('good', 'nothing'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constantFrom('restart' as const, 'suspend' as const, 'set' as const, 'setBack' as const),
      s: some,
    }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The clock is set back by half an hour to before the last report of a service that has died by then. */
const diedBeforeSetBack: Step[] = [
  { is: 'live', ticks: 9, ordinary: 'good', scheduled: 'good', service: 'good' },
  { is: 'setBack', s: 1_800 },
  { is: 'live', ticks: 30, ordinary: 'failing', scheduled: 'nothing', service: 'nothing' },
]

it('whatever happens, no stored time is ahead, failing samples are noticed, and nothing is Operativo without a sample within its limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      await using database = await givenDatabase()
      await givenSubjects(database)
      await using run = await startRun(database)
      for (const one of steps) await run.take(one)
    }),
    { numRuns: casesOf(2, 4), endOnFailure: true, examples: [[diedBeforeSetBack]] },
  )
})

async function givenSubjects({ db }: GivenDatabase): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const key of ['ordinary', 'scheduled', 'reported'])
      await putSubject(tx, { kind: 'LIBRERIAS', key, name: key }, new Date(0))
  })
  const policy = scheduleOverrides(watchedSchedule)
  await db.subject.updateMany({ where: { key: 'scheduled' }, data: { policy } })
  const { intervalSeconds } = watchedSchedule
  await db.service.create({ data: { id: sharedSourceId, name: 'service', createdAt: new Date(0), intervalSeconds } })
}

/** A pipeline that lives through steps, and what must be true of its subjects after each tick. */
async function startRun(database: GivenDatabase) {
  const clock = manualClock()
  let pipeline = await givenPipeline(database, clock)
  const known = Object.fromEntries(
    names.map((name) => [name, { lastAt: null as number | null, pausedMs: 0, failingTicks: 0 }]),
  ) as Record<Name, { lastAt: number | null; pausedMs: number; failingTicks: number }>
  let resumedAt = clock.now()

  function pause(ms: number): void {
    resumedAt = clock.now()
    // Up to the ticks beside it.
    for (const one of Object.values(known))
      Object.assign(one, { pausedMs: one.pausedMs + ms + 2 * tickMs, failingTicks: 0 })
  }

  async function send(name: Name, what: 'good' | 'failing' | 'nothing'): Promise<void> {
    const one = known[name]
    one.failingTicks = what === 'failing' ? one.failingTicks + 1 : 0
    if (what === 'nothing') return
    Object.assign(one, { lastAt: clock.now(), pausedMs: 0 })
    if (name === 'service') return report()
    for (let count = 0; count < samplesPerTick; count++)
      pipeline.observe('LIBRERIAS', name, { at: clock.now(), ok: what === 'good', durationMs: 20 })
  }

  async function report(): Promise<void> {
    const sample = { kind: 'LIBRERIAS' as const, key: 'reported', at: clock.now(), ok: true, durationMs: 20 }
    const reports = [{ index: 0, report: sample }]
    ;(await pipeline.accept({ reports, unreadable: 0 }, sharedSourceId)).record()
  }

  async function check(): Promise<void> {
    const now = clock.now()
    expect(await timesAhead(database, now + maxAheadMs)).toEqual([])
    for (const { key, state } of await statesIn(database)) {
      if (state !== 'OPERATIVO') continue
      const { lastAt, pausedMs, failingTicks } = known[key]
      if (now - resumedAt > holdMs + tickMs)
        expect({ key, failingTicks }).toEqual({ key, failingTicks: Math.min(failingTicks, noticedAfterTicks) })
      const isScheduled = key !== 'ordinary'
      const heldMs = key === 'service' ? 2 * holdMs : holdMs
      const from = isScheduled ? Math.max(lastAt ?? 0, resumedAt) : (lastAt ?? 0) + pausedMs
      const mostMs = limitsMs[key] + maxAheadMs + 2 * tickMs
      if (now - resumedAt > heldMs + tickMs)
        expect({ key, hiddenMs: Math.max(0, now - from - mostMs) }).toEqual({ key, hiddenMs: 0 })
    }
  }

  return {
    async take(one: Step): Promise<void> {
      switch (one.is) {
        case 'live':
          for (let tick = 0; tick < one.ticks; tick++) {
            for (const name of names) await send(name, one[name])
            await clock.advance(tickMs, () => pipeline.settled())
            await check()
          }
          return
        case 'restart':
          await pipeline.stop()
          clock.jump(seconds(one.s))
          pipeline = await givenPipeline(database, clock)
          return pause(seconds(one.s))
        case 'suspend':
          clock.suspend(seconds(one.s))
          return pause(seconds(one.s))
        case 'set':
          clock.set(seconds(one.s))
          return pause(seconds(one.s))
        case 'setBack':
          clock.set(-seconds(one.s))
          for (const known_ of Object.values(known))
            if (known_.lastAt !== null) known_.lastAt = Math.min(known_.lastAt, clock.now())
          return pause(0)
      }
    },
    [Symbol.asyncDispose]: () => pipeline.stop(),
  }
}

const statesIn = async ({ db }: GivenDatabase) =>
  (await db.subject.findMany({ include: { service: true } })).flatMap(({ key, service, state }) => {
    const name = names.find((one) => one === key) ?? (service ? 'service' : undefined)
    return name ? [{ key: name, state }] : []
  })

/** The stored times of what has happened that are later than a time. */
async function timesAhead({ db }: GivenDatabase, at: number): Promise<string[]> {
  const isAhead = (time: Date | number | null | undefined) => time != null && new Date(time).getTime() > at
  const subjects = (await db.subject.findMany()).flatMap(({ key, stateSince, memory }) => {
    const {
      since,
      lastSampleAt,
      silenceFrom,
      silentSince,
      resolvedAt,
      forcedAt,
      timersAt,
      departures = [],
    } = (memory ?? {}) as Partial<RuleState>
    const times = {
      stateSince,
      since,
      lastSampleAt,
      silenceFrom,
      silentSince,
      resolvedAt,
      forcedAt,
      timersAt,
      departure: departures.at(-1),
    }
    return Object.entries(times).flatMap(([name, time]) => (isAhead(time) ? [`${name} of ${key}`] : []))
  })
  const reports = [...(await db.service.findMany()), ...(await db.sourceSubject.findMany())]
    .flatMap((row) => Object.entries(row))
    .flatMap(([name, time]) => (time instanceof Date && isAhead(time) ? [`${name} of a service`] : []))
  const pauses = (await db.pause.findMany()).filter(({ endedAt }) => isAhead(endedAt)).map(() => 'a pause')
  const judged = (await db.judgement.findMany())
    .filter((one) => isAhead(one.at) || isAhead(one.interruptedSince))
    .map(() => 'the last tick')
  return [...subjects, ...reports, ...pauses, ...judged]
}
