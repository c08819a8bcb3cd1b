import { bucketMs } from '../telemetry/buckets.ts'
import { evaluate } from '../health/rule/evaluate.ts'
import { applyChange, type Incident, type IncidentChange } from '../incidents/incident.ts'
import { incidentEventsFor } from '../incidents/lifecycle.ts'
import { createRuleState, type RuleState } from '../health/rule/rule-state.ts'
import { hourMs } from '../health/learned-budget/hour-latency.ts'
import type { SlowBudget } from '../health/learned-budget/slow-budget.ts'
import type { Policy } from '../health/rule/policy.ts'
import type { Transition } from '../health/rule/state.ts'
import { summarise, type Summary } from '../health/rule/window-summary.ts'
import { createLatencyLearner, type LatencyLearner } from '../health/learned-budget/latency-learner.ts'
import { measuredMs, type LearningProgress } from '../health/learned-budget/usual-latency.ts'
import { createTrafficLearner, type RecordedRequests, type TrafficLearner } from './traffic-learner.ts'
import { createIdleCheck } from './idle-check.ts'
import { createSimulationWindow, type BucketCounts, type SimulationWindow } from './simulation-window.ts'
import type { BucketRow } from '../telemetry/bucket-row.ts'
import { countBetween, mergeRow, record, takePending, type Sample } from '../telemetry/window.ts'

/** One event of a simulation, at a tick: a change of state, or a change of an incident. */
export type SimulationEvent =
  { at: number; event: 'state'; transition: Transition } | { at: number; event: 'incident'; change: IncidentChange }

type OnEvent = (event: SimulationEvent) => void

/**
 * Runs the rule and the incident lifecycle of production over the history of one subject, under a clock that ticks at
 * the multiples of 10 s. The history comes in order of time, as samples or as buckets. `onEvent` receives each event as
 * soon as its tick is evaluated.
 */
export function createSimulation(policy: Policy, onEvent: OnEvent, recorded: RecordedRequests | null = null) {
  const parts = createParts(policy, onEvent, recorded)
  const { window, learner, traffic, evaluator } = parts
  const clock: Clock = { lastAt: 0, next: null }

  return {
    /** Evaluates the ticks up to the sample's time, then counts it. */
    observe(sample: Sample) {
      advance(parts, clock, sample.at)
      record(window.read(), sample, learner.budget().budgetMs)
      learner.observe(sample)
      if (!sample.probe) traffic.count(sample.at)
      clock.lastAt = Math.max(clock.lastAt, sample.at)
    },
    /** Evaluates the ticks up to the start of a bucket, then adds its counts. `learnRow` learns the durations. */
    observeCounts(start: number, counts: BucketCounts) {
      advance(parts, clock, start)
      window.add(start / bucketMs, counts)
      clock.lastAt = start + bucketMs
    },
    /** Evaluates the ticks up to the start of a stored bucket of 10 s, then adds it with its durations. */
    observeRow(row: BucketRow) {
      advance(parts, clock, row.start)
      mergeRow(window.read(), row)
      learner.observeRow(row)
      clock.lastAt = row.start + bucketMs
    },
    /** Evaluates the ticks up to the start of a stored row of any length, and learns from its durations. */
    learnRow(row: BucketRow) {
      advance(parts, clock, row.start)
      learner.observeRow(row)
    },
    /** The duration above which samples are slow at the last tick, in milliseconds. */
    budgetMs: (): number => learner.budget().budgetMs,
    /** The latency budget at the last tick, and how far learning it has come. */
    budget: (): SlowBudget => learner.budget(),
    learningProgress: (): LearningProgress => learner.progress(clock.next ?? 0),
    /** Evaluates the ticks up to a time. */
    advance(at: number) {
      advance(parts, clock, at)
    },
    /** Evaluates the tick after the last sample. */
    finish() {
      if (clock.next !== null) evaluator.tick(clock.next)
    },
  }
}

