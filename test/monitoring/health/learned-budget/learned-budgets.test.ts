import { appendSamples } from '../../../../src/monitoring/telemetry/bucket-store.ts'
import { addAt, createHistogram, encode } from '../../../../src/monitoring/telemetry/histogram.ts'
import { createLatencyLearning } from '../../../../src/monitoring/health/learned-budget/learn-latencies.ts'
import { findLearningProgress } from '../../../../src/monitoring/health/learned-budget/learning-progress.ts'
import { createBudgetHistory, listBudgets } from '../../../../src/monitoring/health/learned-budget/budget-history.ts'
import { budgetOf, listSubjects, policyOf } from '../../../../src/monitoring/health/subject-queries.ts'
import { rollUpAndPrune } from '../../../../src/monitoring/telemetry/roll-up.ts'
import { givenDatabase, type GivenDatabase } from '../../../support/database/database.ts'
import { hours, minutes, start } from '../../../support/monitoring/traffic.ts'

const now = start + hours(48) + minutes(2)

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

let count = 0
const givenSubject = async (): Promise<number> => {
  const key = `GET /learned/${(count += 1)}`
  return (await database.db.subject.create({ data: { kind: 'ENDPOINTS', key, name: key } })).id
}

/** Rows of 10 s: a hundred samples of `ms` in each hour of two days before `now`. */
async function givenSamples(subjectId: number, ms: number, source = `test-${subjectId}-${ms}`) {
  const durations = createHistogram()
  addAt(durations, ms, 50)
  const rows = Array.from({ length: 96 }, (_, index) => ({
    ...{ subjectId, start: start + minutes(30 * index), n: 50, bad: 0, slow: 0, probes: 0, sumMs: 50 * ms, tail: 50 },
    durations: encode(durations),
    intervalMs: 0,
    approximate: false,
  }))
  await appendSamples(database.db, rows, source)
}

const readSubjects = async () =>
  (await listSubjects(database.db)).map((subject) => {
    const policy = policyOf(subject, false)
    return { subject, policy, budget: budgetOf(subject, policy) }
  })

/** One instance, as far as it learns. */
const givenInstance = () => {
  const learnLatencies = createLatencyLearning(database.db)
  return { tick: async (at: number) => learnLatencies(await readSubjects(), at) }
}

const learnedOf = async (id: number) => (await database.db.subject.findUniqueOrThrow({ where: { id } })).latency
const budgetsOf = async (id: number) => (await readSubjects()).find(({ subject }) => subject.id === id)?.budget.budgetMs

it('a latency learned from rows of 10 s equals one learned from rows of an hour', async () => {
  const [fresh, old] = [await givenSubject(), await givenSubject()]
  await givenSamples(fresh, 9)
  await givenInstance().tick(now)
  await givenSamples(old, 9)
  await rollUpAndPrune(database.db, now + hours(40))
  expect(await database.db.bucket.count({ where: { subjectId: old, span: 10 } })).toBe(0)

  await givenInstance().tick(now)

  expect(await learnedOf(fresh)).toMatchObject({ normalP95Ms: 9, learnedTo: start + hours(48) })
  expect(await learnedOf(old)).toEqual(await learnedOf(fresh))
  expect(await budgetsOf(old)).toBe(100)
})

it('the progress of learning contains the present and the required hours and samples', async () => {
  const id = await givenSubject()
  await givenSamples(id, 9)

  expect(await findLearningProgress(database.db, [id], start + hours(5) + minutes(2))).toEqual([
    { subjectId: id, hoursLeft: 19, samples: 500, leastSamples: 1_000, hours: 5, leastHours: 6 },
  ])
})

it('a latency is learned once an hour, by whichever instance and however often it was restarted', async () => {
  const id = await givenSubject()
  await givenSamples(id, 40)
  const [one, other] = [givenInstance(), givenInstance()]
  await one.tick(now)
  await givenSamples(id, 90, 'later')
  await givenSamples(id, 90, 'later still')

  await Promise.all([
    one.tick(now + minutes(50)),
    other.tick(now + minutes(50)),
    givenInstance().tick(now + minutes(57)),
  ])
  expect(await learnedOf(id)).toMatchObject({ normalP95Ms: 41 })
  await Promise.all([one.tick(now + hours(1)), other.tick(now + hours(1))])

  expect(await learnedOf(id)).toMatchObject({ normalP95Ms: 41 * 1.25, learnedTo: start + hours(49) })
})

it('learning continues after a restart with the samples from before it', async () => {
  const id = await givenSubject()
  await givenSamples(id, 9)
  const before = givenInstance()

  await before.tick(start + hours(5) + minutes(2))
  expect(await learnedOf(id)).toBeNull()
  await givenInstance().tick(start + hours(23) + minutes(2))
  expect(await learnedOf(id)).toBeNull()
  await givenInstance().tick(start + hours(24) + minutes(2))

  expect(await learnedOf(id)).toMatchObject({ normalP95Ms: 9, learnedTo: start + hours(24) })
})

it('learning does not overwrite the normal latency that an operator has just accepted', async () => {
  const id = await givenSubject()
  await givenSamples(id, 9)
  const before = await readSubjects()
  const accepted = {
    ...{ normalP95Ms: 280, normalP75Ms: 280, highMs: 280, since: now, learnedTo: now + hours(100) },
    ...{ learnsFrom: null, past: [] },
  }
  await database.db.subject.update({ where: { id }, data: { latency: accepted } })

  await createLatencyLearning(database.db)(before, now)

  expect(await learnedOf(id)).toEqual(accepted)
})

it('learning leaves out the hours in which the subject was Degradado', async () => {
  const id = await givenSubject()
  await givenSamples(id, 9)
  const degraded = { subjectId: id, from: 'OPERATIVO', to: 'DEGRADADO', evidence: {}, policy: {} } as const
  await database.db.transition.create({ data: { ...degraded, at: new Date(start + hours(4)) } })
  await database.db.subject.update({ where: { id }, data: { memory: { state: 'DEGRADADO' } } })

  await givenInstance().tick(now)

  expect(await learnedOf(id)).toBeNull()
})

it('the latency budget of a subject is written when it changes, once for all instances', async () => {
  const id = await givenSubject()
  await givenSamples(id, 60)
  await givenInstance().tick(now)
  const [one, other] = [createBudgetHistory(database.db), createBudgetHistory(database.db)]
  const subjects = await readSubjects()

  await one.write(subjects, now + 10_000)
  await one.write(subjects, now + 20_000)
  await other.write(subjects, now + 30_000)
  await database.db.subject.update({ where: { id }, data: { policy: { slowBudget: 'FIXED' } } })
  await other.write(await readSubjects(), now + 40_000)

  expect(await listBudgets(database.db, [id], new Date(start))).toEqual([
    { subjectId: id, from: new Date(now + 10_000), budgetMs: 244, normalP95Ms: 61 },
    { subjectId: id, from: new Date(now + 40_000), budgetMs: 1000, normalP95Ms: null },
  ])
  expect(await listBudgets(database.db, [id], new Date(now + 50_000))).toHaveLength(1)
})
