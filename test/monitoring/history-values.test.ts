import fc from 'fast-check'
import { listHistories, type HistoryWindow } from '../../src/monitoring/history.ts'
import { addDuration, createHistogram, encode } from '../../src/monitoring/telemetry/histogram.ts'
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

async function historyOf(subjectId: number, window: HistoryWindow) {
  const [history] = await listHistories(database.db, [{ subjectId, window, at: now }])
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