/** The parts of a simulation. */
function createParts(policy: Policy, onEvent: OnEvent, recorded: RecordedRequests | null): Parts {
  const window = createSimulationWindow()
  const learner = createLatencyLearner(policy)
  const traffic = createTrafficLearner(policy, recorded)
  const evaluator = createEvaluator({ window, learner, traffic, policy }, onEvent)
  return { window, learner, traffic, evaluator, idle: createIdleCheck(window, learner, policy) }
}

export type Simulation = ReturnType<typeof createSimulation>

/** The time of the last sample, and of the next tick; the next tick is null before the first sample. */
type Clock = { lastAt: number; next: number | null }

type Parts = {
  window: SimulationWindow
  learner: LatencyLearner
  traffic: TrafficLearner
  evaluator: ReturnType<typeof createEvaluator>
  idle: ReturnType<typeof createIdleCheck>
}

/** Time after the last sample during which the learned values still change, in milliseconds. */
const learningLastsMs = measuredMs + 3 * hourMs

/** Evaluates the ticks up to a time. Once the silence is too long to change a state, the remaining ticks only learn. */
function advance(parts: Parts, clock: Clock, at: number): void {
  const { window, learner, traffic, idle } = parts
  let due = clock.next ?? tickAfter(at)
  // A lack of requests can change a state after any length of silence.
  const lastDue = traffic.isWatched ? at : Math.min(at, clock.lastAt + idle.silentForeverMs)
  for (; due <= lastDue; due += bucketMs) takeTick(parts, clock, due)
  for (; due <= Math.min(at, clock.lastAt + learningLastsMs) - hourMs; due += hourMs) learner.tick(due)
  if (due <= at) learner.tick((due = tickAfter(at)) - bucketMs)
  // A simulation writes no samples: pending rows are discarded.
  if (due !== clock.next) takePending(window.recorded)
  clock.next = due
}

type Evaluated = { window: SimulationWindow; learner: LatencyLearner; traffic: TrafficLearner; policy: Policy }

/** Learns from a tick, and evaluates it if it can change anything. */
function takeTick({ learner, traffic, evaluator, idle }: Parts, { lastAt }: Clock, due: number): void {
  learner.tick(due)
  const before = evaluator.memory()
  const isMissed = traffic.canChange(before, due)
  const isDue = due - lastAt <= idle.silentForeverMs && idle.canChange(before, due, lastAt)
  if (isMissed || isDue) evaluator.tick(due)
  traffic.follow(before, evaluator.memory(), due)
}

/** Evaluates the subject of a window at a tick; holds its rule state and its incidents. */
function createEvaluator({ window, learner, traffic, policy }: Evaluated, onEvent: OnEvent) {
  let memory = createRuleState(0)
  let incidents: { open: Incident | null; last: Incident | null } = { open: null, last: null }
  let opened = 0
  const newId = () => String(++opened)

  function summaryAt(at: number): Summary {
    const ofTraffic = traffic.summary(memory, at)
    const summary = { ...summarise(window.read(), at, memory, policy), budget: learner.budget() }
    const failedIn = (ms: number) => countBetween(window.read(), at - ms, at).bad
    return ofTraffic ? { ...summary, traffic: { ...ofTraffic, failedIn } } : summary
  }

  return {
    memory: (): RuleState => memory,
    tick(at: number): void {
      const summary = summaryAt(at)
      const evaluation = evaluate(memory, summary, policy, at)
      memory = evaluation.memory
      const { transition, events } = evaluation
      if (!transition && events.length === 0) return
      if (transition) {
        learner.enterState(transition.to, at)
        onEvent({ at, event: 'state', transition })
      }
      for (const change of incidentEventsFor(evaluation, incidents, policy, newId)) {
        onEvent({ at, event: 'incident', change })
        const incident = applyChange(incidents.open ?? incidents.last, change, at)
        incidents = incident?.status === 'RESOLVED' ? { open: null, last: incident } : { ...incidents, open: incident }
      }
    },
  }
}

const tickAfter = (at: number) => (Math.floor(at / bucketMs) + 1) * bucketMs
