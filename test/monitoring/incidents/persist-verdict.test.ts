import fc from 'fast-check'
import type { RootDatabase } from '../../../src/database/database.ts'
import { applyEvaluations } from '../../../src/monitoring/incidents/persist-verdict.ts'
import type { SubjectEvaluation } from '../../../src/monitoring/incidents/health-writes.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { enterState, type Evaluation } from '../../../src/monitoring/health/rule/transition.ts'
import { readPanel } from '../../../src/monitoring/notifications/notifications.ts'
import { acknowledge } from '../../../src/monitoring/incidents/operator-actions.ts'
import { policyFor } from '../../../src/monitoring/health/rule/policy.ts'
import type { Evidence, State } from '../../../src/monitoring/health/rule/state.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { givenOperator } from '../../support/auth/operators.ts'
import { noSuppressions as plan } from '../../support/monitoring/suppressed-libraries.ts'
import { minutes, start } from '../../support/monitoring/traffic.ts'

let given: GivenDatabase
let db: RootDatabase
beforeAll(async () => {
  given = await givenDatabase()
  db = given.db
})
afterAll(() => given[Symbol.asyncDispose]())

const policy = policyFor({ critical: false, probed: false })
const evidenceAt = (at: number): Evidence => ({
  code: 'ERRORS_FAILING',
  windowSeconds: 60,
  n: 9,
  bad: 9,
  recentRate: 100,
  p95: 30,
  threshold: 25,
  at,
})

/** A subject of its own whose evaluations a test makes up: it goes from state to state at a moment, and each is written. */
async function givenSubject(key: string = crypto.randomUUID(), kind: 'LIBRERIAS' | 'ENDPOINTS' = 'LIBRERIAS') {
  const { id } = await db.subject.create({
    data: { kind, key, name: key, memory: { ...createRuleState(start), state: 'OPERATIVO' }, state: 'OPERATIVO' },
  })

  async function verdict(to: State, at: number) {
    const subject = await db.subject.findUniqueOrThrow({ where: { id } })
    const evaluation: Evaluation = enterState(
      subject.memory as ReturnType<typeof createRuleState>,
      to,
      evidenceAt(at),
      policy,
    )
    return { subject, policy, evaluation }
  }

  return {
    id,
    verdict,
    goesTo: async (to: State, at: number) => apply([await verdict(to, at)], at),
    incidents: () =>
      db.incident.findMany({
        where: { subjectId: id },
        orderBy: { openedAt: 'asc' },
        include: { timeline: { orderBy: { id: 'asc' } } },
      }),
  }
}

/** Writes verdicts in one transaction, and returns the ids of the subjects that were written. */
const apply = async (verdicts: readonly SubjectEvaluation[], at: number) =>
  (await applyEvaluations(db, verdicts, { at, plan, notifies: true })).subjectIds

type Given = Awaited<ReturnType<typeof givenSubject>>

const eventsOf = ({ timeline }: { timeline: { event: string }[] }) => timeline.map(({ event }) => event)

async function givenAuthor() {
  const operator = await givenOperator(db)
  return { operator, address: '127.0.0.1', requestId: null, note: null }
}

it('a set writes all of its subjects except those written meanwhile, each as if it were alone', async () => {
  const subjects = await Promise.all(Array.from({ length: 4 }, () => givenSubject()))
  const [silent, failing, outrun, fails] = subjects as [Given, Given, Given, Given]
  await failing.goesTo('FALLANDO', start)
  const verdicts = await Promise.all([
    silent.verdict('DESCONOCIDO', start + minutes(5)),
    failing.verdict('OPERATIVO', start + minutes(5)),
    outrun.verdict('DESCONOCIDO', start + minutes(5)),
    fails.verdict('FALLANDO', start + minutes(5)),
  ])
  await outrun.goesTo('DEGRADADO', start + minutes(4))

  const written = await apply(verdicts, start + minutes(5))

  const stateOf = async ({ id }: Given) => (await db.subject.findUniqueOrThrow({ where: { id } })).state
  const transitions = await db.transition.findMany({ where: { subjectId: silent.id } })
  expect(written).toEqual([silent.id, failing.id, fails.id])
  expect(await Promise.all(subjects.map(stateOf))).toEqual(['DESCONOCIDO', 'OPERATIVO', 'DEGRADADO', 'FALLANDO'])
  expect(transitions).toMatchObject([
    {
      from: 'OPERATIVO',
      to: 'DESCONOCIDO',
      at: new Date(start + minutes(5)),
      evidence: evidenceAt(start + minutes(5)),
      policy: { ...policy },
    },
  ])
  expect(await silent.incidents()).toEqual([])
  expect((await failing.incidents()).map(eventsOf)).toEqual([['OPENED', 'RESOLVED']])
  expect((await fails.incidents()).map(eventsOf)).toEqual([['OPENED']])
})

it('8: twenty concurrent evaluations open one incident, and resolve it once', async () => {
  const subject = await givenSubject()
  const twentyTimes = async (to: State, at: number) => {
    const verdict = await subject.verdict(to, at)
    return Promise.all(Array.from({ length: 20 }, () => apply([verdict], at)))
  }

  const opened = await twentyTimes('FALLANDO', start)
  const openKeys = (await subject.incidents()).map(({ openKey }) => openKey)
  const resolved = await twentyTimes('OPERATIVO', start + minutes(5))

  const incidents = await subject.incidents()
  expect(opened.flat()).toHaveLength(1)
  expect(openKeys).toEqual([expect.stringMatching(/^LIBRERIAS:/)])
  expect(resolved.flat()).toHaveLength(1)
  expect(incidents.map(eventsOf)).toEqual([['OPENED', 'RESOLVED']])
  expect(await db.transition.count({ where: { subjectId: subject.id } })).toBe(2)
  expect(await db.auditEntry.count({ where: { object: `incident:${incidents[0]?.id}` } })).toBe(2)
})

