import { readFile } from 'node:fs/promises'
import { createSecrets } from '../../src/alerting/secrets.ts'
import { redeliver, testDestination } from '../../src/alerting/deliveries/operator-deliveries.ts'
import {
  createDestination,
  deleteDestination,
  rotateSecret,
  updateDestination,
} from '../../src/alerting/destinations/manage-destinations.ts'
import { auditActions } from '../../src/audit/actions.ts'
import {
  allowLinking,
  changeRole,
  disableOperator,
  enableOperator,
  resetPassword,
} from '../../src/auth/operator-admin.ts'
import { addOperator } from '../../src/auth/operators.ts'
import { changePassword, endOwnSession, signOutEverywhere } from '../../src/auth/my-account.ts'
import { endSessionsByProvider } from '../../src/auth/oidc/logout.ts'
import { signInPerson } from '../../src/auth/oidc/sign-in-person.ts'
import { signIn } from '../../src/auth/sign-in.ts'
import { signOut } from '../../src/auth/sign-out.ts'
import { createToken, revokeToken } from '../../src/auth/tokens/manage-tokens.ts'
import { writeAudit } from '../../src/audit/write-audit.ts'
import { inTransaction, type RootDatabase } from '../../src/database/database.ts'
import { createRuleState } from '../../src/monitoring/health/rule/rule-state.ts'
import { enterState } from '../../src/monitoring/health/rule/transition.ts'
import { policyFor } from '../../src/monitoring/health/rule/policy.ts'
import type { State } from '../../src/monitoring/health/rule/state.ts'
import {
  resolveRemoved,
  applyEvaluations,
  applyOperatorChange,
} from '../../src/monitoring/incidents/persist-verdict.ts'
import { acknowledge, addNote, release, takeOver } from '../../src/monitoring/incidents/operator-actions.ts'
import {
  createHeartbeat,
  resumeHeartbeat,
  rotateHeartbeat,
  updateHeartbeat,
} from '../../src/monitoring/heartbeats/manage-heartbeats.ts'
import { retireSubject } from '../../src/monitoring/incidents/retire-subject.ts'
import { reportFailure } from '../../src/trade/records/customer-locks.ts'
import { setPolicy } from '../../src/monitoring/policy/subject-policy.ts'
import { endMaintenance, planMaintenance } from '../../src/monitoring/suppression/maintenance.ts'
import { setDependencies } from '../../src/monitoring/suppression/dependencies.ts'
import { readSuppressionPlan } from '../../src/monitoring/suppression/suppression-plan.ts'
import { updateSuppressions } from '../../src/monitoring/suppression/update-suppressions.ts'
import { beginMute, endMute } from '../../src/alerting/mutes.ts'
import { importEndpoints } from '../../src/monitoring/reported-endpoints/import-endpoints.ts'
import { retirePending } from '../../src/monitoring/reported-endpoints/retire-pending.ts'
import { createSerialQueue } from '../../src/lib/serial-queue.ts'
import { setServiceInterval } from '../../src/monitoring/services/set-service-interval.ts'
import { setSubjectDetails } from '../../src/monitoring/subjects/set-details.ts'
import { assignOnboarding, moveOnboarding, startOnboarding } from '../../src/onboarding/manage-onboarding.ts'
import { checkEmail, completeStep, waiveStep } from '../../src/onboarding/manage-steps.ts'
import { stepKeys } from '../../src/onboarding/steps.ts'
import { upsertLibrary } from '../../src/trade/records/libraries.ts'
import { putCustomer, unlock } from '../../src/trade/records/customers.ts'
import { putIntegration } from '../../src/trade/records/integrations.ts'
import { claimReplay, finishReplay } from '../../src/trade/replay/replay-run.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { testConfig } from '../support/gateway.ts'
import { givenOperator, givenSession, password, somebody } from '../support/auth/operators.ts'
import { transactionsOf } from '../support/database/statements.ts'
import { tickAt } from '../support/monitoring/suppressed-libraries.ts'
import { minutes, start } from '../support/monitoring/traffic.ts'

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
    const client = { address: '192.0.2.1', requestId: null, at, idleMinutes: 60 }
    const request = { ...client, oldToken: null, isBreakGlass: false }
    const attempt = (secret: string) => signIn(db, { ...request, email: operator.email, password: secret })
    const { token } = await attempt(password)
    const { viewer } = await signIn(db, { ...request, email: operator.email, password, oldToken: token })
    await signIn(db, { ...request, email: operator.email, password, isBreakGlass: true })
    await signOut(db, viewer, { at, address: '192.0.2.1', requestId: null })
    for (let count = 0; count < 6; count++) await expect(attempt('a-wrong-password')).rejects.toThrow()
  },
  'signing in and out with the identity provider': async () => {
    const { email } = await givenOperator(db, 'lector')
    const request = { address: '192.0.2.1', requestId: null, at, idleMinutes: 60, oldSessionId: null }
    const readProfile = () => Promise.resolve({ email: { address: email, verified: true }, name: null })
    const person = {
      issuer: 'https://a',
      subject: 'linked',
      roleClaim: 'roles',
      claims: { sub: 'linked' },
      readProfile,
    }
    const signInWith = (role: 'operador' | 'admin' | null) => signInPerson(db, { ...person, role }, request)
    const { viewer } = await signInWith('operador')
    await signInWith('admin')
    const logout = { name: 'a', issuer: 'https://a', subject: 'linked', sid: null }
    await endSessionsByProvider(db, logout, { at, address: '192.0.2.1', requestId: null })
    await expect(signInWith(null)).rejects.toThrow()
    await resetPassword(db, viewer.operator.id, somebody, at)
    await allowLinking(db, viewer.operator.id, somebody, at)
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
  tokens: async () => {
    const by = { ...somebody, operator: await givenOperator(db) }
    const wanted = { kind: 'PERSONAL' as const, name: 'Informe', scopes: ['read:Incident'], expiresInDays: 1 }
    const { token } = await createToken(db, wanted, by, at)
    await revokeToken(db, { kind: 'PERSONAL', id: token.id }, by, at)
  },
  'the interval of a service': async () => {
    const by = { ...somebody, operator: await givenOperator(db, 'admin') }
    const wanted = { kind: 'SERVICE' as const, name: 'Pedidos', scopes: ['ingest:observations'], expiresInDays: 1 }
    const { token } = await createToken(db, wanted, by, at)
    await setServiceInterval(db, { id: token.serviceId ?? '', reportsEverySeconds: 60 }, by, at)
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
    const states = [
      ...(['DEGRADADO', 'FALLANDO', 'DEGRADADO', 'DESCONOCIDO', 'DEGRADADO'] as const),
      ...(['OPERATIVO', 'DEGRADADO', 'OPERATIVO', 'DEGRADADO'] as const),
    ]
    for (const [minute, state] of states.entries()) await goesTo(state, start + minutes(minute))
  },
  'incidents in the hands of an operator': async () => {
    const goesTo = await givenSubject()
    const { id, subjectId } = await goesTo('DEGRADADO', start)
    const author = { operator: await givenOperator(db), address: '192.0.2.1', requestId: null, note: null }
    await acknowledge(db, id, author, start)
    await addNote(db, { id, note: 'It was the network.' }, author, start)
    const colleague = { ...author, operator: await givenOperator(db) }
    await takeOver(db, { id, from: author.operator.id }, colleague, start)
    await release(db, id, colleague, start)
    await acknowledge(db, id, author, start)
    await goesTo('FALLANDO', start)
    const row = await db.incident.findUniqueOrThrow({ where: { id } })
    const subject = await db.subject.findUniqueOrThrow({ where: { id: subjectId } })
    const change = { event: 'RESOLVED', id, severity: row.severity, evidence: null, resolution: 'BY_HAND' } as const
    const evaluation = enterState(createRuleState(start), 'OPERATIVO', evidenceAt(start), policy)
    await applyOperatorChange(db, id, { author, at: start }, () => ({
      change,
      verdict: { subject, policy, evaluation },
    }))
  },
  'incidents of what is removed': async () => {
    const goesTo = await givenSubject()
    const { subjectId } = await goesTo('FALLANDO', start)
    await db.subject.update({ where: { id: subjectId }, data: { retiredAt: at } })
    await resolveRemoved(db, start)
  },
  'details of a subject': async () => {
    await givenSubject()
    const { kind, key: id } = await db.subject.findFirstOrThrow()
    await setSubjectDetails(db, { kind, id, owner: 'Una' }, somebody, at)
  },
  'mutes and maintenance': async () => {
    const by = { ...somebody, operator: await givenOperator(db) }
    const wanted = { matcher: {}, reason: 'Copia', startsAt: at, endsAt: new Date(start + minutes(60)) }
    await endMute(db, (await beginMute(db, wanted, by, at)).id, by, at)
    const { id } = await planMaintenance(db, wanted, by, at)
    const goesTo = await givenSubject()
    expect(await goesTo('FALLANDO', start)).toMatchObject({ suppressed: true, maintenanceId: id })
    await endMaintenance(db, id, by, at)
    await updateSuppressions({ db, writes: createSerialQueue() }, tickAt(start))
  },
  onboarding: async () => {
    const by = { ...somebody, operator: await givenOperator(db) }
    const libraryCode = crypto.randomUUID()
    const record = { name: 'Una', sinliId: null, email: 'una@example.org', city: null, province: null, updatedAt: at }
    await upsertLibrary(db, { code: libraryCode, ...record }, new Date())
    await startOnboarding(db, { libraryCode }, by, at)
    await assignOnboarding(db, { libraryCode, responsibleId: null }, by, at)
    await checkEmail({ db, resolveMx: () => Promise.resolve([]), clock: manualClock(start) }, libraryCode, by)
    await completeStep(db, { libraryCode, step: 'CONTRACT' }, by, at)
    for (const step of stepKeys.filter((key) => key !== 'CONTRACT'))
      await waiveStep(db, { libraryCode, step, reason: 'A trial.' }, by, at)
    await moveOnboarding(db, { libraryCode, stage: 'ACTIVA' }, by, at)
    await moveOnboarding(db, { libraryCode, stage: 'BAJA', reason: 'It closed.' }, by, at)
  },
  'dependencies of a subject': async () => {
    await givenSubject()
    await givenSubject()
    const [one, other] = await db.subject.findMany({ take: 2, where: { retiredAt: null } })
    const keyOf = ({ kind, key: id }: NonNullable<typeof one>) => ({ kind, id })
    if (!one || !other) throw new Error('There are no two subjects.')
    await setDependencies(db, { subject: keyOf(one), upstream: [keyOf(other)] }, somebody, at)
  },
  'thresholds of a subject': async () => {
    await givenSubject()
    const { kind, key: id } = await db.subject.findFirstOrThrow({ where: { retiredAt: null } })
    const change = { ref: { kind, id }, changes: { failingEnter: 0.4 }, isProbed: () => false }
    await setPolicy(db, change, somebody, at)
  },
  'what is retired': async () => {
    const goesTo = await givenSubject()
    const { subjectId } = await goesTo('FALLANDO', start)
    const { key } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } })
    await putIntegration(db, { key: 'pagos', name: 'Pagos' }, new Date())
    const source = { author: null, address: '192.0.2.1', requestId: 'a' }
    await retireSubject(db, { kind: 'LIBRERIAS', key }, source, start)
    await retireSubject(db, { kind: 'INTEGRACIONES', key: 'pagos' }, source, start)
  },
  'endpoints of a service': async () => {
    const endpoint = {
      method: 'GET',
      path: '/api/admin/a/',
      areaId: null,
      authRequired: true,
      critical: false,
    } as const
    const source = { address: '192.0.2.1', requestId: 'a', tokenName: null }
    const list = (endpoints: (typeof endpoint)[]) =>
      importEndpoints(db, { service: 'a', endpoints, dryRun: false }, source, start)
    await list([endpoint])
    const { id } = await db.subject.findFirstOrThrow({ where: { key: 'GET /api/admin/a/' } })
    await judge(id)('FALLANDO', start)
    await list([])
    await retirePending(db, { service: 'a', endpoints: ['GET /api/admin/a/'] }, source, start)
    expect(await db.incident.findFirst({ where: { subjectId: id } })).toMatchObject({ resolution: 'SUBJECT_REMOVED' })
  },
  heartbeats: async () => {
    const caller = { by: somebody, at }
    const wanted = { name: 'Copia', intervalSeconds: 300, graceSeconds: 60, critical: false, owner: null }
    const { heartbeat } = await createHeartbeat(db, wanted, caller)
    const { id, integration } = heartbeat
    await updateHeartbeat(db, id, { name: 'Otra' }, caller)
    await rotateHeartbeat(db, id, caller)
    const source = { author: null, address: '192.0.2.1', requestId: 'a' }
    await retireSubject(db, { kind: 'INTEGRACIONES', key: integration.key }, source, start)
    await resumeHeartbeat(db, id, caller)
  },
  'destinations and deliveries': async () => {
    const secrets = createSecrets(Buffer.alloc(32, 1))
    const by = { ...somebody, operator: await givenOperator(db) }
    const context = { config: testConfig, secrets, by, at }
    const target = { webhook: { url: 'https://hooks.example.org/abc' } }
    const { destination } = await createDestination(db, { name: 'Guardia', target }, context)
    await updateDestination(db, destination.id, { name: 'Otra' }, context)
    await rotateSecret(db, destination.id, context)
    const delivery = await testDestination(
      {
        db,
        clock: manualClock(start),
        config: testConfig,
        attempt: () => Promise.resolve(),
      },
      destination.id,
      by,
    )
    await redeliver(db, delivery.id, { by, at, publicOrigin: null })
    await deleteDestination(db, destination.id, context)
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

it('docs/audit.md lists every action, and this test has executed each of them', async () => {
  const document = await readFile(new URL('../../docs/audit.md', import.meta.url), 'utf8')
  const rows = document.split('\n').filter((line) => /^\| `[a-z-]+\.?/.test(line) && line.includes('.'))
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+(?:\.[a-z-]+)?)`/g)])
  const actions = listed.map(([, action = '']) => action)

  const tried = await db.auditEntry.findMany({ distinct: ['action'] })

  expect(actions.sort()).toEqual(auditActions.filter((action) => !action.startsWith('incident.')).sort())
  expect(tried.map(({ action }) => action).sort()).toEqual([...auditActions].sort())
})

it('a write after the audit entry is detected', async () => {
  const [statements = []] = await transactionsOf(() =>
    inTransaction(db, async (tx) => {
      await writeAudit(tx, { at, actor: 'a', action: 'sign-in', object: 'c' })
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
      memory: { ...createRuleState(start), state: 'OPERATIVO' },
      state: 'OPERATIVO',
    },
  })
  return judge(id)
}

/** Returns a function that judges a subject to be in a state. */
const judge = (id: number) => async (state: State, moment: number) => {
  const subject = await db.subject.findUniqueOrThrow({ where: { id } })
  const memory = (subject.memory as ReturnType<typeof createRuleState> | null) ?? createRuleState(start)
  expect(
    await applyEvaluations(
      db,
      [{ subject, policy, evaluation: enterState(memory, state, evidenceAt(moment), policy) }],
      { at: moment, plan: await readSuppressionPlan(db, moment), notifies: true },
    ),
  ).toMatchObject({ subjectIds: [id] })
  return db.incident.findFirstOrThrow({ where: { subjectId: id }, orderBy: { openedAt: 'desc' } })
}
