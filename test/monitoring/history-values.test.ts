import fc from 'fast-check'
import { listHistories, type HistoryWindow } from '../../src/monitoring/history.ts'
import { addDuration, createHistogram, decode, encode, percentile } from '../../src/monitoring/telemetry/histogram.ts'
import { rollUpAndPrune } from '../../src/monitoring/telemetry/roll-up.ts'
import { appendSamples } from '../../src/monitoring/telemetry/bucket-store.ts'
import { casesOf } from '../support/extent.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const now = Date.UTC(2026, 0, 15, 12)

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const histogram = createHistogram()
for (let count = 0; count < 10; count++) addDuration(histogram, 50)

/** Ten samples in a bucket, one of them bad, of 50 ms each. */
const row = {
  n: 10,
  bad: 1,
  slow: 0,
  probes: 0,
  intervalMs: 0,
  approximate: false,
  sumMs: 500,
  tail: 9,
  durations: encode(histogram),
}

let subjects = 0
async function givenSubject(): Promise<number> {
  const key = `GET /${(subjects += 1)}/`
  return (await database.db.subject.create({ data: { kind: 'ENDPOINTS', key, name: key } })).id
}

let flushes = 0
/** One flush with a row for each of these starts. */
const flush = (subjectId: number, starts: readonly number[]) =>
  appendSamples(
    database.db,
    starts.map((start) => ({ ...row, subjectId, start })),
    `flush ${(flushes += 1)}`,
  )

/** The starts of a bucket a minute for so many hours. */
const everyMinute = (hours: number) => Array.from({ length: hours * 60 }, (_, index) => now - (index + 1) * MINUTE)

async function historyOf(subjectId: number, window: HistoryWindow, lengthen = false) {
  const [history] = await listHistories(database.db, [{ subjectId, window, lengthen, at: now }])
  return history?.points ?? []
}

const requestsOf = async (subjectId: number, window: HistoryWindow) =>
  (await historyOf(subjectId, window)).reduce((sum, { requests }) => sum + requests, 0)

const countRows = (subjectId: number, span: number) => database.db.bucket.count({ where: { subjectId, span } })

it('shows the same traffic before and after it is rolled up into minutes and hours', async () => {
  const subject = await givenSubject()
  await flush(subject, everyMinute(30))
  const before = [await requestsOf(subject, 'LAST_24_HOURS'), await requestsOf(subject, 'LAST_7_DAYS')]

  await rollUpAndPrune(database.db, now)
  const summaries = [await countRows(subject, 60), await countRows(subject, 3600)]
  await rollUpAndPrune(database.db, now)

  expect(before).toEqual([24 * 60 * 10, 30 * 60 * 10])
  expect(summaries).toEqual([30 * 60, 30])
  expect(await requestsOf(subject, 'LAST_24_HOURS')).toBe(24 * 60 * 10)
  expect(await requestsOf(subject, 'LAST_7_DAYS')).toBe(30 * 60 * 10)
  expect(await requestsOf(subject, 'LAST_HOUR')).toBe(60 * 10)
})

it('says of approximate samples that their step is approximate, also when they are rolled up', async () => {
  const subject = await givenSubject()
  const approximateAt = now - 90 * MINUTE
  const starts = [approximateAt - 2 * HOUR, approximateAt, now - 10 * MINUTE]
  await appendSamples(
    database.db,
    starts.map((start) => ({ ...row, subjectId: subject, start, approximate: start === approximateAt })),
    'approximate',
  )
  await flush(subject, [approximateAt])
  const told = async () => (await historyOf(subject, 'LAST_7_DAYS')).map(({ latency }) => latency.approximate)
  expect(await told()).toEqual([false, true, false])

  await rollUpAndPrune(database.db, now)
  await flush(subject, [approximateAt])
  await rollUpAndPrune(database.db, now)

  expect(await told()).toEqual([false, true, false])
})

it('shows samples that are written hours after others of the same hour were rolled up', async () => {
  const subject = await givenSubject()
  const other = await givenSubject()
  await flush(other, everyMinute(6))
  await rollUpAndPrune(database.db, now)

  await flush(
    subject,
    Array.from({ length: 180 }, (_, index) => now - 3 * HOUR + index * 10 * SECOND),
  )
  await rollUpAndPrune(database.db, now)

  for (const window of ['LAST_6_HOURS', 'LAST_24_HOURS', 'LAST_7_DAYS', 'LAST_90_DAYS'] as const)
    expect([window, await requestsOf(subject, window)]).toEqual([window, 1_800])
})

it('shows each sample once in every window, whatever the order of flushes and roll-ups', async () => {
  const start = fc.integer({ min: 1, max: 6 * 360 }).map((buckets) => now - buckets * 10 * SECOND)
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.uniqueArray(start, { minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constant('roll up' as const) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const subject = await givenSubject()
      let written = 0
      for (const present of steps) {
        if (present === 'roll up') await rollUpAndPrune(database.db, now)
        else await flush(subject, present)
        written += present === 'roll up' ? 0 : 10 * present.length
        for (const window of ['LAST_6_HOURS', 'LAST_24_HOURS', 'LAST_90_DAYS'] as const)
          expect(await requestsOf(subject, window)).toBe(written)
      }
    }),
    { numRuns: casesOf(5, 25) },
  )
})

