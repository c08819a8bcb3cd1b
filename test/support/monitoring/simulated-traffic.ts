import { hourMs } from '../../../src/monitoring/health/learned-budget/hour-latency.ts'
import { learnableTo } from '../../../src/monitoring/health/learned-budget/learning-schedule.ts'
import type { RuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import {
  beginLearning,
  comparedMs,
  learnTraffic,
  type HourTraffic,
  type LearnedTraffic,
} from '../../../src/monitoring/health/traffic/expected-traffic.ts'
import { endedHour } from '../../../src/monitoring/health/traffic/traffic-state.ts'

/** The requests of a subject by hour, and what is learned of them: in production they are rows of the database. */
export function createSimulatedTraffic() {
  const hours = new Map<number, HourTraffic>()
  let learned: LearnedTraffic | null = null
  return {
    /** Counts requests by their times. */
    count(times: readonly number[]): void {
      for (const at of times) {
        const start = at - (at % hourMs)
        const { n, fewest } = hours.get(start) ?? { n: 0, fewest: null }
        hours.set(start, { start, n: n + 1, fewest })
      }
    },
    /** Learns after the tick `at`, between these rule states, from the first tick on. */
    learn(before: RuleState, after: RuleState, at: number): LearnedTraffic {
      const ended = endedHour(before.traffic, after.traffic)
      if (ended) hours.set(ended.start, { n: hours.get(ended.start)?.n ?? 0, ...ended })
      learned ??= beginLearning(at)
      const to = learnableTo(at)
      if (learned.learnedTo >= to) return learned
      for (const start of hours.keys()) if (start < to - comparedMs) hours.delete(start)
      learned = learnTraffic(hours, learned, to)
      return learned
    },
  }
}
