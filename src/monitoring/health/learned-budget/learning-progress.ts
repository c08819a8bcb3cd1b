import type { Database } from '../../../database/database.ts'
import { learnableTo } from './learning-schedule.ts'
import { readMeasuredHours } from './measured-hours.ts'
import { learningProgress, type LearningProgress } from './usual-latency.ts'

/** Progress at `at` in learning the usual latencies of subjects, in no particular order. */
export async function findLearningProgress(
  db: Database,
  subjectIds: readonly number[],
  at: number,
): Promise<(LearningProgress & { subjectId: number })[]> {
  const subjects = await db.subject.findMany({
    where: { id: { in: [...subjectIds] } },
    select: { id: true, memory: true, latency: true },
  })
  const hoursOf = await readMeasuredHours(db, subjects, learnableTo(at))
  return subjects.map((subject) => {
    const { hours, period } = hoursOf(subject)
    return { subjectId: subject.id, ...learningProgress(hours, period) }
  })
}
