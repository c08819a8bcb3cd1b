import { verifyTrail } from '../../../src/audit/verify.ts'
import { operatorFields } from '../../../src/auth/operators.ts'
import { createSerialQueue } from '../../../src/lib/serial-queue.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import { readRevisions } from '../../../src/database/revision.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { policyFor } from '../../../src/monitoring/health/rule/policy.ts'
import type { State } from '../../../src/monitoring/health/rule/state.ts'
import { enterState } from '../../../src/monitoring/health/rule/transition.ts'
import { findIncidents } from '../../../src/monitoring/incidents/incident-queries.ts'
import { acknowledge, release, takeOver } from '../../../src/monitoring/incidents/operator-actions.ts'
import { maxPerTransaction } from '../../../src/monitoring/incidents/incident-writes.ts'
import { writeVerdicts } from '../../../src/monitoring/incidents/write-verdicts.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { givenOperator, somebody } from '../../support/auth/operators.ts'
import { statementsOf, transactionsOf } from '../../support/database/statements.ts'
import { minutes, start } from '../../support/monitoring/traffic.ts'
import { until } from '../../support/until.ts'

let given: GivenDatabase
let db: RootDatabase
beforeEach(async () => {
  given = await givenDatabase()
  db = given.db
})
afterEach(() => given[Symbol.asyncDispose]())

const policy = policyFor({ critical: false, probed: false })
const count = 2 * maxPerTransaction + 50

/** Creates working subjects and returns their ids, in order. */
async function givenSubjects(number: number): Promise<number[]> {
  await db.subject.createMany({
    data: Array.from({ length: number }, (_, index) => ({
      kind: 'LIBRERIAS' as const,
      key: `L-${index}`,
      name: `L-${index}`,
      state: 'OPERATIVO' as const,
      memory: { ...createRuleState(start), state: 'OPERATIVO' },
    })),
  })
  return (await db.subject.findMany({ where: { kind: 'LIBRERIAS' }, orderBy: { id: 'asc' } })).map(({ id }) => id)
}

/** The verdicts that subjects enter a state, on what is stored of them now. */
async function verdictsOf(ids: readonly number[], to: State, at: number) {
  const subjects = await db.subject.findMany({ where: { id: { in: [...ids] } }, orderBy: { id: 'asc' } })
  return subjects.map((subject) => {
    const memory = subject.memory as ReturnType<typeof createRuleState>
    return { subject, policy, evaluation: enterState(memory, to, evidenceAt(at), policy) }
  })
}

const evidenceAt = (at: number) => ({
  code: 'ERRORS_FAILING' as const,
  windowSeconds: 60,
  n: 9,
  bad: 9,
  recentRate: 100,
  p95: 30,
  threshold: 25,
  at,
})

async function write(ids: readonly number[], to: State, at: number) {
  await writeVerdicts({ db, writes: createSerialQueue({ yields: true }) }, await verdictsOf(ids, to, at), at)
}

/** Everything that a set writes about each subject, counted; a half-written incident lacks some of it. */
async function totals() {
  const [row] = await db.$queryRaw<Record<string, number>[]>`
    SELECT
      (SELECT count(*)::int FROM "Subject" WHERE "state" = 'FALLANDO') AS "failing",
      (SELECT count(*)::int FROM "Transition") AS "transitions",
      (SELECT count(*)::int FROM "Incident" WHERE "openKey" IS NOT NULL) AS "open",
      (SELECT count(DISTINCT "subjectId")::int FROM "Incident") AS "subjects",
      (SELECT count(*)::int FROM "TimelineEntry") AS "entries",
      (SELECT count(*)::int FROM "AuditEntry") AS "audited"`
  return row
}

it('a thousand subjects that fail and recover have an incident each, written in sets', async () => {
  const ids = await givenSubjects(count)
  const before = await readRevisions(db)

  const transactions = await transactionsOf(() => write(ids, 'FALLANDO', start))
  const failing = await totals()
  await write(ids, 'OPERATIVO', start + minutes(5))

  const after = await readRevisions(db)
  expect(transactions).toHaveLength(3)
  expect(failing).toEqual({
    failing: count,
    transitions: count,
    open: count,
    subjects: count,
    entries: count,
    audited: count,
  })
  expect(await totals()).toEqual({
    failing: 0,
    transitions: 2 * count,
    open: 0,
    subjects: count,
    entries: 2 * count,
    audited: 2 * count,
  })
  expect(await verifyTrail(db)).toMatchObject({ intact: 2 * count, breach: null })
  expect(after.get('panel')).toBeGreaterThan(before.get('panel') ?? 0)
  expect(await db.subject.count({ where: { id: { in: ids }, changed: 0 } })).toBe(0)
})

it('clients are notified once of all sets of a tick, when all are written', async () => {
  const ids = await givenSubjects(count)
  const told: [string, number][] = []
  const coordination = await given.openCoordination((...topics) => {
    for (const topic of topics) void db.incident.count().then((open) => told.push([topic, open]))
  })
  // A connection that begins to listen announces everything.
  const announced = () => told.filter(([, open]) => open > 0)

  await write(ids, 'FALLANDO', start)
  await until('both views are announced', () => new Set(announced().map(([topic]) => topic)).size === 2)

  await coordination.close()
  expect(new Set(announced().map(([, open]) => open))).toEqual(new Set([count]))
})

it('a subject that cannot be written does not stop the others of its set, and leaves nothing behind', async () => {
  const ids = await givenSubjects(count)
  const bad = ids[maxPerTransaction + 7] ?? 0
  await db.$executeRawUnsafe(`ALTER TABLE "Transition" ADD CONSTRAINT "refused" CHECK ("subjectId" <> ${bad})`)

  await write(ids, 'FALLANDO', start)

  const others = count - 1
  expect(await totals()).toEqual({
    failing: others,
    transitions: others,
    open: others,
    subjects: others,
    entries: others,
    audited: others,
  })
  expect(await db.incident.count({ where: { subjectId: bad } })).toBe(0)
  expect(await verifyTrail(db)).toMatchObject({ intact: others, breach: null })
})

