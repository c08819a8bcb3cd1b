import type { Database } from '../../../database/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { readHistoryRows } from '../../telemetry/bucket-store.ts'
import type { RuleState } from '../rule/rule-state.ts'
import type { HealthSubject } from '../subject-queries.ts'
import { badPeriods, isBadHour, type StateChange } from './bad-periods.ts'
import { latencyByHour, type HourLatency } from './hour-latency.ts'
import type { LearnedLatency } from './learned-latency.ts'
import { measuredMs, type MeasuredPeriod } from './usual-latency.ts'

/** The part of a subject that decides which hours it is learned from. */
export type MeasuredSubject = Pick<HealthSubject, 'id' | 'memory' | 'latency'>

/** The hours of a subject, and the period that is measured up to a time. */
export type MeasuredHours = { hours: HourLatency[]; period: MeasuredPeriod }

/** Reads the hours of subjects up to `to` and which of them are left out, from the stored samples of all instances. */
export async function readMeasuredHours(
  db: Database,
  subjects: readonly MeasuredSubject[],
  to: number,
): Promise<(subject: MeasuredSubject) => MeasuredHours> {
  const subjectIds = subjects.map(({ id }) => id)
  const since = to - measuredMs
  const rows = groupBy(await readHistoryRows(db, { subjectIds, span: 3600, since }), subjectIdOf)
  const changes = groupBy(
    await db.transition.findMany({
      where: { subjectId: { in: subjectIds }, at: { gte: new Date(since) } },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
      select: { subjectId: true, from: true, to: true, at: true },
    }),
    subjectIdOf,
  )
  return ({ id, memory, latency }) => {
    const present = (memory as RuleState | null)?.state ?? 'DESCONOCIDO'
    const bad = badPeriods((changes.get(id) ?? []).map(asChange), present)
    const from = (latency as LearnedLatency | null)?.learnsFrom ?? null
    const period = { to, from, isLeftOut: (start: number) => isBadHour(bad, start) }
    return { hours: latencyByHour(rows.get(id) ?? []), period }
  }
}

const asChange = ({ from, to, at }: Omit<StateChange, 'at'> & { at: Date }): StateChange => ({
  from,
  to,
  at: at.getTime(),
})

const subjectIdOf = ({ subjectId }: { subjectId: number }) => subjectId
