import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { findObservedIntervals } from '../../../src/monitoring/services/observed-interval.ts'
import { casesOf } from '../../support/extent.ts'
import { randomFrom } from '../../support/monitoring/traffic.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'

const hour = 3_600
const at = Math.floor(Date.parse('2026-03-02T10:00:00Z') / 1_000)

/** The lengths of stored steps and how long they are kept, in seconds. */
const kept = { 10: 6 * hour, 60: 48 * hour, [hour]: 7 * 24 * hour }

const sample = { source: 'test', n: 1, bad: 0, slow: 0, sumMs: 5, tail: 1, durations: new Uint8Array() }

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** The interval that is proposed for a subject whose samples came at these times, in seconds since 1970. */
async function proposalOf(times: readonly number[]): Promise<number | null> {
  const { db } = database
  const { id } = await db.subject.create({ data: { kind: 'INTEGRACIONES', key: randomUUID(), name: 's' } })
  const rows = Object.entries(kept).flatMap(([length, keptS]) => {
    const span = Number(length)
    const starts = new Set(times.filter((time) => time > at - keptS).map((time) => Math.floor(time / span) * span))
    return [...starts].map((start) => ({ subjectId: id, span, start: new Date(start * 1_000), ...sample }))
  })
  await db.bucket.createMany({ data: rows })
  const [found] = await findObservedIntervals(db, [id], new Date(at * 1_000))
  return found?.seconds ?? null
}

const random = fc.integer().map((seed) => randomFrom(seed))

function timesWith(nextGap: () => number): number[] {
  const times: number[] = []
  for (let time = at - 7 * 24 * hour; time < at; time += nextGap()) times.push(time)
  return times
}

it.each([300, 60, 30, 900].slice(0, casesOf(2, 4)))(
  'no interval is proposed for requests at random every %d s in the mean',
  async (mean) => {
    await fc.assert(
      fc.asyncProperty(random, async (next) => {
        const times = timesWith(() => -mean * Math.log(1 - next()))
        expect(await proposalOf(times)).toBeNull()
      }),
      { numRuns: 1 },
    )
  },
)

it.each([60, 6 * hour, 90, 600, 10].slice(0, casesOf(2, 5)))(
  'every %d s is proposed for reports with some delay of which one in fifty is lost',
  async (seconds) => {
    await fc.assert(
      fc.asyncProperty(random, async (next) => {
        const times = timesWith(() => seconds)
          .filter(() => next() > 0.02)
          .map((time) => time + next() * Math.min(5, seconds / 10))
        const proposed = (await proposalOf(times)) ?? 0
        expect(Math.abs(proposed - seconds) / seconds).toBeLessThan(0.1)
      }),
      { numRuns: 1 },
    )
  },
)
