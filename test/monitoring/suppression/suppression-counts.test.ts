import fc from 'fast-check'
import { createSerialQueue } from '../../../src/lib/serial-queue.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { enterState } from '../../../src/monitoring/health/rule/transition.ts'
import type { State } from '../../../src/monitoring/health/rule/state.ts'
import { applyEvaluations } from '../../../src/monitoring/incidents/persist-verdict.ts'
import { readSuppressionPlan } from '../../../src/monitoring/suppression/suppression-plan.ts'
import { setDependencies } from '../../../src/monitoring/suppression/dependencies.ts'
import { planMaintenance } from '../../../src/monitoring/suppression/maintenance.ts'
import { updateSuppressions } from '../../../src/monitoring/suppression/update-suppressions.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { givenOperator, somebody } from '../../support/auth/operators.ts'
import { casesOf } from '../../support/extent.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { watchCounts } from '../../support/monitoring/listed-incidents.ts'
import { tickAt } from '../../support/monitoring/suppressed-libraries.ts'
import { minutes, normal as policy, start } from '../../support/monitoring/traffic.ts'

let gateway: GivenGateway
let db: RootDatabase
let by: typeof somebody
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  db = gateway.db
  by = { ...somebody, operator: await givenOperator(db) }
})
afterAll(() => gateway[Symbol.asyncDispose]())

const writes = createSerialQueue()

async function givenSubjects(count: number) {
  const keys = Array.from({ length: count }, () => crypto.randomUUID())
  const subjects = await db.subject.createManyAndReturn({
    data: keys.map((key) => ({
      kind: 'LIBRERIAS' as const,
      key,
      name: key,
      state: 'OPERATIVO' as const,
      memory: { ...createRuleState(start), state: 'OPERATIVO' },
    })),
  })
  const at = new Date(start)
  await db.library.createMany({
    data: subjects.map(({ id, key }) => ({ code: key, name: key, subjectId: id, updatedAt: at })),
  })
  await db.onboarding.createMany({ data: keys.map((libraryCode) => ({ libraryCode, stage: 'ACTIVA', since: at })) })
  return subjects
}

type Subject = Awaited<ReturnType<typeof givenSubjects>>[number]

const keyOf = ({ kind, key: id }: Subject) => ({ kind, id })

