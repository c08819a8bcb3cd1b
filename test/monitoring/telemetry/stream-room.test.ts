import { readHorizon } from '../../../src/database/registration-horizon.ts'
import { clearOldStreams } from '../../../src/monitoring/telemetry/otlp/stream-room.ts'
import { advanceStreams, type PointOutcome } from '../../../src/monitoring/telemetry/otlp/stream-store.ts'
import type { MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { metricPoint } from '../../support/otlp/metric-points.ts'
import { minutes, seconds, start } from '../../support/monitoring/traffic.ts'

const limit = 12

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

let sources = 0

/** A source in whose room each service has at most `limit` streams. */
function givenSource(most = limit) {
  const sourceId = `source-${(sources += 1)}`
  const { db } = database
  return {
    count: () => db.otlpStream.count({ where: { sourceId } }),
    send: async (points: readonly MetricPoint[], at: number, on = db): Promise<PointOutcome[]> =>
      (await advanceStreams(on, points, { sourceId, at, limit: most, horizon: await readHorizon(db) })).outcomes,
  }
}

/** An export of an instance of a service that began two hours ago: one stream for each status. */
const exportOf = (
  service: string,
  at: number,
  { instance = '1', streams = 1, count = 5, from = start - minutes(120) },
) =>
  Array.from({ length: streams }, (_, index) =>
    metricPoint({
      ...{ from, at, count },
      resource: { 'service.name': service, 'service.instance.id': instance },
      attributes: { 'http.response.status_code': 200 + index },
    }),
  )

const refusedOf = (outcomes: readonly PointOutcome[]) => outcomes.filter((outcome) => outcome === 'REFUSED').length

describe('the room for streams', () => {
  it('of a service that sends alone is the limit, and nothing of a stream that was refused counts later', async () => {
    const { send } = givenSource()

    expect(refusedOf(await send(exportOf('orders', start, { streams: limit }), start))).toBe(0)
    const at = start + seconds(10)
    expect(refusedOf(await send(exportOf('orders', at, { streams: limit + 2 }), at))).toBe(2)
    const outcomes = await send(exportOf('orders', at + minutes(1), { streams: limit + 2, count: 9 }), at + minutes(1))

    expect(outcomes.filter((outcome) => outcome !== 'REFUSED').every((outcome) => outcome?.count === 4)).toBe(true)
  })

  it('is never used up by the services of others, however many streams and instances they have', async () => {
    const { send, count } = givenSource()
    for (let instance = 0; instance < 40; instance += 1) {
      const at = start + seconds(instance)
      const greedy = { instance: String(instance), streams: 3 }
      await send([...exportOf('crashing', at, greedy), ...exportOf('large', at, { streams: 3 * limit })], at)
    }

    const at = start + minutes(1)
    expect(refusedOf(await send(exportOf('orders', at, {}), at))).toBe(0)
    expect(await count()).toBeLessThanOrEqual((limit * 6) / 5)
  })

  it('is given up first by processes that were not heard for ten minutes, whose requests are not counted again', async () => {
    const { send } = givenSource()
    const ended = { instance: 'ended', streams: limit - 2 }
    const lives = { instance: 'lives', streams: 2 }
    await send([...exportOf('orders', start, ended), ...exportOf('orders', start, lives)], start)
    const soon = start + minutes(9)
    expect(refusedOf(await send(exportOf('orders', soon, { instance: 'next', streams: 5 }), soon))).toBe(5)
    await send(exportOf('orders', soon, { ...lives, count: 6 }), soon)

    const later = start + minutes(11)
    const began = { instance: 'newer', streams: 5, from: later - minutes(1) }
    const outcomes = await send(exportOf('orders', later, { ...began, count: 3 }), later)
    const [lived] = await send(exportOf('orders', later, { ...lives, count: 8 }), later)
    const [first, second] = exportOf('orders', later, { ...ended, streams: 2, count: 90 })
    const returned = [...(await send(first ? [first] : [], later)), ...(await send(second ? [second] : [], later))]

    expect(outcomes).toMatchObject(Array(5).fill({ count: 3 }))
    expect(lived).toMatchObject({ count: 2 })
    expect(returned).toEqual([null, null])
  })

  it.each([
    { what: 'whose clock is slow', lateMs: minutes(12), everyMs: seconds(10) },
    { what: 'that exports rarely', lateMs: 0, everyMs: minutes(15) },
  ])('is not given up by a sender $what to the crash loop of another', async ({ lateMs, everyMs }) => {
    const { send } = givenSource()
    const counted: (number | undefined)[] = []
    for (let index = 0; index < 6; index += 1) {
      const at = start + index * everyMs
      const [outcome] = await send(exportOf('slow', at - lateMs, { count: 10 + 40 * index }), at)
      counted.push(outcome === 'REFUSED' ? -1 : outcome?.count)
      const soon = at + (index > 0 ? Math.min(everyMs / 2, minutes(12)) : seconds(5))
      await send(exportOf('crash', soon, { instance: String(index), streams: 7 }), soon)
    }

    expect(counted).toEqual([undefined, 40, 40, 40, 40, 40])
  })

  it('has some for each service, however many large ones there are', async () => {
    const many = 400
    const { send } = givenSource(many)
    for (let service = 0; service < 9; service += 1)
      await send(exportOf(`large-${service}`, start + service, { streams: many }), start + service)

    const outcomes = await send(exportOf('small', start + seconds(1), { streams: 3 }), start + seconds(1))

    expect(refusedOf(outcomes)).toBe(1)
  })

  it('is given up by two requests at once without a deadlock', async () => {
    const again = await database.openAgain()
    for (let round = 0; round < 5; round += 1) {
      const { send } = givenSource()
      for (const service of ['a', 'b']) await send(exportOf(service, start, { streams: limit / 2 }), start)
      const at = start + minutes(15)
      const next = (service: string, streams: number) => [
        ...exportOf(service, at, { streams: limit / 2 }),
        ...exportOf(`${service}2`, at, { streams }),
      ]

      await Promise.all([send(next('a', limit), at), send(next('b', limit), at, again.db)])
    }
    await again.close()
  })

  it('is kept by a stream that pauses while its process sends on, so that it does not count from its start', async () => {
    const { send, count } = givenSource()
    const [at, again] = [start + minutes(1), start + minutes(150)]
    await send(exportOf('orders', start, { streams: 2, count: 700 }), start)
    await send(exportOf('orders', at, { streams: 2, count: 700 }), at)
    for (let minute = 10; minute < 150; minute += 10) {
      await send(exportOf('orders', start + minutes(minute), { count: 700 }), start + minutes(minute))
      await clearOldStreams(database.db, new Date(start + minutes(minute)))
    }

    expect(await count()).toBe(2)
    expect(await send(exportOf('orders', again, { streams: 2, count: 705 }), again)).toMatchObject([{ count: 5 }, null])
  })

  it('is given up by streams that pause for an hour while their process sends on', async () => {
    const { send } = givenSource()
    const later = start + minutes(61)
    await send(exportOf('orders', start, { streams: limit }), start)
    await send(exportOf('orders', later, {}), later)

    const next = exportOf('orders', later, { instance: 'next', streams: limit - 1 })
    expect(refusedOf(await send(next, later))).toBe(0)
  })
})