it('an incident that an operator acknowledges while sets are written is acknowledged or decided by the tick, never both', async () => {
  const ids = await givenSubjects(count)
  await write(ids, 'FALLANDO', start)
  const incidents = await db.incident.findMany({ orderBy: { number: 'asc' } })
  const author = { ...somebody, operator: await givenOperator(db), note: null }
  const taken = [incidents[0], incidents[count / 2], incidents[count - 1]].map((incident) => incident?.id ?? '')

  const writing = write(ids, 'OPERATIVO', start + minutes(5))
  const answers = await Promise.allSettled(taken.map((id) => acknowledge(db, id, author, start + minutes(5))))
  await writing
  await write(await failingIds(), 'OPERATIVO', start + minutes(6))

  const acknowledged = taken.filter((_, index) => answers[index]?.status === 'fulfilled')
  const entries = await db.timelineEntry.findMany({ where: { event: 'ACKNOWLEDGED' } })
  expect(entries.map(({ incidentId }) => incidentId).sort()).toEqual(acknowledged.toSorted())
  expect(await totals()).toMatchObject({ failing: 0, open: 0, transitions: 2 * count })
  expect(await db.timelineEntry.count({ where: { event: 'RESOLVED' } })).toBe(count)
  expect(await verifyTrail(db)).toMatchObject({ breach: null })
})

const failingIds = async () =>
  (await db.subject.findMany({ where: { state: 'FALLANDO' }, select: { id: true } })).map(({ id }) => id)

it('incidents that open in the same set are suppressed by that of the subject upstream of all', async () => {
  const [upstream = 0, downstream = 0, last = 0] = await givenSubjects(3)
  await db.dependency.createMany({
    data: [
      { upstreamId: last, downstreamId: upstream },
      { upstreamId: upstream, downstreamId: downstream },
    ],
  })

  await write([upstream, downstream, last], 'FALLANDO', start)

  const ofSubject = new Map((await db.incident.findMany()).map((incident) => [incident.subjectId, incident]))
  expect(ofSubject.get(last)).toMatchObject({ suppressed: false })
  expect(ofSubject.get(upstream)).toMatchObject({ suppressed: true, suppressedById: ofSubject.get(last)?.id })
  expect(ofSubject.get(downstream)).toMatchObject({ suppressed: true, suppressedById: ofSubject.get(last)?.id })
})

it('a subject that alone changes its state is found by its id', async () => {
  const ids = await givenSubjects(300)
  await db.$executeRaw`ANALYZE "Subject"`

  const [statements = []] = await transactionsOf(() => write(ids.slice(0, 1), 'FALLANDO', start))

  const change = statements.find((statement) => statement.includes('UPDATE "Subject"'))
  expect(await planOf(change ?? '')).not.toContain('Seq Scan on "Subject"')
})

describe('acknowledging an incident', () => {
  const read = (id: string) =>
    db.incident.findUniqueOrThrow({
      where: { id },
      include: { subject: true, acknowledgedBy: operatorFields },
    })

  it('takes six statements in a transaction, one of them to read it', async () => {
    await write(await givenSubjects(2), 'FALLANDO', start)
    const [first = '', second = ''] = (await db.incident.findMany()).map(({ id }) => id)
    const author = await givenAuthor()

    await acknowledge(db, first, author, start)
    const transactions = await transactionsOf(async () => {
      await acknowledge(db, second, author, start)
    })

    expect(transactions.map((all) => all.length)).toEqual([6])
    expect(transactions.flat().filter((statement) => statement.includes('FROM "Incident" i JOIN'))).toHaveLength(1)
  })

  it('returns it as it is stored, as do releasing it and taking it over', async () => {
    await write(await givenSubjects(1), 'FALLANDO', start)
    const { id } = await db.incident.findFirstOrThrow()
    const [author, other] = [await givenAuthor(), await givenAuthor()]

    expect(await acknowledge(db, id, author, start)).toMatchObject(await read(id))
    expect(await takeOver(db, { id, from: null }, other, start + minutes(1))).toMatchObject(await read(id))
    expect(await findIncidents(db, [id])).toMatchObject([await read(id)])
    expect(await statementsOf(() => findIncidents(db, [id]))).toBe(1)
    expect(await release(db, id, other, start + minutes(2))).toMatchObject(await read(id))
  })

  it('finds it by its id instead of reading all', async () => {
    await write(await givenSubjects(300), 'FALLANDO', start)
    await db.$executeRaw`ANALYZE "Incident"`
    const { id } = await db.incident.findFirstOrThrow()

    const [all = []] = await transactionsOf(async () => {
      await acknowledge(db, id, await givenAuthor(), start)
    })

    const change = all.find((statement) => statement.includes('UPDATE "Incident"'))
    expect(await planOf(change ?? '')).not.toContain('Seq Scan on "Incident"')
  })

  async function givenAuthor() {
    const { id, name, email, role } = await givenOperator(db)
    return { ...somebody, operator: { id, name, email, role }, note: 'Voy' }
  }
})

/** The plan of a statement with two JSON documents as parameters, whatever these are. */
async function planOf(statement: string): Promise<string> {
  const rows = await db.$queryRawUnsafe<object[]>(`EXPLAIN ${statement.replaceAll(/\$[12]/g, `'[]'`)}`)
  return rows.flatMap((row) => Object.values(row) as string[]).join('\n')
}
