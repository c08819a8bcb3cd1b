import type { Policy } from './health/rule/policy.ts'
import { createSimulation, type SimulationEvent } from './simulation/simulation.ts'
import type { Sample } from './telemetry/window.ts'

/** One event of a backtest, at a tick: a change of state, or a change of an incident. */
export type BacktestEvent = SimulationEvent

/**
 * Runs the recorded samples of one subject through the rule and the incident lifecycle, under a clock that ticks at the
 * multiples of 10 s. Samples must come in order of time. `onEvent` receives each event as soon as its tick is evaluated.
 */
export function createBacktest(policy: Policy, onEvent: (event: BacktestEvent) => void) {
  const simulation = createSimulation(policy, onEvent)
  return {
    /** Evaluates the ticks up to the sample's time, then counts it. */
    observe: (sample: Sample): void => {
      simulation.observe(sample)
    },
    /** Evaluates the tick after the last sample, which ends the backtest. */
    finish: (): void => {
      simulation.finish()
    },
    /** The latency budget at the last tick, and how far learning it has come. */
    budget: simulation.budget,
    learningProgress: simulation.learningProgress,
  }
}

export type Backtest = ReturnType<typeof createBacktest>
