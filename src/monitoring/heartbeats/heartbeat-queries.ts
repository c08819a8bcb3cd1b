import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { validPolicyFor } from '../health/rule/policy.ts'
import type { RuleState } from '../health/rule/rule-state.ts'
import { toSubjectRecord, type SubjectRecord } from '../subjects/subject-records.ts'
import { scheduleOf, type Schedule } from './schedule.ts'

/** A scheduled job that reports each run, to display. */
export type Heartbeat = {
  id: string
  /** The integration whose health results from its runs; retired while the heartbeat is paused. */
  integration: SubjectRecord
  /** Null if an operator removed it in the thresholds. */
  schedule: Schedule | null
  createdAt: Date
  /** When its address was last replaced; null if it never was. */
  rotatedAt: Date | null
  /** Time of the last beat, its reported success, duration and message; null before the first. */
  lastAt: Date | null
  lastOk: boolean | null
  lastMs: number | null
  lastMessage: string | null
  /** When the next beat is expected, without the grace; null while paused, and without a schedule. */
  nextExpectedAt: Date | null
}

const withSubject = { omit: { hash: true, subjectId: true }, include: { subject: true } } as const

type HeartbeatRow = Prisma.HeartbeatGetPayload<typeof withSubject>

/** All heartbeats, also paused ones, by name. */
export async function listHeartbeats(db: Database): Promise<Heartbeat[]> {
  const rows = await db.heartbeat.findMany({ ...withSubject, orderBy: [{ subject: { name: 'asc' } }, { id: 'asc' }] })
  return rows.map(toHeartbeat)
}

/** The heartbeats of subjects by their ids, in no particular order; most subjects have none. */
export async function findHeartbeats(db: Database, subjectIds: readonly number[]): Promise<Heartbeat[]> {
  const rows = await db.heartbeat.findMany({ ...withSubject, where: { subjectId: { in: [...subjectIds] } } })
  return rows.map(toHeartbeat)
}

/** One heartbeat; null if there is none with this id. */
export async function findHeartbeat(db: Database, id: string): Promise<Heartbeat | null> {
  const row = await db.heartbeat.findUnique({ ...withSubject, where: { id } })
  return row && toHeartbeat(row)
}

function toHeartbeat({ subject, ...heartbeat }: HeartbeatRow): Heartbeat {
  const { critical, policy: overrides, memory, retiredAt } = subject
  const { policy } = validPolicyFor({ critical, probed: false, overrides: overrides as Record<string, unknown> })
  const schedule = scheduleOf(policy)
  // Counts from the rule's own time: before the first beat from the creation, and excluding our downtime.
  const countedFrom = Math.max(heartbeat.lastAt?.getTime() ?? 0, (memory as RuleState | null)?.lastSampleAt ?? 0)
  const isExpected = schedule !== null && retiredAt === null && countedFrom > 0
  const nextExpectedAt = isExpected ? new Date(countedFrom + schedule.intervalSeconds * 1_000) : null
  return { ...heartbeat, integration: toSubjectRecord(subject), schedule, nextExpectedAt }
}
