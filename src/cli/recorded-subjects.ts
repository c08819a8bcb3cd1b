import type { Policy } from '../monitoring/health/rule/policy.ts'
import { createBacktest, type Backtest, type BacktestEvent } from '../monitoring/backtest.ts'
import type { Observation } from './parse-observation.ts'

/** The observations of one subject: their number, and the times of the first and the last one. */
type Recorded = { backtest: Backtest; count: number; first: number; last: number }

/** Runs a backtest of each subject of a recording. `onEvent` gets the subject of each event, null if it has no name. */
export function createRecordedSubjects(
  policy: Policy,
  onEvent: (subject: string | null, event: BacktestEvent) => void,
) {
  const subjects = new Map<string | null, Recorded>()

  function startSubject(name: string | null, first: number): Recorded {
    const backtest = createBacktest(policy, (event) => {
      onEvent(name, event)
    })
    const recorded = { backtest, count: 0, first, last: first }
    subjects.set(name, recorded)
    return recorded
  }

  return {
    /** Counts an observation; one without a subject is about `unnamed`. Returns a sentence if it is out of order. */
    observe(observation: Observation, unnamed: string | null): string | null {
      const name = observation.subject ?? unnamed
      const recorded = subjects.get(name) ?? startSubject(name, observation.at)
      if (observation.at < recorded.last)
        return 'observations of a subject are in order, but this one lies before an earlier line. Sort the file by "at".'
      recorded.count += 1
      recorded.last = observation.at
      recorded.backtest.observe(observation)
      return null
    },
    /** Evaluates the tick after the last observation of each subject. */
    finish(): void {
      for (const { backtest } of subjects.values()) backtest.finish()
    },
    /** A sentence about each subject: its observations, and the latency budget at the end. */
    describe(): string[] {
      if (subjects.size === 0) return ['There are no observations.']
      return Array.from(
        subjects,
        ([name, recorded]) => `${name === null ? '' : `${name}: `}${describeRecorded(recorded, policy)}`,
      )
    },
  }
}

export type RecordedSubjects = ReturnType<typeof createRecordedSubjects>

function describeRecorded({ backtest, count, first, last }: Recorded, policy: Policy): string {
  const period = `from ${new Date(first).toISOString()} to ${new Date(last).toISOString()}`
  return `${count} observations ${period}. ${describeBudget(policy, backtest)}`
}

function describeBudget({ slowBudget, slowBudgetMs }: Policy, backtest: Backtest): string {
  const { budgetMs, normalP95Ms } = backtest.budget()
  if (slowBudget === 'FIXED') return `Latency budget: ${budgetMs} ms, fixed.`
  if (normalP95Ms !== null)
    return `Latency budget at the end: ${budgetMs} ms, learned from a usual p95 of ${normalP95Ms} ms; ${slowBudgetMs} ms until it was known.`
  const { hoursLeft, samples, leastSamples, hours, leastHours } = backtest.learningProgress()
  return (
    `Latency budget: ${budgetMs} ms, fixed throughout: there is too little to learn what is usual. ` +
    `In the last 7 days, ${samples} good samples in ${hours} hours count (hours of 20 or more, not Degradado or ` +
    `Fallando). It takes ${leastSamples} in ${leastHours}${hoursLeft > 0 ? `, and ${hoursLeft} hours more` : ''}.`
  )
}
