import { readFile } from 'node:fs/promises'
import { changeRole, disableOperator, enableOperator, resetPassword } from '../../src/auth/operator-admin.ts'
import { addOperator } from '../../src/auth/operators.ts'
import { changePassword, endOwnSession, signOutEverywhere } from '../../src/auth/my-account.ts'
import { signIn } from '../../src/auth/sign-in.ts'
import { signOut } from '../../src/auth/sign-out.ts'
import { writeAudit } from '../../src/audit/write-audit.ts'
import { inTransaction, type RootDatabase } from '../../src/database/database.ts'
import { createMemory } from '../../src/monitoring/health/rule/rule-state.ts'
import { enterState } from '../../src/monitoring/health/rule/transition.ts'
import { policyFor } from '../../src/monitoring/health/rule/policy.ts'
import type { State } from '../../src/monitoring/health/rule/state.ts'
import { resolveRemoved, applyEvaluation, applyOperatorChange } from '../../src/monitoring/incidents/persist-verdict.ts'
import { acknowledge } from '../../src/monitoring/incidents/operator-actions.ts'
import { reportFailure } from '../../src/trade/records/customer-locks.ts'
import { putCustomer, unlock } from '../../src/trade/records/customers.ts'
import { claimReplay, finishReplay } from '../../src/trade/replay/replay-run.ts'
import { givenDatabase, type GivenDatabase } from '../support/database.ts'
import { givenOperator, givenSession, password, somebody } from '../support/operators.ts'
import { transactionsOf } from '../support/statements.ts'
import { minutes, start } from '../support/traffic.ts'

let given: GivenDatabase
let db: RootDatabase
beforeAll(async () => {
  given = await givenDatabase()
  db = given.db
})
afterAll(() => given[Symbol.asyncDispose]())

const at = new Date(start)
const policy = policyFor({ critical: false, probed: false })
const another = 'una-clave-bien-nueva'

const isAudit = (statement: string) => /"AuditHead"|"AuditEntry"/.test(statement)

/** The statements that follow the first one of the audit trail in a transaction, without those of the trail itself. */
const afterAudit = (statements: string[]) =>
  statements.slice(statements.findIndex(isAudit)).filter((statement) => !isAudit(statement))

/** Everything that audits, by what it is about. */
const changes = {
  'signing in and out': async () => {
    const operator = await givenOperator(db)
    const request = { address: '192.0.2.1', requestId: null, at, idleMinutes: 60, oldToken: null }
    const attempt = (secret: string) => signIn(db, { ...request, email: operator.email, password: secret })
    const { token } = await attempt(password)
    const { signedIn } = await signIn(db, { ...request, email: operator.email, password, oldToken: token })
    await signOut(db, signedIn, { at, address: '192.0.2.1', requestId: null })
    for (let count = 0; count < 6; count++) await expect(attempt('a-wrong-password')).rejects.toThrow()
  },
  'the own account': async () => {
    const operator = await givenOperator(db)
    const [session, other] = [await givenSession(db, operator, at), await givenSession(db, operator, at)]
    const oneself = { operator, sessionId: session.sessionId, address: '192.0.2.1', requestId: null }
    await endOwnSession(db, other.sessionId, oneself, at)
    await expect(changePassword(db, { current: 'a-wrong-one', next: another }, oneself, at)).rejects.toThrow()
    await changePassword(db, { current: password, next: another }, oneself, at)
    await signOutEverywhere(db, oneself, at)
  },
  'other operators': async () => {
    const wanted = { email: 'nueva@example.org', name: 'Nueva', role: 'lector' } as const
    const { operator } = await addOperator(db, wanted, somebody, at)
    await changeRole(db, { id: operator.id, role: 'operador' }, somebody, at)
    await disableOperator(db, operator.id, somebody, at)
    await enableOperator(db, operator.id, somebody, at)
    await resetPassword(db, operator.id, somebody, at)
  },
  customers: async () => {
    const caller = { at, address: '192.0.2.1', requestId: 'a' }
    const told = { id: 'c-1', name: 'Una', email: 'una@example.org', libraryCode: null, lockReason: null }
    await putCustomer(db, { ...told, updatedAt: at }, caller)
    await putCustomer(db, { ...told, updatedAt: at, locked: true }, caller)
    await unlock(db, { id: 'c-1', reason: null }, somebody, at)
    for (let count = 0; count < 5; count++)
      await reportFailure(db, { id: 'c-1', at, address: '192.0.2.1', requestId: 'a' }, at)
  },
  'incidents that Vigía opens and ends': async () => {
    const goesTo = await givenSubject()
    for (const [minute, state] of (['DEGRADADO', 'FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DEGRADADO'] as const).entries())
      await goesTo(state, start + minutes(minute))
  },
  'incidents in the hands of an operator': async () => {
    const goesTo = await givenSubject()
    const { id, subjectId } = await goesTo('FALLANDO', start)
    const author = { operator: await givenOperator(db), address: '192.0.2.1', requestId: null, note: null }
    await acknowledge(db, id, author, start)
    const row = await db.incident.findUniqueOrThrow({ where: { id } })
    const subject = await db.subject.findUniqueOrThrow({ where: { id: subjectId } })
    const change = { event: 'RESOLVED', id, severity: row.severity, evidence: null, resolution: 'BY_HAND' } as const
    const judgement = enterState(createMemory(start), 'OPERATIVO', evidenceAt(start), policy)
    await applyOperatorChange(db, { subject, row, change, author, verdict: { subject, policy, judgement } }, start)
  },
  'incidents of what is removed': async () => {
    const goesTo = await givenSubject()
    const { subjectId } = await goesTo('FALLANDO', start)
    await db.subject.update({ where: { id: subjectId }, data: { retiredAt: at } })
    await resolveRemoved(db, start)
  },
  replays: async () => {
    const operator = await givenOperator(db)
    const by = { ...somebody, operator }
    const selection = { ids: ['a'] } as never
    const request = { selection, limit: 1, dryRun: true, force: false, reason: 'a test', idempotencyKey: null }
    const begun = await claimReplay(db, { request, selected: [], by }, at)
    if (begun && 'id' in begun) await finishReplay(db, begun.id, [], { by, at })
  },
}

