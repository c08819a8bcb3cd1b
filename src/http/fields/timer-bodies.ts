import type { Database } from '../../database/database.ts'
import { labels } from '../../monitoring/health/state-labels.ts'
import { findTimers, type SummaryOf, type TimerView } from '../../monitoring/health/subject-timers.ts'

/** The REST fields of the timers of a subject, and of its last sample. */
export type TimerBodies = ReturnType<Awaited<ReturnType<typeof findTimerBodies>>>

/** Reads the timers of subjects. Returns a function that gives the REST fields of one subject. */
export async function findTimerBodies(
  { db, summaryOf }: { db: Database; summaryOf: SummaryOf },
  subjectIds: readonly number[],
) {
  const timers = new Map((await findTimers(db, subjectIds, summaryOf)).map((one) => [one.subjectId, one]))
  return (subjectId: number) => ({
    lastSampleAt: timers.get(subjectId)?.lastSampleAt ?? null,
    pending: bodyOf(timers.get(subjectId)?.pending),
    recovering: bodyOf(timers.get(subjectId)?.recovering),
  })
}

const bodyOf = (timer: TimerView | null | undefined) => (timer ? { ...timer, state: labels[timer.state] } : null)
