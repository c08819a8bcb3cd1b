import fc from 'fast-check'
import { createSerialQueue } from '../../../src/lib/serial-queue.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { enterState } from '../../../src/monitoring/health/rule/transition.ts'
import type { State } from '../../../src/monitoring/health/rule/state.ts'
import { applyEvaluations } from '../../../src/monitoring/incidents/persist-verdict.ts'
import { readSuppressionPlan } from '../../../src/monitoring/suppression/suppression-plan.ts'
import { acknowledge } from '../../../src/monitoring/incidents/operator-actions.ts'
import { readPanel } from '../../../src/monitoring/notifications/notifications.ts'
import { setDependencies } from '../../../src/monitoring/suppression/dependencies.ts'
import { endMaintenance, planMaintenance } from '../../../src/monitoring/suppression/maintenance.ts'
import { updateSuppressions } from '../../../src/monitoring/suppression/update-suppressions.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { givenOperator, somebody } from '../../support/auth/operators.ts'
import { tickAt } from '../../support/monitoring/suppressed-libraries.ts'
import { minutes, normal as policy, start } from '../../support/monitoring/traffic.ts'

let given: GivenDatabase
let db: RootDatabase
let by: typeof somebody
beforeAll(async () => {
  given = await givenDatabase()
  db = given.db
  by = { ...somebody, operator: await givenOperator(db) }
})
afterAll(() => given[Symbol.asyncDispose]())

const writes = createSerialQueue()

const givenSubjects = (count: number) =>
  db.subject.createManyAndReturn({
    data: Array.from({ length: count }, () => crypto.randomUUID()).map((key) => ({
      kind: 'LIBRERIAS' as const,
      key,
      name: key,
      state: 'OPERATIVO' as const,
      memory: { ...createRuleState(start), state: 'OPERATIVO' },
    })),
  })

type Subject = Awaited<ReturnType<typeof givenSubjects>>[number]

const keyOf = ({ kind, key: id }: Subject) => ({ kind, id })

async function goesTo({ id }: Subject, to: State, at: number): Promise<void> {
  const subject = await db.subject.findUniqueOrThrow({ where: { id } })
  if (subject.state === to) return
  const evidence = {
    code: 'ERRORS_FAILING' as const,
    windowSeconds: 60,
    n: 9,
    bad: 9,
    recentRate: 100,
    p95: 30,
    threshold: 25,
    at,
  }
  const evaluation = enterState(subject.memory as ReturnType<typeof createRuleState>, to, evidence, policy)
  const plan = await readSuppressionPlan(db, at, () => false)
  await applyEvaluations(db, [{ subject, policy, evaluation }], { at, plan, notifies: true })
}

const planFor = (subject: Subject, at: number, lasting: number) =>
  planMaintenance(
    db,
    {
      matcher: { subjects: [keyOf(subject)] },
      reason: 'Copia',
      startsAt: new Date(at),
      endsAt: new Date(at + minutes(lasting)),
    },
    by,
    new Date(at),
  )

async function endFirstMaintenance(at: number): Promise<void> {
  const planned = await db.maintenance.findFirst({ where: { endedAt: null, endsAt: { gt: new Date(at) } } })
  if (planned) await endMaintenance(db, planned.id, by, new Date(at))
}

async function acknowledgeFirst(at: number): Promise<void> {
  const open = await db.incident.findFirst({ where: { status: 'OPEN' } })
  if (open) await acknowledge(db, open.id, { ...by, note: null }, at)
}

const depend = (one: Subject, other: Subject, at: number) =>
  setDependencies(db, { subject: keyOf(one), upstream: [keyOf(other)] }, by, new Date(at)).catch(() => null)

const subjectCount = 4
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('goes' as const),
      to: fc.constantFrom<State>('OPERATIVO', 'DEGRADADO', 'FALLANDO', 'DESCONOCIDO'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('plans' as const), lasting: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('depends' as const), other: fc.nat(subjectCount - 1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('ends' as const, 'acknowledges' as const) }) },
)
const step = fc.record({ who: fc.nat(subjectCount - 1), after: fc.integer({ min: 0, max: 15 }), action })

