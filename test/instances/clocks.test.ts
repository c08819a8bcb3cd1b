import fc from 'fast-check'
import { givenDestination } from '../support/alerting/destinations.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { casesOf } from '../support/extent.ts'
import type { GivenGateway } from '../support/gateway.ts'
import { outcomesOf } from '../support/process/instances.ts'
import { givenSkewedInstances } from '../support/skewed-instances.ts'
import { until } from '../support/until.ts'

const minuteMs = 60_000
const tickMs = 10_000

/** One more than there are shards, so that each instance has subjects. */
const codes = Array.from({ length: 17 }, (_, index) => `L-${index}`)

const skew = fc.integer({ min: -20 * minuteMs, max: 20 * minuteMs })

/** The clock of an instance is set by so much, after so many seconds. */
const step = fc.record({ instance: fc.nat({ max: 2 }), second: fc.nat({ max: 59 }), ms: skew })

it('every subject is evaluated once a tick, and each notice sent once, whatever the clocks of the instances say', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(skew, { minLength: 2, maxLength: 3 }),
      fc.array(step, { maxLength: 3 }),
      async (skews, steps) => {
        await using receiver = await givenReceiver((response) => void setTimeout(() => response.end(), 300))
        await using house = await givenSkewedInstances(skews)
        const [first] = house.gateways
        await givenLibraries(house.db)
        await givenDestination(first as GivenGateway, receiver.url, {
          waitSeconds: 0,
          intervalSeconds: 10,
          groupBy: 'SUBJECT',
        })
        // A minute without samples of before the start, in which no state changes.
        await house.pass(60)
        await house.pass(20, () => observe(house.gateways, true))
        const failingFrom = house.time.now()
        await house.pass(60, async (second) => {
          for (const { instance, ms } of steps.filter((one) => one.second === second)) house.clocks[instance]?.set(ms)
          await observe(house.gateways, false)
        })

        const transitions = await house.db.transition.findMany({
          where: { to: 'FALLANDO', subject: { key: { in: codes } } },
        })
        // The second tick has enough failures and starts the timer of 30 s, to which each evaluation adds 10 s.
        const due = new Set(transitions.map(({ at }) => at.getTime() - failingFrom))
        expect(due).toEqual(new Set([5 * tickMs]))
        expect(transitions).toHaveLength(codes.length)
        await until(
          'all is delivered',
          async () => (await house.db.delivery.count({ where: { status: 'PENDING' } })) === 0,
        )
        await house.pass(5)
        const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
        expect(ids).toHaveLength(await house.db.delivery.count())
        expect(new Set(ids).size).toBe(ids.length)
      },
    ),
    { numRuns: casesOf(2, 3) },
  )
})

it('nothing that expires is deleted before its time of the database, or kept after it, by any instance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 3 * minuteMs, max: 20 * minuteMs }), skew, async (...skews) => {
      await using house = await givenSkewedInstances(skews)
      const { db, time } = house
      await givenLibraries(db)
      for (const { write } of Object.values(expiring)) await write(db, time.now() + 2 * minuteMs)
      await house.pass(60)
      const before = await countAll(db)
      house.jump(60 * minuteMs)
      await house.pass(130)

      expect(before).toEqual(Object.fromEntries(Object.keys(expiring).map((kind) => [kind, 1])))
      expect(await countAll(db)).toEqual(Object.fromEntries(Object.keys(expiring).map((kind) => [kind, 0])))
    }),
    { numRuns: casesOf(1, 2) },
  )
})

it('five wrong passwords lock for a quarter of an hour of the database, at every instance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(skew, { minLength: 2, maxLength: 3 }), async (skews) => {
      await using house = await givenSkewedInstances(skews)
      const guess = async (gateway: GivenGateway) =>
        (await gateway.post('/auth/login', { email: gateway.email, password: 'not the right one' })).status
      const guessEverywhere = async () => {
        const statuses: number[] = []
        for (const gateway of house.gateways) statuses.push(await guess(gateway))
        return statuses
      }
      const [first] = house.gateways
      const wrong: number[] = []
      for (let count = 0; count < 5; count++) wrong.push(await guess(first as GivenGateway))
      await house.pass(65)
      const afterAMinute = await guessEverywhere()
      house.jump(12 * minuteMs)
      await house.pass(65)
      const afterAlmostAll = await guessEverywhere()
      house.jump(minuteMs)
      await house.pass(10)

      expect(new Set(wrong)).toEqual(new Set([401]))
      expect(new Set([...afterAMinute, ...afterAlmostAll])).toEqual(new Set([429]))
      expect(await guess(house.gateways[1] as GivenGateway)).toBe(401)
    }),
    { numRuns: casesOf(1, 2) },
  )
})

