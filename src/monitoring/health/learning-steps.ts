import type { RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import { createBudgetHistory } from './learned-budget/budget-history.ts'
import { createLatencyLearning } from './learned-budget/learn-latencies.ts'
import type { SubjectWithPolicy } from './subject-queries.ts'
import { createTrafficLearning } from './traffic/learn-traffic.ts'

/** The part of a tick that learns what is usual. Only the leader runs it. A failure does not end the tick. */
export function createLearningSteps(db: RootDatabase) {
  const history = createBudgetHistory(db)
  const learnLatencies = createLatencyLearning(db)
  const learnTraffic = createTrafficLearning(db)
  const steps = [(...of: Parameters<typeof history.write>) => history.write(...of), learnLatencies, learnTraffic]

  return async (
    subjects: readonly SubjectWithPolicy[],
    { at, isLeader }: { at: number; isLeader: boolean },
  ): Promise<void> => {
    if (!isLeader) {
      history.forget()
      return
    }
    for (const step of steps)
      try {
        await step(subjects, at)
      } catch (error) {
        log.warn({ err: error }, 'what is usual could not be learned; trying again at the next tick')
      }
  }
}