it('8: twenty evaluations with different versions of the subject open one incident', async () => {
  const subject = await givenSubject()
  const verdict = await subject.verdict('FALLANDO', start)
  // The versions differ, so that only the unique key of the database is left to conflict.
  const settled = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await db.subject.update({ where: { id: subject.id }, data: { version: index } })
      return apply([{ ...verdict, subject: { ...verdict.subject, version: index } }], start)
    }),
  )

  expect(settled.flat().length).toBeGreaterThan(0)
  expect(await db.incident.count({ where: { subjectId: subject.id } })).toBe(1)
})

it('an incident reopens if a bad state returns within 15 minutes; later, a new one refers to it', async () => {
  const subject = await givenSubject()
  await subject.goesTo('FALLANDO', start)
  await subject.goesTo('OPERATIVO', start + minutes(5))

  await subject.goesTo('DEGRADADO', start + minutes(20))
  const reopened = await subject.incidents()
  await subject.goesTo('OPERATIVO', start + minutes(30))
  await subject.goesTo('FALLANDO', start + minutes(46))
  const [first, second] = await subject.incidents()

  expect(reopened.map(eventsOf)).toEqual([['OPENED', 'RESOLVED', 'REOPENED', 'UNSTABLE']])
  expect(reopened[0]).toMatchObject({
    status: 'OPEN',
    severity: 'DEGRADADO',
    maxSeverity: 'FALLANDO',
    resolvedAt: null,
    resolution: null,
  })
  expect(first).toMatchObject({ status: 'RESOLVED', resolution: 'AUTOMATIC', openKey: null })
  expect(second).toMatchObject({ status: 'OPEN', previousId: first?.id })
})

it('an incident loses its acknowledgement when it escalates, and keeps it when it de-escalates', async () => {
  const subject = await givenSubject()
  await subject.goesTo('DEGRADADO', start)
  const [{ id = '' } = {}] = await subject.incidents()
  const author = await givenAuthor()
  await acknowledge(db, id, author, start + minutes(1))

  await subject.goesTo('FALLANDO', start + minutes(2))
  const [worse] = await subject.incidents()
  await acknowledge(db, id, author, start + minutes(3))
  await subject.goesTo('DEGRADADO', start + minutes(4))
  const [better] = await subject.incidents()

  expect(worse).toMatchObject({ status: 'OPEN', severity: 'FALLANDO', acknowledgedAt: null, acknowledgedById: null })
  expect(better).toMatchObject({
    status: 'ACKNOWLEDGED',
    severity: 'DEGRADADO',
    maxSeverity: 'FALLANDO',
    acknowledgedById: author.operator.id,
  })
  expect(better && eventsOf(better)).toEqual([
    'OPENED',
    'ACKNOWLEDGED',
    'ESCALATED',
    'ACKNOWLEDGEMENT_WITHDRAWN',
    'ACKNOWLEDGED',
    'DEESCALATED',
  ])
})

it('9: an incident belongs to its own subject, however similar the names of subjects are', async () => {
  const keys = ['GET /a/b/', 'GET /a-b/', 'GET /a_b/', 'GET /a%2Fb/', 'GET:/a/b/', 'get /a/b/']
  const subjects = await Promise.all(keys.map((key) => givenSubject(key, 'ENDPOINTS')))
  const namesake = await givenSubject('GET /a/b/', 'LIBRERIAS')

  for (const subject of [...subjects, namesake]) await subject.goesTo('FALLANDO', start)
  await subjects[0]?.goesTo('OPERATIVO', start + minutes(5))

  const incidents = await Promise.all([...subjects, namesake].map((subject) => subject.incidents()))
  expect(incidents.map((own) => own.map(({ status }) => status))).toEqual([
    ['RESOLVED'],
    ...Array.from({ length: keys.length }, () => ['OPEN']),
  ])
})

it('6: a suppressed incident is not counted, and hides no other', async () => {
  const [maintained, failing] = [await givenSubject(), await givenSubject()]
  const before = (await readPanel(db)).badge
  await maintained.goesTo('FALLANDO', start)
  await db.incident.updateMany({ where: { subjectId: maintained.id }, data: { suppressed: true } })

  await failing.goesTo('FALLANDO', start)

  expect((await readPanel(db)).badge).toBe(before + 1)
})

it('16: the counts equal the open incidents after any evaluations', async () => {
  const subjects = await Promise.all(Array.from({ length: 4 }, () => givenSubject()))
  let at = start
  const step = fc.record({
    who: fc.nat(3),
    to: fc.constantFrom<State>('OPERATIVO', 'DEGRADADO', 'FALLANDO', 'DESCONOCIDO'),
    after: fc.integer({ min: 1, max: 30 }),
  })

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      let revision = (await readPanel(db)).revision
      for (const { who, to, after } of steps) {
        const subject = subjects[who]
        const row = await db.subject.findUniqueOrThrow({ where: { id: subject?.id ?? 0 } })
        if (!subject || row.state === to) continue
        at += minutes(after)
        await subject.goesTo(to, at)
        const panel = await readPanel(db)
        const open = await db.incident.findMany({ where: { status: { not: 'RESOLVED' }, suppressed: false } })
        for (const { kind, severity, count } of panel.categories)
          expect(count).toBe(open.filter((incident) => incident.kind === kind && incident.severity === severity).length)
        expect(panel.badge).toBe(open.length)
        expect(panel.revision).toBeGreaterThanOrEqual(revision)
        expect(new Set(open.map(({ subjectId }) => subjectId)).size).toBe(open.length)
        revision = panel.revision
      }
    }),
    { numRuns: 5 },
  )
})
