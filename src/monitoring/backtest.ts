import { BUCKET_MS } from './telemetry/buckets.ts'
import { evaluate } from './health/rule/evaluate.ts'
import { applyChange, type Incident, type IncidentChange } from './incidents/incident-event.ts'
import { incidentEventsFor } from './incidents/lifecycle.ts'
import { createMemory } from './health/rule/rule-state.ts'
import type { Policy } from './health/rule/policy.ts'
import type { State, Transition } from './health/rule/state.ts'
import { summarise } from './health/rule/window-summary.ts'
import { createWindow, takePending, record, type Sample, type Window } from './telemetry/window.ts'

/** What a replay tells: a change of state, or what happened to an incident, at a tick. */
export type ReplayEvent =
  { at: number; event: 'state'; transition: Transition } | { at: number; event: 'incident'; change: IncidentChange }

/**
 * Replays the samples of one subject, which are to be given in order, through the rule and the lifecycle under a clock
 * that ticks at the multiples of 10 s. `tell` hears each event as soon as its tick is over.
 */
export function createReplay(policy: Policy, tell: (event: ReplayEvent) => void) {
  const window = createWindow()
  const tick = createJudging(window, policy, tell)
  const { silentMs, idleMs } = limitsOf(policy)
  let state: State = 'DESCONOCIDO'
  let troubleAt = 0
  let next: number | null = null

  // After so long a silence that nothing can change any more, the ticks before the next sample are left out.
  function tickUntil(at: number): number {
    let due = next ?? tickAfter(at)
    for (; due <= at && due - window.lastAt <= idleMs; due += BUCKET_MS) if (matters(due)) state = tick(due)
    return due <= at ? tickAfter(at) : due
  }

  // An operative subject without a bad or slow sample in its longest window stays what it is until it falls silent.
  const matters = (due: number) =>
    state !== 'OPERATIVO' || due - troubleAt <= policy.longestWindowMs + BUCKET_MS || due - window.lastAt >= silentMs

  return {
    /** Counts a sample, after the ticks up to its time. */
    observe(sample: Sample) {
      const due = tickUntil(sample.at)
      // Nobody writes the samples of a replay down.
      if (due !== next) takePending(window)
      next = due
      if (!sample.ok || sample.durationMs > policy.slowBudgetMs) troubleAt = sample.at
      record(window, sample, policy.slowBudgetMs)
    },
    /** The tick after the last sample ends the replay. */
    finish() {
      if (next !== null) tick(next)
    },
  }
}

export type Backtest = ReturnType<typeof createReplay>

/** Judges the subject of a window at one tick after the other, and returns its state. */
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
    /** Before so much silence, silence means nothing. */
    silentMs: policy.silenceMeans === 'FALLANDO' ? scheduleMs : policy.silenceMinMs,
    /** After so much silence, nothing more comes of it. */
    idleMs: Math.max(policy.silenceMaxMs, scheduleMs) + BUCKET_MS,
  }
}

const tickAfter = (at: number) => (Math.floor(at / BUCKET_MS) + 1) * BUCKET_MS
