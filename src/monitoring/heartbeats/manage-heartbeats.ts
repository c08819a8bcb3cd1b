import { randomUUID } from 'node:crypto'
import type { Actor } from '../../audit/actor.ts'
import { commit, joinParts, type ChangePart } from '../../audit/commit.ts'
import type { AuditAction } from '../../audit/actions.ts'
import { requireValidName } from '../../auth/account-validation.ts'
import { createSecretToken, hashToken } from '../../auth/secret-token.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { DomainError } from '../../lib/errors.ts'
import { heartbeatKey, writeIntegration } from '../../trade/records/integrations.ts'
import { restoreSubject } from '../../trade/records/watched-rows.ts'
import { createRuleState } from '../health/rule/rule-state.ts'
import { resetHealth } from '../incidents/health-writes.ts'
import { checkedDetails } from '../subjects/set-details.ts'
import { auditObject } from '../subjects/subject-records.ts'
import { findHeartbeat, type Heartbeat } from './heartbeat-queries.ts'
import { beatOverrides, requireValidSchedule, scheduleOverrides, type Schedule } from './schedule.ts'

/** The settings of a heartbeat that operators choose. */
export type HeartbeatSettings = Schedule & { name: string; critical: boolean; owner: string | null }

/** A heartbeat with the secret of its address, which is shown once: only its hash is stored. */
export type HeartbeatWithSecret = { heartbeat: Heartbeat; secret: string }

/** The actor of a change of a heartbeat, and its time. */
type By = { by: Actor; at: Date }

/**
 * Creates a heartbeat with an integration of its own. Its silence counts from now on: a job that never runs fails too.
 * @throws DomainError INVALID_INPUT naming the field that is wrong.
 */
export async function createHeartbeat(
  db: RootDatabase,
  input: HeartbeatSettings,
  by: By,
): Promise<HeartbeatWithSecret> {
  const settings = requireValidSettings(input)
  const { name, owner, critical } = settings
  const secret = createSecretToken()
  const id = randomUUID()
  const heartbeat = await commit(db, async (tx) => {
    const integration = await writeIntegration(tx, { key: heartbeatKey(id), name, owner }, by.at)
    const { subjectId } = integration.result
    const memory = { ...createRuleState(by.at.getTime()), silenceFrom: by.at.getTime() }
    const policy = { ...beatOverrides, ...scheduleOverrides(settings) }
    await tx.subject.update({ where: { id: subjectId }, data: { critical, policy, memory, version: { increment: 1 } } })
    await tx.heartbeat.create({ data: { id, subjectId, hash: hashToken(secret), createdAt: by.at } })
    const { result, ...part } = await audited(tx, id, { action: 'heartbeat.create' }, by)
    return { result, ...joinParts(integration, { ...part, views: ['panel', 'inventory'], changed: [subjectId] }) }
  })
  return { heartbeat, secret }
}

/**
 * Changes the settings that are given; absent ones stay as they are, and are not checked again.
 * @throws DomainError NOT_FOUND; INVALID_INPUT naming the field that is wrong.
 */
export function updateHeartbeat(
  db: RootDatabase,
  id: string,
  { name, intervalSeconds, graceSeconds, ...details }: Partial<HeartbeatSettings>,
  by: By,
): Promise<Heartbeat> {
  return commit(db, async (tx) => {
    const before = await lockHeartbeat(tx, id)
    const { key, subjectId } = before.integration
    const newName = name === undefined ? {} : { name: requireValidName(name) }
    const policy = await changedPolicy(tx, before, definedOnly({ intervalSeconds, graceSeconds }))
    await tx.integration.update({ where: { key }, data: newName })
    await tx.subject.update({
      where: { id: subjectId },
      data: { ...newName, ...checkedDetails(details), ...policy, version: { increment: 1 } },
    })
    const change = await audited(tx, id, { action: 'heartbeat.update', before: settingsOf(before) }, by)
    return { views: ['panel', 'inventory'], changed: [subjectId], ...change }
  })
}

