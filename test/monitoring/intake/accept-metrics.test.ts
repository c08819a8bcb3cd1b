import fc from 'fast-check'
import type { OpenDatabase } from '../../../src/database/open.ts'
import type { MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { listSubjects, type HealthSubject } from '../../../src/monitoring/health/subject-queries.ts'
import { createEndpointMatcher } from '../../../src/inventory/endpoint-matcher.ts'
import { createIntake } from '../../../src/monitoring/intake/sample-intake.ts'
import { advanceStreams, clearOldStreams } from '../../../src/monitoring/telemetry/otlp/stream-store.ts'
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
const readEndpointMatcher = () => Promise.resolve(createEndpointMatcher(endpoints))

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
    send: (points: MetricPoint[], instance = 0) => instances[instance]?.acceptMetrics(points, sourceId),
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
      metricPoint({ from, at: start, attributes: { 'http.route': '/api/admin/libraries/export' } }),
      metricPoint({ from, at: start }),
    ])
    await sources[0]?.write()

    expect(result).toEqual({
      rejected: 2,
      message:
        'No endpoint of the inventory is GET /api/admin/nowhere/. ' +
        'No endpoint of the inventory is GET /api/admin/libraries/export/.',
    })
    expect(counts('ENDPOINTS', libraries).n).toBe(1)
    expect(counts('ENDPOINTS', 'GET /api/admin/libraries/:code/').n).toBe(0)
    expect(
      await database.db.unmatchedSubject.findMany({ where: { sourceId }, orderBy: { count: 'desc' } }),
    ).toMatchObject([
      { kind: 'ENDPOINTS', key: 'GET /api/admin/nowhere/', count: 4 },
      { kind: 'ENDPOINTS', key: 'GET /api/admin/libraries/export/', count: 1 },
    ])
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

  it('of more streams than a source may have are rejected, and not counted from their start later', async () => {
    const { db } = database
    const request = { sourceId: 'crowded', at: start, limit: 2 }
    const stream = (status: number, at: number, count: number) =>
      metricPoint({ from: start - minutes(60), at, count, attributes: { 'http.response.status_code': status } })
    await advanceStreams(db, [stream(200, start - seconds(20), 1)], request)

    const [, second, third] = await advanceStreams(
      db,
      [200, 201, 202].map((status) => stream(status, start - seconds(10), 5)),
      request,
    )
    const [later] = await advanceStreams(db, [stream(202, start, 9)], { ...request, limit: 3 })

    expect([second, third]).toContain('REFUSED')
    expect(later).toBeNull()
  })

  it('of more streams than a source may have do not change how streams of its other senders are counted', async () => {
    const { db } = database
    const request = { sourceId: 'crowded-by-one', at: start, limit: 2 }
    const stream = (sender: string, status: number, at: number) =>
      metricPoint({
        ...{ from: start - minutes(60), at, count: 5 },
        ...{ resource: { 'service.instance.id': sender }, attributes: { 'http.response.status_code': status } },
      })
    const quiet = stream('quiet', 200, start - seconds(20))
    await advanceStreams(db, [quiet, stream('crowded', 200, start - seconds(20))], request)

    const refused = await advanceStreams(db, [stream('crowded', 503, start - seconds(10))], request)
    const [failed] = await advanceStreams(db, [stream('quiet', 503, start)], { ...request, limit: 3 })

    expect(refused).toEqual(['REFUSED'])
    expect(failed).toMatchObject({ count: 5 })
  })

  it('are forgotten a day after the last of their stream', async () => {
    const { db } = database
    const sourceId = 'old'
    await advanceStreams(db, [metricPoint({ from, at: start })], { sourceId, at: start })

    await clearOldStreams(db, new Date(start + minutes(24 * 60)))
    expect(await db.otlpStream.count({ where: { sourceId } })).toBe(1)
    await clearOldStreams(db, new Date(start + minutes(24 * 60) + 1))

    expect(await db.otlpStream.count({ where: { sourceId } })).toBe(0)
    expect(await db.otlpSender.count({ where: { sourceId } })).toBe(0)
  })

  it('sent to two instances, some of them again, give the buckets of the requests themselves', async () => {
    await fc.assert(
      fc.asyncProperty(requests, exportsOf, repetitions, async (all, given, again) => {
        const sourceId = `property-${(sources += 1)}`
        const began = metricPoint({ temporality: 'cumulative', metric: 'earlier', at: start - 1 })
        await advanceStreams(database.db, [began], { sourceId, at: start })
        const found = new Map<number, number>()
        for (const [index, point] of exportAll(all, given).entries()) {
          const db = index % 2 === 0 ? database.db : other.db
          const sent = [point, ...(again[index]?.again ? [point] : [])]
          const outcomes = await Promise.all(
            sent.map((one) => advanceStreams(db, [one], { sourceId, at: start + index })),
          )
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
