import type { RootDatabase } from '../../../src/database/database.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import type { State } from '../../../src/monitoring/health/rule/state.ts'
import { enterState } from '../../../src/monitoring/health/rule/transition.ts'
import { acknowledge, release, takeOver } from '../../../src/monitoring/incidents/operator-actions.ts'
import { applyEvaluations } from '../../../src/monitoring/incidents/persist-verdict.ts'
import { givenOperator, somebody } from '../../support/auth/operators.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { noSuppressions as plan } from '../../support/monitoring/suppressed-libraries.ts'
import { normal as policy, start } from '../../support/monitoring/traffic.ts'

let given: GivenDatabase
let db: RootDatabase
beforeAll(async () => {
  given = await givenDatabase()
  db = given.db
})
afterAll(() => given[Symbol.asyncDispose]())

async function givenSubject() {
  const key = crypto.randomUUID()
  const state = 'OPERATIVO' as const
  const memory = { ...createRuleState(start), state }
  return db.subject.create({ data: { kind: 'LIBRERIAS', key, name: key, state, memory } })
}

/** Reads a subject now; the returned function writes that it enters a state. */
async function entering(id: number, to: State) {
  const subject = await db.subject.findUniqueOrThrow({ where: { id } })
  const evidence = { code: 'ERRORS_FAILING', windowSeconds: 60, n: 9, bad: 9, recentRate: 100, p95: 30 } as const
  const memory = subject.memory as ReturnType<typeof createRuleState>
  const evaluation = enterState(memory, to, { ...evidence, threshold: 25, at: start }, policy)
  return () => applyEvaluations(db, [{ subject, policy, evaluation }], { at: start, plan, notifies: true })
}

const authorOf = (operator: Awaited<ReturnType<typeof givenOperator>>) => ({ ...somebody, operator, note: null })

describe.each([
  { does: 'acknowledges', isTaken: false, act: acknowledge },
  { does: 'releases', isTaken: true, act: release },
])('while an operator $does an incident', ({ isTaken, act }) => {
  it.each([
    { event: 'NO_DATA', before: ['FALLANDO'], then: 'DESCONOCIDO', noData: true },
    { event: 'DATA_RETURNED', before: ['FALLANDO', 'DESCONOCIDO'], then: 'FALLANDO', noData: false },
  ] as const)('an evaluation that writes $event is not undone', async ({ event, before, then, noData }) => {
    const author = authorOf(await givenOperator(db))
    const { id: subjectId } = await givenSubject()
    for (const state of before) await (await entering(subjectId, state))()
    const { id } = await db.incident.findFirstOrThrow({ where: { subjectId } })
    if (isTaken) await acknowledge(db, id, author, start)
    const evaluate = await entering(subjectId, then)

    await Promise.all([act(db, id, author, start), evaluate()])

    const incident = await db.incident.findUniqueOrThrow({ where: { id }, include: { timeline: true } })
    expect(incident).toMatchObject({ noData, status: isTaken ? 'OPEN' : 'ACKNOWLEDGED' })
    expect(incident.timeline.map((entry) => entry.event)).toContain(event)
  })
})

it('of colleagues who take an incident over at once, one has it', async () => {
  const [first, ...colleagues] = await Promise.all(
    Array.from({ length: 5 }, async () => authorOf(await givenOperator(db))),
  )
  if (!first) throw new Error('There is no operator.')
  const { id: subjectId } = await givenSubject()
  await (
    await entering(subjectId, 'FALLANDO')
  )()
  const { id } = await db.incident.findFirstOrThrow({ where: { subjectId } })
  await acknowledge(db, id, first, start)

  const taken = await Promise.allSettled(
    colleagues.map((colleague) => takeOver(db, { id, from: first.operator.id }, colleague, start)),
  )

  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