/** The policy with a changed schedule; empty if no part of the schedule is given. */
async function changedPolicy(tx: Database, heartbeat: Heartbeat, given: Partial<Schedule>) {
  if (Object.keys(given).length === 0) return {}
  const { intervalSeconds, graceSeconds } = settingsOf(heartbeat)
  const schedule = requireValidSchedule({ intervalSeconds, graceSeconds, ...given })
  const { policy } = await tx.subject.findUniqueOrThrow({
    where: { id: heartbeat.integration.subjectId },
    select: { policy: true },
  })
  return { policy: { ...(policy as Prisma.JsonObject), ...scheduleOverrides(schedule) } }
}

const definedOnly = ({ intervalSeconds, graceSeconds }: { [Part in keyof Schedule]: Schedule[Part] | undefined }) => ({
  ...(intervalSeconds !== undefined && { intervalSeconds }),
  ...(graceSeconds !== undefined && { graceSeconds }),
})

/**
 * Replaces the secret of a heartbeat: beats with the former one are refused from now on.
 * @throws DomainError NOT_FOUND
 */
export async function rotateHeartbeat(db: RootDatabase, id: string, by: By): Promise<HeartbeatWithSecret> {
  const secret = createSecretToken()
  const heartbeat = await commit(db, async (tx) => {
    await lockHeartbeat(tx, id)
    await tx.heartbeat.update({ where: { id }, data: { hash: hashToken(secret), rotatedAt: by.at } })
    return audited(tx, id, { action: 'heartbeat.rotate' }, by)
  })
  return { heartbeat, secret }
}

/**
 * Resumes a retired heartbeat: its silence counts from now on. A heartbeat that is not retired stays as it is.
 * @throws DomainError NOT_FOUND
 */
export function resumeHeartbeat(db: RootDatabase, id: string, by: By): Promise<Heartbeat> {
  return commit(db, async (tx) => {
    const before = await lockHeartbeat(tx, id)
    const { subjectId, retiredAt } = before.integration
    if (retiredAt === null) return { result: before }
    const part = await restoreSubject(tx, subjectId)
    await resetHealth(tx, [subjectId], { at: by.at.getTime(), silenceFrom: by.at.getTime() })
    return { ...part, ...(await audited(tx, id, { action: 'heartbeat.resume' }, by)) }
  })
}

function requireValidSettings({ name, critical, owner, ...schedule }: HeartbeatSettings): HeartbeatSettings {
  return {
    name: requireValidName(name),
    critical,
    owner: checkedDetails({ owner }).owner ?? null,
    ...requireValidSchedule(schedule),
  }
}

const settingsOf = ({ integration: { name, owner, critical }, schedule }: Heartbeat) => ({
  name,
  owner,
  critical,
  intervalSeconds: schedule?.intervalSeconds ?? null,
  graceSeconds: schedule?.graceSeconds ?? null,
})

// Locks the subject until the commit, so that each audit entry states what it replaced.
async function lockHeartbeat(tx: Database, id: string): Promise<Heartbeat> {
  await tx.$queryRaw`
    SELECT 1 FROM "Subject" s JOIN "Heartbeat" h ON h."subjectId" = s."id" WHERE h."id" = ${id} FOR NO KEY UPDATE`
  return requireHeartbeat(tx, id)
}

async function requireHeartbeat(tx: Database, id: string): Promise<Heartbeat> {
  const heartbeat = await findHeartbeat(tx, id)
  if (!heartbeat) throw new DomainError('NOT_FOUND', { code: 'NO_HEARTBEAT', parameters: { id } })
  return heartbeat
}

type Change = { action: Extract<AuditAction, `heartbeat.${string}`>; before?: Prisma.InputJsonObject }

/** The heartbeat, and the audit entry with its current settings. */
async function audited(
  tx: Database,
  id: string,
  change: Change,
  { by, at }: By,
): Promise<Pick<ChangePart, 'audit'> & { result: Heartbeat }> {
  const result = await requireHeartbeat(tx, id)
  const object = auditObject({ kind: 'INTEGRACIONES', id: result.integration.key })
  return { result, audit: [{ by, at, ...change, object, after: settingsOf(result) }] }
}
