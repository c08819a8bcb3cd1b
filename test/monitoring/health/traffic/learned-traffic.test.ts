import { createTrafficLearning } from '../../../../src/monitoring/health/traffic/learn-traffic.ts'
import { expectedTraffic, type LearnedTraffic } from '../../../../src/monitoring/health/traffic/expected-traffic.ts'
import {
  clearOldTrafficHours,
  readTrafficHours,
  writeEndedHours,
} from '../../../../src/monitoring/health/traffic/traffic-hours.ts'
import { budgetOf, listSubjects, policyOf } from '../../../../src/monitoring/health/subject-queries.ts'
import { appendSamples } from '../../../../src/monitoring/telemetry/bucket-store.ts'
import { createHistogram, encode } from '../../../../src/monitoring/telemetry/histogram.ts'
import { rollUpAndPrune } from '../../../../src/monitoring/telemetry/roll-up.ts'
import { givenDatabase, type GivenDatabase } from '../../../support/database/database.ts'
import { days, hours, minutes, start } from '../../../support/monitoring/traffic.ts'

const now = start + days(14) + minutes(2)

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

let count = 0
const givenSubject = async ({ critical = true, reported = true } = {}): Promise<number> => {
  const key = `GET /traffic/${(count += 1)}`
  const { id } = await database.db.subject.create({ data: { kind: 'ENDPOINTS', key, name: key, critical } })
  if (!reported) return id
  await database.db.service.upsert({
    where: { id: 'shop' },
    create: { id: 'shop', name: 'Tienda', createdAt: new Date(start) },
    update: {},
  })
  const at = new Date(start)
  await database.db.sourceSubject.create({ data: { sourceId: 'shop', subjectId: id, lastAt: at, reportedAt: at } })
  return id
}

/** Each hour of a period has 600 requests, 60 of them probes, and so many at the quietest five minutes. */
async function givenHours(subjectId: number, fewest: number | null = 40) {
  const starts = Array.from({ length: 14 * 24 }, (_, hour) => start + hours(hour))
  const none = { bad: 0, slow: 0, sumMs: 0, tail: 600, durations: encode(createHistogram()) }
  const row = { subjectId, n: 600, probes: 60, ...none, intervalMs: 0, approximate: false }
  await appendSamples(
    database.db,
    starts.map((begins) => ({ ...row, start: begins })),
    `hours-${subjectId}`,
  )
  await rollUpAndPrune(database.db, now)
  if (fewest !== null)
    await writeEndedHours(
      database.db,
      starts.map((begins) => ({ subjectId, start: begins, fewest })),
    )
}

/** One instance, as far as it learns. */
async function tick(at: number): Promise<void> {
  const subjects = (await listSubjects(database.db)).map((subject) => {
    const policy = policyOf(subject, false)
    return { subject, policy, budget: budgetOf(subject, policy) }
  })
  await createTrafficLearning(database.db)(subjects, at)
}

const learnedOf = async (id: number) =>
  (await database.db.subject.findUniqueOrThrow({ where: { id } })).traffic as LearnedTraffic | null

it('learning begins with the first whole hour after a service reported a critical endpoint, and not otherwise', async () => {
  const [reported, own, other] = [
    await givenSubject(),
    await givenSubject({ reported: false }),
    await givenSubject({ critical: false }),
  ]

  await tick(start + minutes(30))

  expect(await learnedOf(reported)).toMatchObject({ from: start + hours(1) })
  expect(await learnedOf(own)).toBeNull()
  expect(await learnedOf(other)).toBeNull()
})

it('what is usual is learned from the hours since then, without probes, and once an hour', async () => {
  const id = await givenSubject()
  await tick(start - minutes(10))
  await givenHours(id)

  await tick(now)

  const learned = await learnedOf(id)
  expect(learned).toMatchObject({ from: start, learnedTo: start + days(14) })
  expect(expectedTraffic(true, learned, now)).toEqual({ reason: 'LEARNED', rate: { perMinute: 6.3, fewest: 40 } })
  await database.db.trafficHour.deleteMany({ where: { subjectId: id } })
  await tick(now + minutes(50))
  expect(await learnedOf(id)).toEqual(learned)
  await tick(now + hours(1))
  expect(expectedTraffic(true, await learnedOf(id), now + hours(1))).toMatchObject({ reason: 'LEARNING', hours: 0 })
})

it('hours that no tick saw, as those before an upgrade or while an endpoint was retired, are not learned from', async () => {
  const id = await givenSubject()
  await tick(start - minutes(10))
  await givenHours(id, null)

  await tick(now)

  expect(expectedTraffic(true, await learnedOf(id), now)).toMatchObject({ reason: 'LEARNING', daysLeft: 0, hours: 0 })
})

it('an hour that two instances wrote has the lower number, and shows nothing usual if one of them says so', async () => {
  const id = await givenSubject()
  for (const fewest of [7, 3, 5]) await writeEndedHours(database.db, [{ subjectId: id, start, fewest }])
  for (const fewest of [7, null, 5])
    await writeEndedHours(database.db, [{ subjectId: id, start: start + hours(1), fewest }])

  const read = [...(await readTrafficHours(database.db, [id], now))(id).values()]

  expect(read).toEqual([
    { subjectId: id, start, n: 0, fewest: 3 },
    { subjectId: id, start: start + hours(1), n: 0, fewest: null },
  ])
})

it('an hour of a subject that was deleted is dropped, and old hours are', async () => {
  const id = await givenSubject()

  await writeEndedHours(database.db, [
    { subjectId: -1, start, fewest: 1 },
    { subjectId: id, start, fewest: 1 },
  ])
  await clearOldTrafficHours(database.db, new Date(start + days(30)))

  expect(await database.db.trafficHour.count({ where: { subjectId: { in: [-1, id] } } })).toBe(0)
})