/** Steps in which an incident opens during a maintenance window, and counts from the end of it. */
const suppressedAndCountedAgain: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[] = [
  { who: 0, after: 0, action: { does: 'plans', lasting: 5 } },
  { who: 0, after: 1, action: { does: 'goes', to: 'FALLANDO' } },
  { who: 0, after: 1, action: { does: 'ends' } },
]

it('the counts equal the open incidents that are not suppressed, after any sequence of actions', async () => {
  let at = start
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const subjects = await givenSubjects(subjectCount)
      for (const { who, after, action } of steps) {
        at += minutes(after)
        const subject = subjects[who] as Subject
        if (action.does === 'goes') await goesTo(subject, action.to, at)
        if (action.does === 'plans') await planFor(subject, at, action.lasting)
        if (action.does === 'depends') await depend(subject, subjects[action.other] as Subject, at)
        if (action.does === 'ends') await endFirstMaintenance(at)
        if (action.does === 'acknowledges') await acknowledgeFirst(at)
        await updateSuppressions({ db, writes }, tickAt(at))
        await countsAreRight()
      }
    }),
    { numRuns: 8, examples: [[suppressedAndCountedAgain]] },
  )
  expect(await db.timelineEntry.count({ where: { event: 'SUPPRESSED' } })).toBeGreaterThan(0)
  expect(await db.timelineEntry.count({ where: { event: 'UNSUPPRESSED' } })).toBeGreaterThan(0)
})

/** Checks the panel against the incidents, and each incident against the events of its timeline. */
async function countsAreRight(): Promise<void> {
  const panel = await readPanel(db)
  const incidents = await db.incident.findMany({ include: { timeline: { orderBy: { id: 'asc' } } } })
  const counted = incidents.filter(({ status, suppressed }) => status !== 'RESOLVED' && !suppressed)
  expect(panel.badge).toBe(counted.length)
  for (const { suppressed, suppressedById, maintenanceId, timeline } of incidents) {
    expect(suppressed).toBe((suppressedById === null) !== (maintenanceId === null))
    const deciding = timeline.findLast(({ event }) => /SUPPRESSED|OPENED/.test(event))
    expect(suppressed).toBe(deciding?.event === 'SUPPRESSED')
  }
}

it('a tick decides on many suppressed incidents with as many statements as on one', async () => {
  const [upstream, ...dependents] = await givenSubjects(61)
  if (!upstream) throw new Error('There is no subject.')
  for (const dependent of dependents) await depend(dependent, upstream, start)
  const at = start + minutes(2_000_000)
  await goesTo(upstream, 'FALLANDO', at)
  const [first, ...others] = dependents
  if (first) await goesTo(first, 'FALLANDO', at)
  const ofOne = await statementsOf(() => updateSuppressions({ db, writes }, tickAt(at)))
  for (const other of others) await goesTo(other, 'FALLANDO', at)

  expect(await db.incident.count({ where: { suppressed: true, suppressedBy: { subjectId: upstream.id } } })).toBe(60)
  expect(await statementsOf(() => updateSuppressions({ db, writes }, tickAt(at)))).toBe(ofOne)
  await goesTo(upstream, 'OPERATIVO', at)
  await updateSuppressions({ db, writes }, tickAt(at))
  expect(await statementsOf(() => updateSuppressions({ db, writes }, tickAt(at)))).toBe(ofOne)
})

it('of ten instances that end a suppression at once, one writes the end', async () => {
  const [subject] = await givenSubjects(1)
  if (!subject) throw new Error('There is no subject.')
  const at = start + minutes(1_000_000)
  await planFor(subject, at, 5)
  await goesTo(subject, 'FALLANDO', at)

  await Promise.all(
    Array.from({ length: 10 }, () => updateSuppressions({ db, writes: createSerialQueue() }, tickAt(at + minutes(5)))),
  )

  const [incident] = await db.incident.findMany({
    where: { subjectId: subject.id },
    include: { timeline: { orderBy: { id: 'asc' } } },
  })
  expect(incident?.timeline.map(({ event }) => event)).toEqual(['OPENED', 'SUPPRESSED', 'UNSUPPRESSED'])
  expect(await db.auditEntry.count({ where: { object: `incident:${incident?.id}` } })).toBe(3)
})