it('keeps one row a stretch, however often its flushes are rolled up', async () => {
  const subject = await givenSubject()
  for (let count = 0; count < 3; count++) {
    await flush(subject, [now - 30 * MINUTE + count * 10 * SECOND])
    await rollUpAndPrune(database.db, now)
  }

  expect(await countRows(subject, 60)).toBe(1)
  expect(await countRows(subject, 3600)).toBe(1)
  expect(await requestsOf(subject, 'LAST_90_DAYS')).toBe(30)
})

it('keeps rates and percentiles when samples are rolled up', async () => {
  const subject = await givenSubject()
  await flush(subject, everyMinute(3))

  await rollUpAndPrune(database.db, now)
  const points = await historyOf(subject, 'LAST_7_DAYS')

  expect(await countRows(subject, 3600)).toBe(3)
  for (const point of points) {
    expect(point.errorRate).toBe(10)
    expect(point.latency.p95).toBeGreaterThanOrEqual(48)
    expect(point.latency.p95).toBeLessThanOrEqual(52)
  }
  expect(points.map(({ at }) => at.getTime())).toEqual([-3, -2, -1].map((hours) => now + hours * HOUR))
})

it('removes rows of ten seconds once they are past their time, and nothing else', async () => {
  const subject = await givenSubject()
  await flush(subject, everyMinute(30))
  await rollUpAndPrune(database.db, now)

  const oldestOf = async (span: number) =>
    (await database.db.bucket.findFirst({ where: { subjectId: subject, span }, orderBy: { start: 'asc' } }))?.start

  expect(await oldestOf(10)).toEqual(new Date(now - 6.5 * HOUR))
  expect(await oldestOf(60)).toEqual(new Date(now - 30 * HOUR))
})

/** Samples of these durations in a bucket. */
const samplesOf = (durationsMs: readonly number[]) => {
  const durations = createHistogram()
  for (const ms of durationsMs) addDuration(durations, ms)
  return {
    ...row,
    n: durationsMs.length,
    bad: 0,
    tail: 0,
    sumMs: durationsMs.reduce((sum, ms) => sum + ms, 0),
    durations: encode(durations),
  }
}

it('in longer steps the percentiles are those of all samples, not of the percentiles of the shorter ones', async () => {
  const subjectId = await givenSubject()
  const busy = samplesOf([...Array<number>(19_800).fill(10), ...Array<number>(200).fill(12)])
  const quiet = samplesOf(Array<number>(200).fill(2_100))
  // Ten pairs of a busy and a quiet minute, ten minutes apart.
  const starts = Array.from(
    { length: 20 },
    (_, index) => now - (10 - (index >> 1)) * 10 * MINUTE + (index % 2) * MINUTE,
  )
  await appendSamples(
    database.db,
    starts.map((start, index) => ({ ...(index % 2 ? quiet : busy), subjectId, start, approximate: index === 1 })),
    'busy and quiet',
  )

  const recorded = await historyOf(subjectId, 'LAST_6_HOURS')
  const lengthened = await historyOf(subjectId, 'LAST_6_HOURS', true)

  expect(recorded.map(({ seconds }) => seconds)).toEqual(Array(20).fill(60))
  expect(lengthened.map(({ seconds, requests }) => [seconds, requests])).toEqual(Array(10).fill([600, 20_200]))
  // A hundredth of the samples is slow, so the p95 is that of the fast ones.
  for (const { latency } of lengthened) expect(latency.p95).toBeLessThan(15)
  expect(lengthened.map(({ latency }) => latency.approximate)).toEqual(lengthened.map((_, index) => index === 0))
})

it('in longer steps each sample counts once, and the percentiles are those of its samples', async () => {
  const bucket = fc.record({
    minute: fc.integer({ min: 1, max: 355 }),
    durationsMs: fc.array(fc.constantFrom(5, 40, 300, 2_000), { minLength: 1, maxLength: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(bucket, { minLength: 8, maxLength: 40, selector: (b) => b.minute }),
      async (buckets) => {
        const subjectId = await givenSubject()
        const placed = buckets.map(({ minute, durationsMs }) => ({ start: now - minute * MINUTE, durationsMs }))
        await appendSamples(
          database.db,
          placed.map(({ start, durationsMs }) => ({ ...samplesOf(durationsMs), subjectId, start })),
          `lengthened ${subjectId}`,
        )

        const points = await historyOf(subjectId, 'LAST_6_HOURS', true)

        for (const { at, seconds, requests, latency } of points) {
          const isWithin = ({ start }: { start: number }) =>
            start >= at.getTime() && start < at.getTime() + seconds * SECOND
          const durations = decode(
            samplesOf(placed.filter(isWithin).flatMap(({ durationsMs }) => durationsMs)).durations,
          )
          expect(latency.p95).toBe(percentile(durations, 0.95))
          expect(requests).toBe(placed.filter(isWithin).flatMap(({ durationsMs }) => durationsMs).length)
        }
        expect(new Set(points.map(({ seconds }) => seconds)).size).toBe(1)
        expect(points.reduce((sum, { requests }) => sum + requests, 0)).toBe(
          placed.reduce((sum, { durationsMs }) => sum + durationsMs.length, 0),
        )
      },
    ),
    { numRuns: casesOf(10, 60) },
  )
})
