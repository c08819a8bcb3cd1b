import { thresholdOf, type Breach } from './breach.ts'
import type { Policy } from './policy.ts'
import type { RuleState } from './rule-state.ts'
import { isBad, type Severity, type State } from './state.ts'

/** A share of samples that a timer compares with: failed ones, or slow ones. */
export type HealthLimit = { signal: 'ERRORS' | 'SLOW'; percent: number }

/**
 * A timer that leads to a change of state. Times are in milliseconds since 1970 and independent of the time of reading;
 * a paused timer has run for `pausedAt - since`.
 */
export type HealthTimer = {
  /** The state it leads to. */
  state: State
  /** Start of the timer, shifted by the time it was paused; null if it does not run. */
  since: number | null
  /** How long it has to last, in milliseconds. */
  requiredMs: number
  /** The earliest evaluation that may change the state; null if the timer does not run. */
  dueAt: number | null
  /** Start of the pause; null while it runs. */
  pausedAt: number | null
  /** The limits, all of which must be reached (pending) or kept below (recovering). */
  limits: HealthLimit[]
}

/** The states that may come next: a worse state, or the end of a bad one. `recovering` is null in a state that is not bad. */
export type HealthTimers = { pending: HealthTimer | null; recovering: HealthTimer | null }

/** The timers of a subject that matter in its present state. Source: docs/health.md. */
export const timersOf = (memory: RuleState, policy: Policy): HealthTimers => ({
  pending: pendingOf(memory, policy),
  recovering: isBad(memory.state) ? recoveringOf(memory, memory.state, policy) : null,
})

/**
 * The breach that is due first; if several are, the worst. A breach that was due but is not confirmed by the last
 * minute ranks after those still to come.
 */
function pendingOf(memory: RuleState, policy: Policy): HealthTimer | null {
  const timers = breachesAfter[memory.state].flatMap((breach) => {
    const elapsed = memory.pending[breach]
    return elapsed === null ? [] : [breachTimer(memory, breach, elapsed, policy)]
  })
  const order = ({ dueAt }: HealthTimer) =>
    dueAt === null || memory.timersAt === null || dueAt <= memory.timersAt ? Infinity : dueAt
  return timers.reduce<HealthTimer | null>((first, next) => (first && order(first) <= order(next) ? first : next), null)
}

/** The breaches that worsen each state, worst first. */
const breachesAfter: Readonly<Record<State, readonly Breach[]>> = {
  OPERATIVO: ['failing', 'degraded', 'slow'],
  DESCONOCIDO: ['failing', 'degraded', 'slow'],
  DEGRADADO: ['failing'],
  FALLANDO: [],
}

function breachTimer(memory: RuleState, breach: Breach, elapsed: number, policy: Policy): HealthTimer {
  const isFailing = breach === 'failing'
  return {
    state: isFailing ? 'FALLANDO' : 'DEGRADADO',
    ...timesOf(memory, elapsed, isFailing ? policy.pendingFailingMs : policy.pendingDegradedMs),
    limits: [limitOf(breach, policy)],
  }
}

function recoveringOf(memory: RuleState, state: Severity, policy: Policy): HealthTimer {
  const factor = memory.unstable ? policy.unstableFactor : 1
  const degraded = timesOf(memory, memory.clean.degraded, policy.cleanDegradedMs * factor)
  const exits = { errors: exitOf('degraded', policy), slow: exitOf('slow', policy) }
  if (state === 'DEGRADADO') return { state: 'OPERATIVO', ...degraded, limits: [exits.errors, exits.slow] }
  const failing = timesOf(memory, memory.clean.failing, policy.cleanFailingMs * factor)
  const endsBoth = degraded.dueAt !== null && failing.dueAt !== null && degraded.dueAt <= failing.dueAt
  return endsBoth
    ? { state: 'OPERATIVO', ...failing, limits: [exits.errors, exits.slow] }
    : { state: 'DEGRADADO', ...failing, limits: [exitOf('failing', policy)] }
}

function timesOf({ timersAt, timersPaused }: RuleState, elapsed: number | null, requiredMs: number) {
  if (elapsed === null || timersAt === null) return { since: null, requiredMs, dueAt: null, pausedAt: null }
  const since = timersAt - elapsed
  return { since, requiredMs, dueAt: since + requiredMs, pausedAt: timersPaused ? timersAt : null }
}

const exitOf = (breach: Breach, policy: Policy) => limitOf(breach, policy, policy.exitShare)

function limitOf(breach: Breach, policy: Policy, share = 1): HealthLimit {
  const { what, enter } = thresholdOf(breach, policy)
  return { signal: what === 'bad' ? 'ERRORS' : 'SLOW', percent: Math.round(enter * share * 10_000) / 100 }
}
