import { randomUUID } from 'node:crypto'
import { commit, joinParts, type ChangePart } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import type { Subject } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import { serviceKeys, writeIntegration } from '../../trade/records/integrations.ts'
import { describeSubject, restoreSubject } from '../../trade/records/watched-rows.ts'
import { createRuleState, type RuleState } from '../health/rule/rule-state.ts'
import { beatOverrides } from '../heartbeats/schedule.ts'
import { retireWithin } from '../incidents/retire-subject.ts'
import { appendSamples } from '../telemetry/bucket-store.ts'
import { createWindow, record, takePending } from '../telemetry/window.ts'
import { endWatching } from './end-watching.ts'
import { listServiceStates, stepOf, type ServiceState } from './service-step.ts'
import { hasSchedule, policyWithInterval } from './service-interval.ts'
import { reportsOf } from './watched-services.ts'

/**
 * Maximum age of a report that counts as a sample, in milliseconds: older reports show an integration that has been
 * silent.
 */
const recentMs = 60_000

/**
 * Gives services that have reported an integration with their present name and interval, and retires services whose
 * last token is revoked or deleted. `at` is in milliseconds since 1970. A service that fails is logged, and tried again
 * at the next tick.
 */
export async function ensureServiceIntegrations(db: RootDatabase, at: number): Promise<void> {
  const due = (await listServiceStates(db)).filter((service) => stepOf(service) !== null)
  for (const { id } of due)
    await commit(db, (tx) => takeStep(tx, id, at)).catch((error: unknown) => {
      log.warn({ err: error, service: id }, 'could not update the integration of a service; trying again')
    })
}

/** Retires a service; does nothing if there is no such service or it is retired already. */
export const retireService = (db: RootDatabase, id: string, at: number): Promise<void> =>
  commit(db, async (tx) => {
    const service = await lockService(tx, id)
    return service?.retiredAt === null ? retire(tx, service, at) : {}
  })

async function takeStep(tx: Database, id: string, at: number): Promise<ChangePart> {
  const service = await lockService(tx, id)
  const step = service ? stepOf(service) : null
  return service && step ? steps[step](tx, service, at) : {}
}

// Locks in the same order as an operator who retires the service.
async function lockService(tx: Database, id: string): Promise<ServiceState | null> {
  await tx.$queryRaw`
    SELECT 1 FROM "Subject" WHERE "id" = (SELECT "subjectId" FROM "Service" WHERE "id" = ${id}) FOR NO KEY UPDATE`
  await tx.$queryRaw`SELECT 1 FROM "Service" WHERE "id" = ${id} FOR NO KEY UPDATE`
  return (await listServiceStates(tx, id))[0] ?? null
}

const steps = { retire, register, restore, describe } satisfies Record<
  NonNullable<ReturnType<typeof stepOf>>,
  (tx: Database, service: ServiceState, at: number) => Promise<ChangePart>
>

async function retire(tx: Database, { id, key }: ServiceState, at: number): Promise<ChangePart> {
  await tx.service.update({ where: { id }, data: { retiredAt: new Date(at) } })
  const source = { author: null, actor: 'system', address: '', requestId: null } as const
  return joinParts(key !== null && (await retireWithin(tx, { kind: 'INTEGRACIONES', key }, source, at)))
}

async function register(tx: Database, service: ServiceState, at: number): Promise<ChangePart> {
  const key = await freeKey(tx, service.id)
  const integration = await writeIntegration(tx, { key, name: service.name }, new Date(at))
  const { subjectId } = integration.result
  const policy = policyWithInterval(beatOverrides, service.intervalSeconds)
  await tx.subject.update({ where: { id: subjectId }, data: { policy } })
  await tx.service.update({ where: { id: service.id }, data: { subjectId } })
  return joinParts(integration, await beginWithReport(tx, subjectId, service, at))
}

/**
 * The key for a new integration of a service. If an integration took the first key before its prefix was reserved, the
 * second key is used.
 */
async function freeKey(tx: Database, id: string): Promise<string> {
  const [second, first] = serviceKeys(id)
  return (await tx.integration.count({ where: { key: first } })) > 0 ? second : first
}

async function restore(tx: Database, service: ServiceState, at: number): Promise<ChangePart> {
  await tx.service.update({ where: { id: service.id }, data: { retiredAt: null } })
  if (service.subjectId === null) return register(tx, service, at)
  return joinParts(
    await restoreSubject(tx, service.subjectId),
    await beginWithReport(tx, service.subjectId, service, at),
  )
}

/** Starts the silence at the last report, which becomes the first sample if it is recent. */
async function beginWithReport(
  tx: Database,
  id: number,
  { lastReportAt }: ServiceState,
  at: number,
): Promise<ChangePart> {
  const reportedAt = Math.min(at, lastReportAt?.getTime() ?? at)
  const { memory } = await tx.subject.findUniqueOrThrow({ where: { id }, select: { memory: true } })
  const part = await writeMemory(tx, id, { ...ruleStateOf(memory, at), lastSampleAt: reportedAt })
  if (at - reportedAt > recentMs) return part
  const window = createWindow()
  record(window, { at: reportedAt, ok: true, durationMs: 0 }, beatOverrides.slowBudgetMs)
  const rows = takePending(window).map((row) => ({ ...row, subjectId: id }))
  await appendSamples(tx, rows, `service.${randomUUID()}`)
  return part
}

/**
 * Updates the integration with the name and the interval of its service. If the interval changes, silence counts from
 * now on.
 */
async function describe(tx: Database, service: ServiceState, at: number): Promise<ChangePart> {
  const { subjectId: id, key, name, intervalSeconds } = service
  if (id === null || key === null) return {}
  await tx.integration.update({ where: { key }, data: { name } })
  const described = await describeSubject(tx, id, { name })
  if (hasSchedule(service.policy, intervalSeconds)) return described
  const before = await tx.subject.findUniqueOrThrow({ where: { id } })
  const policy = policyWithInterval(before.policy as object, intervalSeconds)
  const subject = await tx.subject.update({ where: { id }, data: { policy } })
  if (intervalSeconds === null) {
    const lastReportAt = service.lastReportAt?.getTime() ?? at
    const reports = reportsOf({ name, lastReportAt, intervalMs: null, refusal: null })
    return joinParts(described, await endWatching(tx, subject, reports, at))
  }
  return joinParts(described, await writeMemory(tx, id, { ...ruleStateOf(subject.memory, at), silenceFrom: at }))
}

const ruleStateOf = (memory: Subject['memory'], at: number): RuleState =>
  (memory as RuleState | null) ?? createRuleState(at)

async function writeMemory(tx: Database, id: number, memory: RuleState): Promise<ChangePart> {
  await tx.subject.update({ where: { id }, data: { memory, version: { increment: 1 } } })
  return { views: ['panel', 'inventory'], changed: [id] }
}
