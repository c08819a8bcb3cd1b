import { readHorizon } from '../../../src/database/registration-horizon.ts'
import { clearOldStreams } from '../../../src/monitoring/telemetry/otlp/stream-room.ts'
import { advanceStreams } from '../../../src/monitoring/telemetry/otlp/stream-store.ts'
import type { MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { minutes, seconds, start } from '../../support/monitoring/traffic.ts'
import { metricPoint } from '../../support/otlp/metric-points.ts'

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** The increase of a data point of a known route, in a request with others of unknown routes. */
async function send(point: MetricPoint, others: readonly MetricPoint[], at: number) {
  const horizon = await readHorizon(database.db)
  const { outcomes } = await advanceStreams(database.db, [point], { sourceId: 'source', at, horizon, others })
  return outcomes[0]
}

/** Data points of processes with one resource, which started one after the other. */
const pointsOf = (sender: string, processes: number, at: number) => {
  const { resource } = metricPoint({ resource: { 'service.instance.id': sender } })
  return Array.from({ length: processes }, (_, index) => ({ ...metricPoint({ from: start - index, at }), resource }))
}

const at = start + seconds(10)
const light = (status: number) =>
  metricPoint({ at, from: start - minutes(60), attributes: { 'http.response.status_code': status } })

const storedBytes = async () => {
  const [row] = await database.db.$queryRaw<{ bytes: number }[]>`
    SELECT sum(octet_length("processes"))::int AS "bytes" FROM "OtlpSender"`
  return row?.bytes ?? 0
}

it('a request with a data point of each of many senders reads of their processes what it can, the fewest first', async () => {
  const senders = Array.from({ length: 180 }, (_, index) => `sender-${index}`)
  for (let sent = 0; sent < senders.length; sent += 60) {
    const others = senders.slice(sent, sent + 60).flatMap((sender) => pointsOf(sender, 200, at))
    await send(light(200), others, at)
  }
  expect(await storedBytes()).toBeGreaterThan(4_100_000)

  const later = at + seconds(10)
  const others = senders.flatMap((sender) => pointsOf(sender, 1, later))
  const first = await send({ ...light(500), atNanos: `${later}000000` }, others, later)

  expect(first).toMatchObject({ count: 1 })
  expect(await storedBytes()).toBeLessThan(4_100_000)
})

it('senders of a source are kept while there is room for their processes, those that have the fewest first', async () => {
  const { db } = database
  /** Adds a sender whose processes take this many kilobytes. */
  const add = (sourceId: string, hash: string, kilobytes: number, seenAt: number) =>
    db.$executeRaw`INSERT INTO "OtlpSender" ("sourceId", "hash", "lastAt", "seenAt", "processes")
      SELECT ${sourceId}, ${hash}, 1, ${new Date(seenAt)}, string_agg(md5(i::text), '')
      FROM generate_series(1, 32 * ${kilobytes}::int) i`
  for (const [index, hash] of ['a', 'b', 'c'].entries()) await add('heavy', hash, 12 + index, start)
  await add('heavy', 'light', 1, start - minutes(60))
  await add('other', 'c', 1, start)

  await clearOldStreams(db, new Date(start), 32_000)

  const where = { sourceId: { in: ['heavy', 'other'] } }
  const kept = await db.otlpSender.findMany({ where, orderBy: [{ sourceId: 'asc' }, { hash: 'asc' }] })
  expect(kept.map(({ sourceId, hash }) => `${sourceId} ${hash}`)).toEqual([
    'heavy a',
    'heavy b',
    'heavy light',
    'other c',
  ])
})
