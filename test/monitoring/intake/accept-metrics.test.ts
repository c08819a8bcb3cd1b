import fc from 'fast-check'
import type { OpenDatabase } from '../../../src/database/open.ts'
import type { MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { listSubjects, type HealthSubject } from '../../../src/monitoring/health/subject-queries.ts'
import { createEndpointMatcher, withHorizon } from '../../../src/inventory/endpoint-matcher.ts'
import { createIntake } from '../../../src/monitoring/intake/sample-intake.ts'
import { clearOldStreams } from '../../../src/monitoring/telemetry/otlp/stream-room.ts'
import { readHorizon } from '../../../src/database/registration-horizon.ts'
import { advanceStreams } from '../../../src/monitoring/telemetry/otlp/stream-store.ts'
import { countAt, nColumn, badColumn, slowColumn, numberAt } from '../../../src/monitoring/telemetry/buckets.ts'
import { manualClock } from '../../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { casesOf } from '../../support/extent.ts'
import { metricPoint } from '../../support/otlp/metric-points.ts'
import { exportAll, exportsOf, repetitions, requests } from '../../support/otlp/metric-streams.ts'
import { minutes, seconds, start } from '../../support/monitoring/traffic.ts'

const endpoints = ['/api/admin/libraries/', '/api/admin/libraries/:code/'].map((path) => ({
  id: `GET ${path}`,
  ...{ method: 'GET', path },
}))
const readEndpointMatcher = () => Promise.resolve(withHorizon(createEndpointMatcher(endpoints), 2n ** 62n))

let database: GivenDatabase
let other: OpenDatabase
let registered: HealthSubject[]
beforeAll(async () => {
  database = await givenDatabase()
  const subjects = [
    ['ENDPOINTS', 'GET /api/admin/libraries/'],
    ['ENDPOINTS', 'GET /api/admin/libraries/:code/'],
    ['LIBRERIAS', 'EJ-001'],
    ['INTEGRACIONES', 'payments'],
  ] as const
  await database.db.subject.createMany({ data: subjects.map(([kind, key]) => ({ kind, key, name: key })) })
  const payments = await database.db.subject.findFirstOrThrow({ where: { key: 'payments' } })
  await database.db.integration.create({
    data: { key: 'payments', subjectId: payments.id, name: 'Pagos', hosts: ['api.pay.example'] },
  })
  other = await database.openAgain()
  registered = await listSubjects(database.db)
})
afterAll(async () => {
  await other.close()
  await database[Symbol.asyncDispose]()
})

let sources = 0

/** Instances on one database, to which one source sends. */
function givenInstances(count = 1) {
  const clock = manualClock(start)
  const sourceId = `source-${(sources += 1)}`
  const instances = Array.from({ length: count }, () =>
    createIntake({ db: database.db, clock, probed: new Set(), environment: 'STG', readEndpointMatcher }),
  )
  for (const { registry } of instances) registry.replace(registered)
  return {
    sourceId,
    send: (items: MetricPoint[], instance = 0) =>
      instances[instance]?.acceptMetrics({ items, rejected: 0, reason: null }, sourceId),
    sources: instances.map((intake) => intake.sources),
    /** The counts of all buckets of a subject, over all instances. */
    counts: (kind: 'ENDPOINTS' | 'LIBRERIAS' | 'INTEGRACIONES', key: string) => {
      const total = { n: 0, bad: 0, slow: 0 }
      for (const { registry, telemetry } of instances) {
        const subject = registry.find(kind, key)
        if (!subject) continue
        const { buckets } = telemetry.windowOf(subject.id)
        for (let slot = 0; slot < buckets.length; slot++) {
          total.n += countAt(buckets, slot, nColumn)
          total.bad += countAt(buckets, slot, badColumn)
          total.slow += countAt(buckets, slot, slowColumn)
        }
      }
      return total
    },
    firstBucket: (key: string) => {
      const [{ registry, telemetry } = instances[0]!] = instances
      const subject = registry.find('ENDPOINTS', key)
      return subject && numberAt(telemetry.windowOf(subject.id).buckets, 0) * 10_000
    },
  }
}

/** What data points add, by the streams of one source. */
async function advance(
  points: readonly MetricPoint[],
  { db = database.db, ...request }: { sourceId: string; at: number; limit?: number; db?: OpenDatabase['db'] },
) {
  return (await advanceStreams(db, points, { ...request, horizon: await readHorizon(db) })).outcomes
}

const libraries = 'GET /api/admin/libraries/'
const from = start - seconds(20)

describe('data points of OpenTelemetry', () => {
  it('count what was added since the last one, and nothing when they are sent again to any instance', async () => {
    const { send, counts } = givenInstances(2)
    const first = metricPoint({ from, at: start - seconds(10), count: 3 })
    const second = metricPoint({ from, at: start, count: 8 })

    expect(await send([first])).toEqual({ rejected: 0, message: null })
    await send([second], 1)
    await send([first], 1)
    await send([second])

    expect(counts('ENDPOINTS', libraries)).toEqual({ n: 8, bad: 0, slow: 0 })
  })

  it('count in the bucket in which their interval ends', async () => {
    const { send, firstBucket } = givenInstances()

    await send([metricPoint({ from, at: start, count: 3 })])

    expect(firstBucket(libraries)).toBe(start - seconds(10))
  })

  it('of deltas count once each, in whichever order they arrive', async () => {
    const { send, counts } = givenInstances(2)
    const delta = (ends: number, count: number) =>
      metricPoint({ temporality: 'delta', from: ends - seconds(10), at: ends, count })
    const [first, second] = [delta(start - seconds(10), 2), delta(start, 5)]

    await send([second])
    await send([first, second], 1)
    await send([first])

    expect(counts('ENDPOINTS', libraries)).toEqual({ n: 7, bad: 0, slow: 0 })
  })

  it('of a stream that began long before its sender was heard are where counting begins', async () => {
    const { send, counts } = givenInstances()
    const began = start - minutes(600)

    await send([metricPoint({ from: began, at: start - seconds(10), count: 10_000 })])
    expect(counts('ENDPOINTS', libraries)).toEqual({ n: 0, bad: 0, slow: 0 })
    const failed = { 'http.response.status_code': 503 }
    await send([
      metricPoint({ from: began, at: start, count: 10_004 }),
      metricPoint({ from: began, at: start, count: 2, attributes: failed }),
    ])

    expect(counts('ENDPOINTS', libraries)).toEqual({ n: 6, bad: 2, slow: 0 })
  })

  it('of two processes with the same resource are not taken for one whose count falls', async () => {
    const { send, counts } = givenInstances()
    const process = (began: number, ends: number, count: number) => metricPoint({ from: began, at: ends, count })

    await send([process(from, start - seconds(10), 100), process(from - 1, start - seconds(9), 50)])
    await send([process(from, start, 101), process(from - 1, start + 1, 52)])

    expect(counts('ENDPOINTS', libraries)).toEqual({ n: 153, bad: 0, slow: 0 })
  })

  it('of streams that begin in the millisecond of an export are counted if others of their sender are older', async () => {
    const { send, counts } = givenInstances()
    const failed = (at: number) =>
      metricPoint({ from: start, at, count: 2, attributes: { 'http.response.status_code': 503 } })

    const missing = (at: number) =>
      metricPoint({ from: from + 1, at, count: 1, attributes: { 'http.response.status_code': 404 } })

    await send([metricPoint({ from, at: from + 1, count: 3 }), missing(from + 1)])
    await send([metricPoint({ from, at: start, count: 4 }), missing(start), failed(start)])
    await send([metricPoint({ from, at: start + seconds(10), count: 4 }), failed(start + seconds(10))])

    expect(counts('ENDPOINTS', libraries)).toEqual({ n: 7, bad: 2, slow: 0 })
  })

  it('are about the library that they name as well', async () => {
    const { send, counts } = givenInstances()

    await send([metricPoint({ from, at: start, count: 4, attributes: { 'vigia.library': 'EJ-001' } })])

    expect(counts('LIBRERIAS', 'EJ-001').n).toBe(4)
    expect(counts('ENDPOINTS', libraries).n).toBe(4)
  })

  it('find endpoints whatever their parameters are called, and integrations by their hosts', async () => {
    const { send, counts } = givenInstances()
    const toHost = { 'server.address': 'API.pay.example', 'server.port': 443, 'http.response.status_code': 500 }

    const result = await send([
      metricPoint({ from, at: start, attributes: { 'http.route': '/api/admin/libraries/{libraryCode}' } }),
      metricPoint({ from, at: start, count: 2, metric: 'http.client.request.duration', attributes: toHost }),
    ])

    expect(result).toEqual({ rejected: 0, message: null })
    expect(counts('ENDPOINTS', 'GET /api/admin/libraries/:code/').n).toBe(1)
    expect(counts('INTEGRACIONES', 'payments')).toEqual({ n: 2, bad: 2, slow: 0 })
  })

  it('of unknown subjects are rejected with their names, which are counted, and lose no others', async () => {
    const { send, sources, sourceId, counts } = givenInstances()
    const unknown = { 'http.route': '/api/admin/nowhere' }

    const result = await send([
      metricPoint({ from, at: start, count: 4, attributes: unknown }),
      metricPoint({ from, at: start, count: 4, attributes: { ...unknown, 'http.response.status_code': 500 } }),
      metricPoint({ from, at: start, attributes: { 'http.route': '/api/admin/libraries/export' } }),
      metricPoint({ from, at: start }),
    ])
    await sources[0]?.write()

    expect(result).toEqual({
      rejected: 3,
      message:
        'No endpoint of the inventory is GET /api/admin/nowhere/. (2×) ' +
        'No endpoint of the inventory is GET /api/admin/libraries/export/.',
    })
    expect(counts('ENDPOINTS', libraries).n).toBe(1)
    expect(counts('ENDPOINTS', 'GET /api/admin/libraries/:code/').n).toBe(0)
    expect(
      await database.db.unmatchedSubject.findMany({ where: { sourceId }, orderBy: { count: 'desc' } }),
    ).toMatchObject([
      { kind: 'ENDPOINTS', key: 'GET /api/admin/nowhere/', count: 2 },
      { kind: 'ENDPOINTS', key: 'GET /api/admin/libraries/export/', count: 1 },
    ])
    expect(await database.db.otlpStream.count({ where: { sourceId } })).toBe(1)
  })

  it('that are too old, too early or of another environment are rejected with the reason', async () => {
    const { send } = givenInstances()

    const result = await send([
      metricPoint({ from: start - minutes(70), at: start - minutes(61) }),
      metricPoint({ from, at: start + seconds(61) }),
      metricPoint({ from, at: start + seconds(62) }),
      metricPoint({ from, at: start, resource: { 'deployment.environment.name': 'PRO' } }),
      metricPoint({ from, at: start, resource: { 'deployment.environment': 'stg' } }),
    ])

    expect(result).toEqual({
      rejected: 4,
      message:
        'It is more than 60 minutes old. It is more than 1 minute in the future. (2×) ' +
        'Its deployment.environment.name is PRO; this panel shows STG (APP_ENVIRONMENT).',
    })
  })

  it('of metrics that say nothing about a subject are ignored', async () => {
    const { send } = givenInstances()

    expect(await send([metricPoint({ metric: 'jvm.gc.duration', at: start })])).toEqual({ rejected: 0, message: null })
  })

  it('are forgotten an hour or two after the last of their stream, and their sender a day after', async () => {
    const { db } = database
    const sourceId = 'old'
    await advance([metricPoint({ from, at: start })], { sourceId, at: start })
    const countAfter = async (hours: number) => {
      await clearOldStreams(db, new Date(start + minutes(60 * hours)))
      return [await db.otlpStream.count({ where: { sourceId } }), await db.otlpSender.count({ where: { sourceId } })]
    }

    expect(await countAfter(1)).toEqual([1, 1])
    expect(await countAfter(2.1)).toEqual([0, 1])
    expect(await countAfter(24)).toEqual([0, 1])
    expect(await countAfter(24.1)).toEqual([0, 0])
  })

  it('sent to two instances, some of them again, give the buckets of the requests themselves', async () => {
    await fc.assert(
      fc.asyncProperty(requests, exportsOf, repetitions, async (all, given, again) => {
        const sourceId = `property-${(sources += 1)}`
        const began = metricPoint({ at: start - seconds(5), count: 0, attributes: { 'http.route': '/earlier' } })
        await advance([began], { sourceId, at: start })
        const found = new Map<number, number>()
        for (const [index, point] of exportAll(all, given).entries()) {
          const db = index % 2 === 0 ? database.db : other.db
          const sent = [point, ...(again[index]?.again ? [point] : [])]
          const outcomes = await Promise.all(sent.map((one) => advance([one], { sourceId, at: start + index, db })))
          for (const outcome of outcomes.flat())
            if (outcome && outcome !== 'REFUSED' && outcome.count > 0)
              found.set(index, (found.get(index) ?? 0) + outcome.count)
        }

        const expected = new Map<number, number>()
        for (const { at } of all) {
          const bucket = Math.floor(at / seconds(10))
          expected.set(bucket, (expected.get(bucket) ?? 0) + 1)
        }
        expect(new Map([...found].sort())).toEqual(new Map([...expected].sort()))
      }),
      { numRuns: casesOf(2, 60) },
    )
  })
})
