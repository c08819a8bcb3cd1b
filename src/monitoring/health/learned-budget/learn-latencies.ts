import type { RootDatabase } from '../../../database/database.ts'
import { createHourlyLearning, type Learner } from '../hourly-learning.ts'
import { learn, type LearnedLatency } from './learned-latency.ts'
import { readMeasuredHours } from './measured-hours.ts'
import { budgetInForce } from './slow-budget.ts'
import { measureUsual } from './usual-latency.ts'

/** Learns the usual latencies of subjects. */
export const createLatencyLearning = (db: RootDatabase) => createHourlyLearning(db, latencyLearner)

const latencyLearner: Learner<LearnedLatency> = {
  column: 'latency',
  isLearned: ({ policy }) => policy.slowBudget === 'LEARNED',
  measure: async (db, due, { to }) => {
    const hoursOf = await readMeasuredHours(
      db,
      due.map(({ subject }) => subject),
      to,
    )
    return due.map(({ subject }) => {
      const { hours, period } = hoursOf(subject)
      return learn(subject.latency as LearnedLatency | null, measureUsual(hours, period), to)
    })
  },
  isShown: ({ subject, policy, budget }, latency) => {
    const previous = subject.latency as LearnedLatency | null
    return latency.since !== previous?.since || budgetInForce(policy, latency).budgetMs !== budget.budgetMs
  },
}
