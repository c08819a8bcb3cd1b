import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { validPolicyFor } from '../health/rule/policy.ts'
import { countsFrom, silenceFromOf } from '../health/rule/no-data.ts'
import type { Pauses } from '../health/rule/pauses.ts'
import type { RuleState } from '../health/rule/rule-state.ts'
import { toSubjectRecord, type SubjectRecord } from '../subjects/subject-records.ts'
import { listPauses } from '../recorded-ticks.ts'
import { scheduleOf, type Schedule } from './schedule.ts'

/** A scheduled job that reports each run, to display. */
export type Heartbeat = {
  id: string
  /** The integration whose health results from the runs of the job; retired while the heartbeat is paused. */
  integration: SubjectRecord
  /** The schedule; null if an operator removed it in the thresholds. */
  schedule: Schedule | null
  createdAt: Date
  /** Time of the last replacement of its address; null before the first. */
  rotatedAt: Date | null
  /** Time of the last beat, its reported success, duration and message; null before the first. */
  lastAt: Date | null
  lastOk: boolean | null
  lastMs: number | null
  lastMessage: string | null
  /** Time at which the next beat is expected, without the grace; null while paused, and without a schedule. */
  nextExpectedAt: Date | null
}

const withSubject = { omit: { hash: true, subjectId: true }, include: { subject: true } } as const

type HeartbeatRow = Prisma.HeartbeatGetPayload<typeof withSubject>

/** All heartbeats, also paused ones, by name. */
export async function listHeartbeats(db: Database): Promise<Heartbeat[]> {
  const rows = await db.heartbeat.findMany({ ...withSubject, orderBy: [{ subject: { name: 'asc' } }, { id: 'asc' }] })
  return toHeartbeats(db, rows)
}

/** The heartbeats of subjects by their ids, in no particular order; most subjects have none. */
export async function findHeartbeats(db: Database, subjectIds: readonly number[]): Promise<Heartbeat[]> {
  const rows = await db.heartbeat.findMany({ ...withSubject, where: { subjectId: { in: [...subjectIds] } } })
  return toHeartbeats(db, rows)
}

/** One heartbeat; null if there is none with this id. */
export async function findHeartbeat(db: Database, id: string): Promise<Heartbeat | null> {
  const row = await db.heartbeat.findUnique({ ...withSubject, where: { id } })
  return row && toHeartbeat(row, await listPauses(db))
}

async function toHeartbeats(db: Database, rows: readonly HeartbeatRow[]): Promise<Heartbeat[]> {
  const pauses = await listPauses(db)
  return rows.map((row) => toHeartbeat(row, pauses))
}

function toHeartbeat({ subject, ...heartbeat }: HeartbeatRow, pauses: Pauses): Heartbeat {
  const { critical, policy: overrides, memory, retiredAt } = subject
  const { policy } = validPolicyFor({ critical, probed: false, overrides: overrides as Record<string, unknown> })
  const schedule = scheduleOf(policy)
  // Counts as the rule does: before the first beat from the creation, and without what was due while Vigía was down.
  // The rule knows the time of a beat only to its bucket.
  const lastAt = heartbeat.lastAt?.getTime()
  const known =
    memory === null ? null : { ...(memory as RuleState), ...(lastAt !== undefined && { lastSampleAt: lastAt }) }
  const from = known && silenceFromOf(known, known)
  const isExpected = schedule !== null && retiredAt === null && from !== null
  const nextExpectedAt = isExpected
    ? new Date(countsFrom(from, policy, pauses) + schedule.intervalSeconds * 1_000)
    : null
  return { ...heartbeat, integration: toSubjectRecord(subject), schedule, nextExpectedAt }
}
