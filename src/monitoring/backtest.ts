import { BUCKET_MS } from './telemetry/buckets.ts'
import { evaluate } from './health/rule/evaluate.ts'
import { applyChange, type Incident, type IncidentChange } from './incidents/incident-event.ts'
import { incidentEventsFor } from './incidents/lifecycle.ts'
import { createMemory } from './health/rule/rule-state.ts'
import type { Policy } from './health/rule/policy.ts'
import type { State, Transition } from './health/rule/state.ts'
import { summarise } from './health/rule/window-summary.ts'
import { createWindow, takePending, record, type Sample, type Window } from './telemetry/window.ts'

/** One event of a backtest, at a tick: a change of state, or a change of an incident. */
export type ReplayEvent =
  { at: number; event: 'state'; transition: Transition } | { at: number; event: 'incident'; change: IncidentChange }

/**
 * Runs the recorded samples of one subject through the rule and the incident lifecycle, under a clock that ticks at the
 * multiples of 10 s. Samples must come in order of time. `tell` receives each event as soon as its tick is evaluated.
 */
export function createReplay(policy: Policy, tell: (event: ReplayEvent) => void) {
  const window = createWindow()
  const tick = createJudging(window, policy, tell)
  const { silentMs, idleMs } = limitsOf(policy)
  let state: State = 'DESCONOCIDO'
  let troubleAt = 0
  let next: number | null = null

  // Once the silence is too long for anything to change, the ticks up to the next sample are skipped.
  function tickUntil(at: number): number {
    let due = next ?? tickAfter(at)
    for (; due <= at && due - window.lastAt <= idleMs; due += BUCKET_MS) if (matters(due)) state = tick(due)
    return due <= at ? tickAfter(at) : due
  }

  // An Operativo subject without bad or slow samples in its longest window can only change by falling silent.
  const matters = (due: number) =>
    state !== 'OPERATIVO' || due - troubleAt <= policy.longestWindowMs + BUCKET_MS || due - window.lastAt >= silentMs

  return {
    /** Evaluates the ticks up to the sample's time, then counts it. */
    observe(sample: Sample) {
      const due = tickUntil(sample.at)
      // A backtest writes no samples: pending rows are discarded.
      if (due !== next) takePending(window)
      next = due
      if (!sample.ok || sample.durationMs > policy.slowBudgetMs) troubleAt = sample.at
      record(window, sample, policy.slowBudgetMs)
    },
    /** Evaluates the tick after the last sample, which ends the backtest. */
    finish() {
      if (next !== null) tick(next)
    },
  }
}

export type Backtest = ReturnType<typeof createReplay>

/** Returns a function that evaluates the subject of a window at the next tick and returns its state. */
function createJudging(window: Window, policy: Policy, tell: (event: ReplayEvent) => void) {
  let memory = createMemory(0)
  let incidents: { open: Incident | null; last: Incident | null } = { open: null, last: null }
  let opened = 0
  const newId = () => String(++opened)

  return (at: number): State => {
    const judgement = evaluate(memory, summarise(window, at, memory, policy), policy, at)
    memory = judgement.memory
    const { transition, events } = judgement
    if (!transition && events.length === 0) return memory.state
    if (transition) tell({ at, event: 'state', transition })
    for (const change of incidentEventsFor(judgement, incidents, policy, newId)) {
      tell({ at, event: 'incident', change })
      const incident = applyChange(incidents.open ?? incidents.last, change, at)
      incidents = incident?.status === 'RESOLVED' ? { open: null, last: incident } : { ...incidents, open: incident }
    }
    return memory.state
  }
}

function limitsOf(policy: Policy) {
  const scheduleMs = policy.silenceIntervals * (policy.expectedIntervalMs ?? 0)
  return {
    /** Shorter silence has no effect, in milliseconds. */
    silentMs: policy.silenceMeans === 'FALLANDO' ? scheduleMs : policy.silenceMinMs,
    /** Longer silence has no further effect, in milliseconds. */
    idleMs: Math.max(policy.silenceMaxMs, scheduleMs) + BUCKET_MS,
  }
}

const tickAfter = (at: number) => (Math.floor(at / BUCKET_MS) + 1) * BUCKET_MS
