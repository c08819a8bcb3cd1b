import { breachOf, exceedsExit, isRecent, thresholdOf, type Breach } from './breach.ts'
import { signalOfBreach } from './evidence.ts'
import type { Policy } from './policy.ts'
import type { RuleState } from './rule-state.ts'
import { isDropTold } from './evaluate-traffic.ts'
import { pendingDropOf, returningOf } from './traffic-timers.ts'
import { isBad, type Cause, type Severity, type State } from './state.ts'
import { rateOf, type Summary, type WindowCounts } from './window-summary.ts'

/** A limit that a timer compares with. Shares are in percent with two decimals; null without samples. */
export type HealthLimit = {
  signal: Cause
  percent: number
  /**
   * The share in about the last minute. For TRAFFIC: the share of the expected requests that arrived in the last five
   * minutes.
   */
  current: number | null
  /**
   * Whether `current` is over the limit; for TRAFFIC, under it. From `cleanBoundFrom` samples on, a recovery to
   * Operativo compares the lower bound of the share, so `current` can be over the limit while this is false. Null
   * without samples.
   */
  exceeded: boolean | null
  /** Length in seconds of the shortest window in breach, or of the last minute without a breach; null in a recovery. */
  windowSeconds: number | null
  /** The share in that window; null in a recovery. */
  share: number | null
}

/** The numbers that timers show: those of the last tick. */
export type TimerSummary = Pick<Summary, 'windows' | 'recent' | 'budget' | 'traffic'>

/**
 * A timer that leads to a change of state. Times are in milliseconds since 1970 and independent of the time of reading;
 * a paused timer has run for `pausedAt - since`.
 */
export type HealthTimer = {
  /** The state after the timer. */
  state: State
  /** Start of the timer, shifted by the time it was paused; null if it does not run. */
  since: number | null
  /** Time that the timer has to run, in milliseconds. */
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
export const timersOf = (memory: RuleState, summary: TimerSummary, policy: Policy): HealthTimers => ({
  pending: pendingOf(memory, summary, policy),
  recovering: isBad(memory.state)
    ? (returningDrop(memory, summary) ?? recoveringOf(memory, memory.state, { summary, policy }))
    : null,
})

/**
 * The pending breach: the one due first, and of several due at once the worst. A breach that the last minute
 * contradicts is left out.
 */
function pendingOf(memory: RuleState, summary: TimerSummary, policy: Policy): HealthTimer | null {
  const timers = breachesAfter[memory.state].flatMap((breach) => {
    const elapsed = memory.pending[breach]
    return elapsed === null || !isRecent(breach, summary, policy)
      ? []
      : [breachTimer(memory, { breach, elapsed }, summary, policy)]
  })
  const isNext = breachesAfter[memory.state].includes('degraded')
  const drop = isNext && memory.traffic ? pendingDropOf(memory.traffic, summary.traffic) : null
  if (drop) timers.push(drop)
  const order = ({ dueAt }: HealthTimer) => dueAt ?? Infinity
  return timers.reduce<HealthTimer | null>((first, next) => (first && order(first) <= order(next) ? first : next), null)
}

/** The breaches that worsen each state, worst first. */
const breachesAfter: Readonly<Record<State, readonly Breach[]>> = {
  OPERATIVO: ['failing', 'degraded', 'slow'],
  DESCONOCIDO: ['failing', 'degraded', 'slow'],
  DEGRADADO: ['failing'],
  FALLANDO: [],
}

function breachTimer(
  memory: RuleState,
  { breach, elapsed }: { breach: Breach; elapsed: number },
  summary: TimerSummary,
  policy: Policy,
): HealthTimer {
  const isFailing = breach === 'failing'
  const window = breachOf(breach, summary, policy) ?? summary.recent
  return {
    state: isFailing ? 'FALLANDO' : 'DEGRADADO',
    ...timesOf(memory, elapsed, isFailing ? policy.pendingFailingMs : policy.pendingDegradedMs),
    limits: [
      {
        ...limitOf(breach, summary.recent, thresholdOf(breach, policy).enter),
        exceeded: true,
        windowSeconds: window.ms === 0 ? null : window.ms / 1000,
        share: rateOf(window, countedBy(breach)),
      },
    ],
  }
}

/** The timer for the end of a drop that keeps a subject Degradado; null without such a drop. */
function returningDrop({ state, traffic }: RuleState, summary: TimerSummary): HealthTimer | null {
  const returning = traffic && state === 'DEGRADADO' ? returningOf(traffic, summary.traffic) : null
  return returning && { state: 'OPERATIVO', ...returning }
}

function recoveringOf(
  memory: RuleState,
  state: Severity,
  { summary, policy }: { summary: TimerSummary; policy: Policy },
): HealthTimer {
  const exitOf = (breach: Breach) => exitLimit(breach, summary, policy)
  const factor = memory.unstable ? policy.unstableFactor : 1
  const degraded = timesOf(memory, memory.clean.degraded, policy.cleanDegradedMs * factor)
  const exits = { errors: exitOf('degraded'), slow: exitOf('slow') }
  if (state === 'DEGRADADO') return { state: 'OPERATIVO', ...degraded, limits: [exits.errors, exits.slow] }
  const failing = timesOf(memory, memory.clean.failing, policy.cleanFailingMs * factor)
  const endsBoth =
    !isDropTold(memory) && degraded.dueAt !== null && failing.dueAt !== null && degraded.dueAt <= failing.dueAt
  return endsBoth
    ? { state: 'OPERATIVO', ...failing, limits: [exits.errors, exits.slow] }
    : { state: 'DEGRADADO', ...failing, limits: [exitOf('failing')] }
}

function timesOf({ timersAt, timersPaused }: RuleState, elapsed: number | null, requiredMs: number) {
  if (elapsed === null || timersAt === null) return { since: null, requiredMs, dueAt: null, pausedAt: null }
  const since = timersAt - elapsed
  return { since, requiredMs, dueAt: since + requiredMs, pausedAt: timersPaused ? timersAt : null }
}

const exitLimit = (breach: Breach, summary: TimerSummary, policy: Policy): HealthLimit => ({
  ...limitOf(breach, summary.recent, thresholdOf(breach, policy).enter * policy.exitShare),
  exceeded: summary.recent.n === 0 ? null : exceedsExit(breach, summary, policy),
  windowSeconds: null,
  share: null,
})

const limitOf = (breach: Breach, recent: WindowCounts, threshold: number) => ({
  signal: signalOfBreach(breach),
  percent: Math.round(threshold * 10_000) / 100,
  current: rateOf(recent, countedBy(breach)),
})

const countedBy = (breach: Breach) => (breach === 'slow' ? 'slow' : 'bad')