it('an instance that cannot measure the time gives up its shards, which the other evaluates', async () => {
  await using house = await givenSkewedInstances([0, 0])
  const { db, time } = house
  await givenLibraries(db)
  await house.pass(30)
  const shared = await ownersOf(db)
  house.isAway.add(0)
  await house.pass(90)
  const taken = await ownersOf(db)
  await house.pass(10, () => observe(house.gateways, false))
  const ready = await house.gateways[0]?.get('/readyz')
  house.isAway.clear()
  await house.pass(30)

  expect([shared.size, taken.size, (await ownersOf(db)).size]).toEqual([2, 1, 2])
  expect(ready?.status).toBe(200)
  expect(await db.shard.count({ where: { tickAt: { lt: new Date(time.now() - tickMs) } } })).toBe(0)
})

it('an instance that cannot measure the time deletes nothing until it can', async () => {
  await using house = await givenSkewedInstances([20 * minuteMs])
  const { db, time } = house
  await givenLibraries(db)
  for (const { write } of Object.values(expiring)) await write(db, time.now() + 2 * minuteMs)
  house.isAway.add(0)
  await house.pass(200)
  const unmeasured = Object.values(await countAll(db))
  house.isAway.clear()
  await house.pass(70)

  expect(new Set(unmeasured)).toEqual(new Set([1]))
  expect(new Set(Object.values(await countAll(db)))).toEqual(new Set([0]))
})

it('readiness and metrics say how far the clock of the machine is ahead', async () => {
  await using house = await givenSkewedInstances([0, -2 * 60 * minuteMs])
  const [right, behind] = house.gateways.map(async (gateway) => ({
    ready: (await (await gateway.get('/readyz')).json()) as unknown,
    metric: /^vigia_clock_offset_seconds (\S+)$/m.exec(await (await gateway.get('/metrics')).text())?.[1],
  }))

  expect(await right).toEqual({ ready: { status: 'ok', clockOffsetMs: 0, laggingInstances: [] }, metric: '0' })
  expect(await behind).toEqual({
    ready: { status: 'ok', clockOffsetMs: -7_200_000, laggingInstances: [] },
    metric: '-7200',
  })
})

type Expiring = {
  write: (db: GivenGateway['db'], endsAt: number) => Promise<unknown>
  count: (db: GivenGateway['db']) => Promise<number>
}

/** What instances delete, each kind with a row that ends at a time in milliseconds since 1970. */
const expiring: Record<string, Expiring> = {
  session: {
    async write(db, endsAt) {
      const { id: operatorId } = await db.operator.findFirstOrThrow()
      const times = { createdAt: new Date(endsAt), seenAt: new Date(endsAt), expiresAt: new Date(endsAt) }
      return db.session.create({ data: { id: 'a session', operatorId, address: '127.0.0.1', ...times } })
    },
    count: (db) => db.session.count({ where: { id: 'a session' } }),
  },
  'failed sign-in': {
    write: (db, endsAt) => db.attempts.create({ data: { key: 'somebody', points: 5, expire: BigInt(endsAt) } }),
    count: (db) => db.attempts.count({ where: { key: 'somebody' } }),
  },
  'attempt with the identity provider': {
    write: (db, endsAt) =>
      db.signInAttempt.create({
        data: { id: 'an attempt', state: '', nonce: '', verifier: '', next: '/', expiresAt: new Date(endsAt) },
      }),
    count: (db) => db.signInAttempt.count(),
  },
  'logout token': {
    write: (db, endsAt) => db.logoutToken.create({ data: { id: 'a token', expiresAt: new Date(endsAt) } }),
    count: (db) => db.logoutToken.count(),
  },
  'idempotency key': {
    write: (db, endsAt) =>
      db.idempotencyKey.create({
        data: {
          ...{ credential: 'c', operation: 'o', key: 'k', fingerprint: 'f', status: 200, body: '{}' },
          createdAt: new Date(endsAt - 60 * minuteMs),
        },
      }),
    count: (db) => db.idempotencyKey.count(),
  },
  sample: {
    async write(db, endsAt) {
      const { id: subjectId } = await db.subject.findFirstOrThrow({ where: { key: codes[0] ?? '' } })
      const counts = { n: 1, bad: 0, slow: 0, sumMs: 1, tail: 1, durations: Buffer.from([1, 1, 1]) }
      const start = new Date(endsAt - 6.5 * 60 * minuteMs)
      return db.bucket.create({ data: { subjectId, span: 10, start, source: 'a sample', ...counts } })
    },
    count: (db) => db.bucket.count({ where: { source: 'a sample' } }),
  },
}

async function countAll(db: GivenGateway['db']): Promise<Record<string, number>> {
  const counts = Object.entries(expiring).map(async ([kind, { count }]) => [kind, await count(db)] as const)
  return Object.fromEntries(await Promise.all(counts))
}

const ownersOf = async (db: GivenGateway['db']) =>
  new Set((await db.shard.findMany()).flatMap(({ owner }) => owner ?? []))

const givenLibraries = (db: GivenGateway['db']) =>
  db.subject.createMany({ data: codes.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key })) })

/** Each instance gets one observation of every library. */
async function observe(gateways: readonly GivenGateway[], ok: boolean) {
  for (const gateway of gateways) {
    const { status } = await gateway.report(...codes.flatMap((code) => outcomesOf(code, ok, 1)))
    expect(status).toBe(202)
  }
}
