import { evaluate } from '../../../src/monitoring/health/rule/evaluate.ts'
import { createRuleState, type RuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { noChange, type HealthEvent, type Evaluation } from '../../../src/monitoring/health/rule/transition.ts'
import type { Pauses } from '../../../src/monitoring/health/rule/pauses.ts'
import type { Policy } from '../../../src/monitoring/health/rule/policy.ts'
import { resolveManually, type ManualResolution } from '../../../src/monitoring/health/rule/manual-resolution.ts'
import type { Transition } from '../../../src/monitoring/health/rule/state.ts'
import { summarise, type SubjectService } from '../../../src/monitoring/health/rule/window-summary.ts'
import { createWindow, record } from '../../../src/monitoring/telemetry/window.ts'
import { normal, start } from './traffic.ts'

/** The samples of ten seconds: the bad ones first, then the slow, then the good. */
export type TenSeconds = { bad?: number; slow?: number; good?: number }

/** A subject under a simulated clock: the test feeds it ten seconds of samples at a time and evaluates the rule. */
export function givenSubject(first: Policy = normal) {
  let policy = first
  const window = createWindow()
  const transitions: Transition[] = []
  const events: HealthEvent[] = []
  let memory = createRuleState(start)
  let judgement: Evaluation = noChange(memory)
  let pauses: Pauses = []
  let service: SubjectService | undefined
  let at = start

  const summaryFor = (bounds: RuleState) => ({
    ...summarise(window, at, bounds, policy),
    ...{ pauses, ...(service && { service }) },
  })

  function tick() {
    at += 10_000
    // Serialized and parsed as in the database.
    memory = JSON.parse(JSON.stringify(memory)) as RuleState
    judgement = evaluate(memory, summaryFor(memory), policy, at)
    memory = judgement.memory
    if (judgement.transition) transitions.push(judgement.transition)
    events.push(...judgement.events)
  }

  function see({ bad = 0, slow = 0, good = 0 }: TenSeconds) {
    const n = bad + slow + good
    for (let index = 0; index < n; index++) {
      const sampleAt = at + Math.floor((index * 10_000) / n)
      const durationMs = index >= bad && index < bad + slow ? policy.slowBudgetMs + 1 : 50
      record(window, { at: sampleAt, ok: index >= bad, durationMs }, policy.slowBudgetMs)
    }
  }

  const subject = {
    transitions,
    events,
    get memory() {
      return memory
    },
    /** The result of the last evaluation. */
    get judgement() {
      return judgement
    },
    get state() {
      return memory.state
    },
    /** Seconds since the start. */
    get elapsed() {
      return (at - start) / 1000
    },
    get summary() {
      return summaryFor(memory)
    },
    /** The samples so far, as the rule sees them with another rule state. */
    summaryFor,
    /** Advances by this many seconds, a multiple of 10, with the same traffic in every ten seconds. */
    lives(seconds: number, traffic: TenSeconds = {}) {
      for (let passed = 0; passed < seconds; passed += 10) {
        see(traffic)
        tick()
      }
      return subject
    },
    /** Records a good sample that arrives this many seconds late. */
    hearsLate(seconds: number) {
      record(window, { at: at - seconds * 1000, ok: true, durationMs: 50 }, policy.slowBudgetMs)
      return subject
    },
    /**
     * Advances until the state changes and returns the seconds that took.
     * @throws after a day.
     */
    livesUntilItChanges(traffic: TenSeconds = {}): number {
      const before = memory.state
      for (let passed = 10; passed <= 86_400; passed += 10) {
        see(traffic)
        tick()
        if (memory.state !== before) return passed
      }
      throw new Error(`After a day it is still ${before}.`)
    },
    /** Resolves manually; returns the resolution, or null if the rule does not allow it. */
    isResolvedByHand({ force = false } = {}): ManualResolution['resolution'] | null {
      const resolved = resolveManually(memory, subject.summary, policy, { at, force })
      if (!resolved) return null
      memory = resolved.memory
      if (resolved.transition) transitions.push(resolved.transition)
      return resolved.resolution
    },
    /** Has been reported by this service. */
    isReportedBy(reporter: SubjectService) {
      service = reporter
      return subject
    },
    /** Is judged by another policy from now on. */
    follows(changed: Policy) {
      policy = changed
      return subject
    },
    /** Pauses the service itself for this many seconds. */
    isNotWatchedFor(seconds: number) {
      pauses = [{ startedAt: at, endedAt: at + seconds * 1000 }, ...pauses]
      at += seconds * 1000
      return subject
    },
  }
  return subject
}
