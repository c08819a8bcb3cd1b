import type { State } from '../rule/state.ts'
import type { Policy } from '../rule/policy.ts'
import type { BucketRow } from '../../telemetry/bucket-row.ts'
import { addDuration, createHistogram, mergeEncoded } from '../../telemetry/histogram.ts'
import { addChange, isBadHour, type BadPeriod } from './bad-periods.ts'
import type { Sample } from '../../telemetry/window.ts'
import { hourMs, latencyOfHour, type HourCounts, type HourLatency } from './hour-latency.ts'
import { learn, type LearnedLatency } from './learned-latency.ts'
import { learnableTo } from './learning-schedule.ts'
import { budgetInForce, type SlowBudget } from './slow-budget.ts'
import { learningProgress, measuredMs, measureUsual, type LearningProgress } from './usual-latency.ts'

/** Learns the usual latency of one subject from its history in order of time, as production does from stored hours. */
export function createLatencyLearner(policy: Policy) {
  const collector = createHourCollector()
  const bad: BadPeriod[] = []
  let learned: LearnedLatency | null = null
  let learnedTo = 0
  let budget = budgetInForce(policy, null)

  const periodTo = (to: number) => ({ to, from: null, isLeftOut: (start: number) => isBadHour(bad, start) })

  function learnTo(to: number): void {
    learnedTo = to
    while ((bad[0]?.to ?? Infinity) <= to - measuredMs) bad.shift()
    learned = learn(learned, measureUsual(collector.hoursUpTo(to), periodTo(to)), to)
    budget = budgetInForce(policy, learned)
  }

  return {
    /** The budget currently in force. */
    budget: (): SlowBudget => budget,
    /** Learning progress at the tick `at`. Call after the last sample. */
    progress: (at: number): LearningProgress => learningProgress(collector.hoursUpTo(at), periodTo(at)),
    /** Learns from the hours complete at the tick `at`. Call in order of time, at least once an hour. */
    tick(at: number): void {
      if (policy.slowBudget === 'LEARNED' && learnableTo(at) > learnedTo) learnTo(learnableTo(at))
    },
    /** Counts a sample. */
    observe: (sample: Sample): void => {
      collector.observe(sample)
    },
    /** Counts the samples of a row that is no longer than an hour. */
    observeRow: (row: HourRow): void => {
      collector.observeRow(row)
    },
    /** Records a change of state: hours in a bad state are excluded. */
    enterState(to: State, at: number): void {
      addChange(bad, to, at)
    },
  }
}

export type LatencyLearner = ReturnType<typeof createLatencyLearner>

type HourRow = Pick<BucketRow, 'start' | 'n' | 'bad' | 'durations'>

const oneGood: HourCounts = { n: 1, bad: 0 }
const oneBad: HourCounts = { n: 1, bad: 1 }

/** Collects the latency of each hour in the measured period. */
function createHourCollector() {
  const hours: HourLatency[] = []
  const histogram = createHistogram()
  const current = { start: 0, n: 0, bad: 0 }

  function endHour(): void {
    if (current.n > 0) hours.push(latencyOfHour(current.start, current, histogram))
    current.n = 0
    current.bad = 0
    histogram.fill(0)
  }

  function count(at: number, { n, bad }: HourCounts): void {
    const start = at - (at % hourMs)
    if (start !== current.start) endHour()
    current.start = start
    current.n += n
    current.bad += bad
  }

  return {
    observe({ at, ok, durationMs }: Sample): void {
      count(at, ok ? oneGood : oneBad)
      addDuration(histogram, durationMs)
    },
    observeRow(row: HourRow): void {
      count(row.start, row)
      mergeEncoded(histogram, row.durations)
    },
    /** The hours in the measured period up to `to`, oldest first. */
    hoursUpTo(to: number): readonly HourLatency[] {
      if (current.start < to) endHour()
      while ((hours[0]?.start ?? Infinity) < to - measuredMs) hours.shift()
      return hours
    },
  }
}