it.each(Object.entries(changes))('the audit entry is the last write of its transaction: %s', async (_, change) => {
  const transactions = (await transactionsOf(change)).filter((statements) => statements.some(isAudit))

  expect(transactions).not.toEqual([])
  expect(transactions.flatMap(afterAudit)).toEqual([])
})

it('every action that the document of the trail lists was tried', async () => {
  const document = await readFile(new URL('../../docs/audit.md', import.meta.url), 'utf8')
  const rows = document.split('\n').filter((line) => /^\| `[a-z-]+\.?/.test(line) && line.includes('.'))
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+(?:\.[a-z-]+)?)`/g)])
  const actions = listed.map(([, action = '']) => action)

  const tried = await db.auditEntry.findMany({ distinct: ['action'] })

  expect(actions.length).toBeGreaterThan(15)
  expect(tried.map(({ action }) => action)).toEqual(expect.arrayContaining(actions))
})

it('a write behind the audit entry is noticed', async () => {
  const [statements = []] = await transactionsOf(() =>
    inTransaction(db, async (tx) => {
      await writeAudit(tx, { at, actor: 'a', action: 'b', object: 'c' })
      await tx.$executeRaw`UPDATE "Revision" SET "value" = "value"`
    }),
  )

  expect(afterAudit(statements)).toEqual([expect.stringContaining('UPDATE "Revision"')])
})

const evidenceAt = (moment: number) => ({
  code: 'ERRORS_FAILING' as const,
  windowSeconds: 60,
  n: 9,
  bad: 9,
  recentRate: 100,
  p95: 30,
  threshold: 25,
  at: moment,
})

/** A subject that is judged to be in a state, which opens, changes or ends its incident: that is returned. */
async function givenSubject() {
  const key = crypto.randomUUID()
  const { id } = await db.subject.create({
    data: {
      kind: 'LIBRERIAS',
      key,
      name: key,
      memory: { ...createMemory(start), state: 'OPERATIVO' },
      state: 'OPERATIVO',
    },
  })
  return async (state: State, moment: number) => {
    const subject = await db.subject.findUniqueOrThrow({ where: { id } })
    const memory = subject.memory as ReturnType<typeof createMemory>
    expect(
      await applyEvaluation(
        db,
        { subject, policy, judgement: enterState(memory, state, evidenceAt(moment), policy) },
        moment,
      ),
    ).toBe(true)
    return db.incident.findFirstOrThrow({ where: { subjectId: id }, orderBy: { openedAt: 'desc' } })
  }
}
