import type { RootDatabase } from '../../../database/database.ts'
import { log } from '../../../lib/log.ts'
import type { SubjectWithPolicy } from '../subject-queries.ts'
import { createBudgetHistory } from './budget-history.ts'
import { createLatencyLearning } from './learn-latencies.ts'

/** The part of a tick that learns latencies: only one instance does, the leader. A failure ends no tick. */
export function createLatencySteps(db: RootDatabase) {
  const learnLatencies = createLatencyLearning(db)
  const history = createBudgetHistory(db)

  return async (
    subjects: readonly SubjectWithPolicy[],
    { at, isLeader }: { at: number; isLeader: boolean },
  ): Promise<void> => {
    if (!isLeader) {
      history.forget()
      return
    }
    try {
      await history.write(subjects, at)
      await learnLatencies(subjects, at)
    } catch (error) {
      log.warn({ err: error }, 'usual latencies could not be learned; trying again at the next tick')
    }
  }
}
