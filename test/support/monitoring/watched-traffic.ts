import { evaluate } from '../../../src/monitoring/health/rule/evaluate.ts'
import { resolveManually } from '../../../src/monitoring/health/rule/manual-resolution.ts'
import { policyFor, type Policy } from '../../../src/monitoring/health/rule/policy.ts'
import { createRuleState, type RuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import type { Evaluation } from '../../../src/monitoring/health/rule/transition.ts'
import { summarise, type SubjectService, type Summary } from '../../../src/monitoring/health/rule/window-summary.ts'
import { kindsOfHours } from '../../../src/monitoring/health/traffic/expected-traffic.ts'
import { summariseTraffic } from '../../../src/monitoring/health/traffic/summarise-traffic.ts'
import type { ExpectedRate } from '../../../src/monitoring/health/traffic/traffic-drop.ts'
import type { Explanation } from '../../../src/monitoring/health/traffic/traffic-state.ts'
import { incidentEventsFor } from '../../../src/monitoring/incidents/lifecycle.ts'
import { applyChange, type Incident } from '../../../src/monitoring/incidents/incident.ts'
import { createWindow, record } from '../../../src/monitoring/telemetry/window.ts'
import { days, seconds, start } from './traffic.ts'

/** The traffic that is expected of a subject with two requests in ten seconds. */
export const twoInTen: ExpectedRate = { perMinute: 8.4, fewest: 48 }

const learns = policyFor({ critical: true, probed: false, overrides: { traffic: 'LEARNED' } })

/** The surroundings of a subject; each may change between two ticks. */
export type TrafficSurroundings = {
  rate: ExpectedRate | null
  explanation: Explanation | null
  service: SubjectService | undefined
  traffic: Policy['traffic']
}

/** A subject whose traffic is learned, as the rule sees it tick by tick, with its incident. */
export function givenWatchedTraffic(more: Partial<RuleState> = {}) {
  const window = createWindow()
  const around: TrafficSurroundings = { rate: twoInTen, explanation: null, service: undefined, traffic: 'LEARNED' }
  let memory: RuleState = { ...createRuleState(start), ...more }
  let at = start
  let incidents: { open: Incident | null; last: Incident | null } = { open: null, last: null }
  let opened = 0
  const codes: string[] = []

  const policy = (): Policy => ({ ...learns, traffic: around.traffic })

  function summary(): Summary {
    const { rate, explanation, service } = around
    const learned = { from: start - days(28), learnedTo: start, usual: kindsOfHours.map(() => ({ hours: 60, rate })) }
    const known = { policy: policy(), learned, memory, pauses: [], explanation }
    const traffic = summariseTraffic(window, at, known)
    return { ...summarise(window, at, memory, policy()), ...(service && { service }), ...(traffic && { traffic }) }
  }

  function apply(evaluation: Evaluation): void {
    memory = structuredClone(evaluation.memory)
    if (evaluation.transition) codes.push(`${evaluation.transition.to} ${evaluation.transition.evidence.code}`)
    codes.push(...evaluation.events.map(({ name, evidence }) => `${name} ${evidence.code}`))
    for (const change of incidentEventsFor(evaluation, incidents, policy(), () => String(++opened))) {
      const incident = applyChange(incidents.open ?? incidents.last, change, at)
      incidents = incident?.status === 'RESOLVED' ? { open: null, last: incident } : { ...incidents, open: incident }
    }
  }

  return {
    around,
    codes,
    policy,
    get at() {
      return at
    },
    get memory() {
      return memory
    },
    get open() {
      return incidents.open
    },
    summary,
    /** The next tick, after so many good and bad samples. */
    tick({ good = 0, bad = 0 }: { good?: number; bad?: number } = {}): Evaluation {
      for (let sample = 0; sample < good + bad; sample++)
        record(window, { at: at + sample, ok: sample >= bad, durationMs: 20 }, learns.slowBudgetMs)
      at += seconds(10)
      const evaluation = evaluate(memory, summary(), policy(), at)
      apply(evaluation)
      return evaluation
    },
    /** So much time in milliseconds, with so many good samples in each ten seconds. */
    lives(ms: number, good = 0): void {
      for (const until = at + ms; at < until;) this.tick({ good })
    },
    /** An operator resolves the open incident; false if that is refused. */
    resolve(force: boolean): boolean {
      const resolved = resolveManually(memory, summary(), policy(), { at, force })
      if (!resolved) return false
      memory = structuredClone(resolved.memory)
      incidents = { open: null, last: null }
      return true
    },
  }
}
