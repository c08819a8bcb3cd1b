import fc from 'fast-check'
import type { Coordination } from '../../src/database/coordination/coordination.ts'
import { allShards } from '../../src/database/coordination/shards.ts'
import type { OpenDatabase } from '../../src/database/open.ts'
import { givenDatabase } from '../support/database/database.ts'
import { casesOf } from '../support/extent.ts'

const start = Date.UTC(2026, 0, 15, 12)
const tickMs = 10_000

/** Instances that claim shards at ticks, by their numbers in the order in which they started. */
async function givenInstances() {
  const database = await givenDatabase()
  const opened: OpenDatabase[] = []
  const instances: Coordination[] = []
  let tick = 0
  const present = () => start + tick * tickMs
  const instance = (number: number) => found(instances[number])
  return {
    async join() {
      const one = await database.openAgain()
      opened.push(one)
      instances.push(await one.openCoordination(() => undefined))
    },
    die: (number: number) => instance(number).close(),
    release: (number: number) => instance(number).releaseShards(),
    /** Claims at the present tick, or at the one so many ticks before it. */
    claim: async (number: number, late = 0): Promise<number[]> => [
      ...(await instance(number).claimShards(present() - late * tickMs, present)),
    ],
    /** The ticks of the shards before the present one, from the oldest. */
    async ages(): Promise<number[]> {
      const rows = await database.db.shard.findMany({ orderBy: { tickAt: 'asc' } })
      return rows.map(({ tickAt }) => (present() - tickAt.getTime()) / tickMs)
    },
    /** Lets each instance claim at the next tick, one after the other. */
    async claimInTurn(...numbers: number[]): Promise<number[][]> {
      tick += 1
      const claimed: number[][] = []
      for (const number of numbers) claimed.push(await this.claim(number))
      return claimed
    },
    async [Symbol.asyncDispose]() {
      for (const instance of instances) await instance.close()
      for (const one of opened) await one.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

type Instances = Awaited<ReturnType<typeof givenInstances>>

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no such instance.')
  return value
}

const all = [...allShards]
const inOrder = (shards: number[][]) => shards.flat().sort((a, b) => a - b)
const sizes = (shards: number[][]) => shards.map(({ length }) => length)

async function givenJoined(count: number): Promise<Instances> {
  const instances = await givenInstances()
  for (let joined = 0; joined < count; joined++) await instances.join()
  return instances
}

it('a single instance claims all shards, each once per tick', async () => {
  await using instances = await givenJoined(1)
  const [first] = await instances.claimInTurn(0)
  const again = await instances.claim(0)

  expect(inOrder([first ?? []])).toEqual(all)
  expect(again).toEqual([])
})

it('an instance that joins claims its share from the next tick on, and no shard misses a tick', async () => {
  await using instances = await givenJoined(3)
  const alone = await instances.claimInTurn(0)
  const joining = await instances.claimInTurn(0, 1, 2)
  const joined = await instances.claimInTurn(0, 1, 2)

  expect([alone, joining, joined].map(inOrder)).toEqual([all, all, all])
  expect(sizes(joined).every((size) => size >= 5)).toBe(true)
})

it('the shards of an instance that dies are claimed by the others at the next tick', async () => {
  await using instances = await givenJoined(3)
  for (let tick = 0; tick < 2; tick++) await instances.claimInTurn(0, 1, 2)
  await instances.die(1)

  const claimed = await instances.claimInTurn(0, 2)

  expect(inOrder(claimed)).toEqual(all)
  expect(sizes(claimed)).toEqual([8, 8])
})

it('the shards of an instance that stands still for two ticks are claimed by another', async () => {
  await using instances = await givenJoined(2)
  for (let tick = 0; tick < 2; tick++) await instances.claimInTurn(0, 1)

  const oneTickLater = await instances.claimInTurn(0)
  const twoTicksLater = await instances.claimInTurn(0)
  const awakened = await instances.claim(1)
  const afterwards = await instances.claimInTurn(0, 1)

  expect(sizes(oneTickLater)).toEqual([8])
  expect(inOrder(twoTicksLater)).toEqual(all)
  expect(awakened).toEqual([])
  expect(inOrder(afterwards)).toEqual(all)
  expect(sizes(afterwards)).toEqual([8, 8])
})

it('the shards that an instance releases are claimed by another at the next tick', async () => {
  await using instances = await givenJoined(2)
  for (let tick = 0; tick < 2; tick++) await instances.claimInTurn(0, 1)
  await instances.release(1)

  expect(inOrder(await instances.claimInTurn(0))).toEqual(all)
})

it('a clock that was an hour ahead blocks no claim once it is corrected', async () => {
  await using database = await givenDatabase()
  const coordination = await database.openCoordination(() => undefined)

  const claimAt = (at: number) => coordination.claimShards(at, () => at)
  await claimAt(start + 3_600_000)
  const claimed = await claimAt(start)

  await coordination.close()
  expect(claimed).toEqual(allShards)
})

it('an instance that is late by ticks takes no shard from one on time, and sets none back', async () => {
  await using instances = await givenJoined(2)
  for (let tick = 0; tick < 3; tick++) await instances.claimInTurn(0, 1)
  const late: number[][] = []
  for (let tick = 0; tick < 4; tick++) {
    await instances.claimInTurn(0)
    late.push(await instances.claim(1, 4))
  }

  expect(late).toEqual([[], [], [], []])
  expect(new Set(await instances.ages())).toEqual(new Set([0]))
})

it('however late or early instances claim, the ticks of a shard only go forward, and one on time keeps all evaluated', async () => {
  const late = fc.array(fc.record({ number: fc.integer({ min: 1, max: 2 }), late: fc.integer({ min: -4, max: 6 }) }), {
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(late, { minLength: 4, maxLength: 9 }), async (ticks) => {
      await using instances = await givenJoined(3)
      const lastOf = new Map<number, number>()
      for (const [tick, claims] of ticks.entries()) {
        const claimed = [{ at: tick, shards: (await instances.claimInTurn(0)).flat() }]
        for (const { number, late } of claims)
          claimed.push({ at: tick - late, shards: await instances.claim(number, late) })
        for (const { at, shards } of claimed)
          for (const shard of shards) {
            expect(at).toBeGreaterThan(lastOf.get(shard) ?? -Infinity)
            lastOf.set(shard, at)
          }
        // An instance that is gone is noticed two ticks after its last one, which may be two ahead; two of them in turn.
        expect((await instances.ages()).at(0)).toBeLessThanOrEqual(6)
      }
    }),
    { numRuns: casesOf(5, 8) },
  )
})

it('however instances join and die, each shard is claimed exactly once per tick', async () => {
  const step = fc.oneof(
    fc.constant('join' as const),
    fc.constant('die' as const),
    fc.constant('tick' as const),
    fc.constant('tick' as const),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      async (steps, dice) => {
        await using instances = await givenJoined(1)
        const alive = [0]
        let joined = 1
        const pick = () => dice.next().value as number
        for (const what of [...steps, 'tick' as const]) {
          if (what === 'join' && alive.length < 5) {
            await instances.join()
            alive.push(joined++)
          }
          if (what === 'die' && alive.length > 1) await instances.die(found(alive.splice(pick() % alive.length, 1)[0]))
          if (what !== 'tick') continue
          const order = [...alive].sort(() => (pick() % 2 === 0 ? 1 : -1))
          expect(inOrder(await instances.claimInTurn(...order))).toEqual(all)
        }
      },
    ),
    { numRuns: 15 },
  )
})
