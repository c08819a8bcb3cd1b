import { listHistories, type HistoryWindow } from '../src/monitoring/history.ts'
import { addDuration, createHistogram, encode } from '../src/monitoring/telemetry/histogram.ts'
import { appendSamples, tidySamples } from '../src/monitoring/telemetry/samples.ts'
import { givenDatabase, type GivenDatabase } from './support/database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = Date.UTC(2026, 0, 15, 12)

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** A subject with a bucket a minute for so many hours: ten samples each, one of them bad, 50 ms. */
async function givenTraffic(key: string, hours: number) {
  const { id } = await database.db.subject.create({ data: { kind: 'ENDPOINTS', key, name: key } })
  const histogram = createHistogram()
  for (let count = 0; count < 10; count++) addDuration(histogram, 50)
  const row = { subjectId: id, n: 10, bad: 1, slow: 0, sumMs: 500, tail: 9, durations: encode(histogram) }
  const rows = Array.from({ length: hours * 60 }, (_, index) => ({ ...row, start: now - (index + 1) * MINUTE }))
  await appendSamples(database.db, rows, `given ${key}`, new Date(now))
  return id
}

async function requestsOf(subjectId: number, window: HistoryWindow) {
  const [history] = await listHistories(database.db, [{ subjectId, window, at: now }])
  return history?.points.reduce((sum, { requests }) => sum + requests, 0)
}

it('tells the same traffic before and after it was gathered into minutes and hours', async () => {
  const subject = await givenTraffic('GET /gathered/', 30)
  const before = await requestsOf(subject, 'LAST_24_HOURS')

  await tidySamples(database.db, now)
  await tidySamples(database.db, now)

  expect(before).toBe(24 * 60 * 10)
  expect(await requestsOf(subject, 'LAST_24_HOURS')).toBe(24 * 60 * 10)
  expect(await requestsOf(subject, 'LAST_7_DAYS')).toBe(30 * 60 * 10)
  expect(await requestsOf(subject, 'LAST_HOUR')).toBe(60 * 10)
})

it('keeps rates and percentiles through the gathering', async () => {
  const subject = await givenTraffic('GET /kept/', 3)

  await tidySamples(database.db, now)
  const [history] = await listHistories(database.db, [{ subjectId: subject, window: 'LAST_7_DAYS', at: now }])

  for (const point of history?.points ?? []) {
    expect(point.errorRate).toBe(10)
    expect(point.latency.p95).toBeGreaterThanOrEqual(48)
    expect(point.latency.p95).toBeLessThanOrEqual(52)
  }
  expect(history?.points.map(({ at }) => at.getTime())).toEqual([-3, -2, -1].map((hours) => now + hours * HOUR))
})

it('removes rows of ten seconds once they are past their time, and nothing else', async () => {
  await tidySamples(database.db, now)

  const oldest = await database.db.bucket.findFirst({ where: { span: 10 }, orderBy: { start: 'asc' } })
  const oldestMinute = await database.db.bucket.findFirst({ where: { span: 60 }, orderBy: { start: 'asc' } })

  expect(oldest?.start.getTime()).toBe(now - 6.5 * HOUR)
  expect(oldestMinute?.start.getTime()).toBe(now - 30 * HOUR)
})