async function goesTo({ id }: Subject, to: State, at: number): Promise<void> {
  const subject = await db.subject.findUniqueOrThrow({ where: { id } })
  if (subject.state === to || subject.retiredAt) return
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
  const plan = await readSuppressionPlan(db, at)
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

const setStage = ({ key }: Subject, stage: 'EN_PRUEBAS' | 'ACTIVA') =>
  db.onboarding.updateMany({ where: { libraryCode: key }, data: { stage } })

const openOf = ({ id }: Subject) => db.incident.findFirst({ where: { subjectId: id, openKey: { not: null } } })

/** What an operator, or a clock, does to a subject. What is refused, such as a circle, changes nothing. */
const actions = {
  plans: (subject: Subject, at: number) => planFor(subject, at, 30),
  async ends(_subject: Subject, at: number) {
    const planned = await db.maintenance.findFirst({ where: { endedAt: null, endsAt: { gt: new Date(at) } } })
    if (planned) await gateway.data('mutation ($id: ID!) { endMaintenance(id: $id) { id } }', { id: planned.id })
  },
  tests: (subject: Subject) => setStage(subject, 'EN_PRUEBAS'),
  activates: (subject: Subject) => setStage(subject, 'ACTIVA'),
  async acknowledges(subject: Subject) {
    const open = await openOf(subject)
    if (open) await gateway.query('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: open.id })
  },
  resolves: (subject: Subject) => resolve(subject, false),
  forces: (subject: Subject) => resolve(subject, true),
  retires: ({ kind, key: id }: Subject) =>
    gateway.data('mutation ($input: RetireSubjectInput!) { retireSubject(input: $input) { retiredAt } }', {
      input: { kind, id, reason: 'Cierra' },
    }),
}

async function resolve(subject: Subject, force: boolean): Promise<void> {
  const open = await openOf(subject)
  const mutation =
    'mutation ($id: ID!, $force: Boolean!) { resolveIncident(id: $id, reason: "Sí", force: $force) { id } }'
  if (open) await gateway.query(mutation, { id: open.id, force })
}

const depend = (one: Subject, other: Subject, at: number) =>
  setDependencies(db, { subject: keyOf(one), upstream: [keyOf(other)] }, by, new Date(at)).catch(() => null)

const subjectCount = 4
const states = ['OPERATIVO', 'DEGRADADO', 'FALLANDO', 'DESCONOCIDO'] as const
const action = fc.oneof(
  { weight: 12, arbitrary: fc.record({ does: fc.constant('goes' as const), to: fc.constantFrom<State>(...states) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('depends' as const), on: fc.nat(subjectCount - 1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('looks' as const) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      does: fc.constantFrom(...(Object.keys(actions).filter((name) => name !== 'retires') as (keyof typeof actions)[])),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('retires' as const) }) },
)
const step = fc.record({ who: fc.nat(subjectCount - 1), after: fc.integer({ min: 0, max: 7 }), action })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const does = (who: number, action: Step['action'], after = 1): Step => ({ who, after, action })
const goes = (who: number, to: State, after = 1) => does(who, { does: 'goes', to }, after)

/** The first subject fails before, while and after there is a reason to suppress it, and recovers in between. */
const failsAround = (begin: Step, end: Step): Step[] =>
  [[], [begin], [end]].flatMap((change) => [
    ...change,
    does(0, { does: 'looks' }),
    goes(0, 'FALLANDO', 3),
    goes(0, 'DEGRADADO'),
    goes(0, 'OPERATIVO'),
  ])

const known = [
  failsAround(does(0, { does: 'plans' }), does(0, { does: 'ends' })),
  failsAround(does(0, { does: 'tests' }), does(0, { does: 'activates' })),
  [does(0, { does: 'depends', on: 1 }), ...failsAround(goes(1, 'FALLANDO'), goes(1, 'OPERATIVO'))],
  // It reopens after an operator looked.
  [goes(0, 'FALLANDO'), goes(0, 'OPERATIVO'), does(0, { does: 'looks' }), goes(0, 'DEGRADADO')],
  // It opens during a maintenance window, and counts from the end of it.
  [does(0, { does: 'plans' }), goes(0, 'FALLANDO'), does(0, { does: 'ends' })],
]

it('each count equals what the API lists, and what counted stays counted, after any sequence of actions', async () => {
  const { clock } = gateway
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 24 }), async (steps) => {
      const subjects = await givenSubjects(subjectCount)
      const counts = await watchCounts(gateway)
      for (const { who, after, action } of steps) {
        clock.jump(minutes(after))
        const [subject, at] = [subjects[who] as Subject, clock.now()]
        if (action.does === 'goes') await goesTo(subject, action.to, at)
        else if (action.does === 'depends') await depend(subject, subjects[action.on] as Subject, at)
        else if (action.does === 'looks') await counts.opensPanel(gateway)
        else await actions[action.does](subject, at)
        await updateSuppressions({ db, writes }, tickAt(clock.now()))
        await counts.check(gateway)
      }
      await timelinesAreRight(subjects)
      for (const subject of subjects) await actions.retires(subject)
    }),
    { numRuns: casesOf(4, 15) + known.length, examples: known.map((steps) => [steps]) },
  )
  const opened = await db.incident.findMany({ where: { previousId: { not: null } }, include: { previous: true } })
  const changes = new Set(opened.map(({ suppressed, previous }) => `${previous?.suppressed} → ${suppressed}`))
  expect([...changes]).toEqual(expect.arrayContaining(['false → true', 'true → false']))
  for (const event of ['SUPPRESSED', 'UNSUPPRESSED', 'REOPENED'] as const)
    expect(await db.timelineEntry.count({ where: { event } })).toBeGreaterThan(0)
})

/** Checks each incident against the events of its timeline. */
async function timelinesAreRight(subjects: readonly Subject[]): Promise<void> {
  const incidents = await db.incident.findMany({
    where: { subjectId: { in: subjects.map(({ id }) => id) } },
    include: { timeline: { orderBy: { id: 'asc' } } },
  })
  for (const { suppressed, suppressedById, maintenanceId, onboarding, timeline } of incidents) {
    expect([suppressedById, maintenanceId, onboarding || null].filter((one) => one !== null)).toHaveLength(
      suppressed ? 1 : 0,
    )
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
