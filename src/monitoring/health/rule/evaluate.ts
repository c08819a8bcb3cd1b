import { type Breach, breachOf, degradedBreach, isClean, isRecent, lastsOn } from './breach.ts'
import { bucketMs } from '../../telemetry/buckets.ts'
import { evidenceOfBreach, evidenceOfEvent, evidenceOfRecovery, evidenceOfSilence, signalOfBreach } from './evidence.ts'
import {
  evidenceOfDrop,
  evidenceOfReturn,
  isDropTold,
  lacksRequests,
  showsDrop,
  tellDrop,
  withTraffic,
} from './evaluate-traffic.ts'
import { checkForced, evidenceOfState, samplesShowBad, silentMs } from './condition.ts'
import { stampTimers, type RuleState } from './rule-state.ts'
import { enterState, type Evaluation, noCleanTimers, noPending, noChange } from './transition.ts'
import type { Policy } from './policy.ts'
import { lastSampleOf, missedFrom, silenceFromOf, silenceOf } from './no-data.ts'
import { type Cause, type Evidence, isBad, type State } from './state.ts'
import type { Summary } from './window-summary.ts'

/**
 * Evaluates the rule for a subject at the tick `at` (milliseconds since 1970, a multiple of 10 s), from its rule state
 * and the samples before the tick. Each tick adds 10 s to the timers; a skipped tick adds nothing. Source of the rule
 * and of its numbers: docs/health.md.
 */
export function evaluate(memory: RuleState, summary: Summary, policy: Policy, at: number): Evaluation {
  const known = { ...memory, lastSampleAt: lastSampleOf(memory, summary) }
  const present = returnsWithService(known, summary, policy) ? { ...known, silenceFrom: at } : known
  const seen = withTraffic(present, summary, at)
  return tellCause(tellDrop(evaluateSeen(seen, summary, policy, at), summary, policy, at), summary, policy, at)
}

function evaluateSeen(seen: RuleState, summary: Summary, policy: Policy, at: number): Evaluation {
  const judged = (evaluation: Evaluation) => withTimersAt(checkForced(evaluation, summary, policy, at), at)
  switch (silenceOf(seen, summary, policy, at)) {
    case 'FROZEN':
      return freeze(seen, summary, policy, at)
    case 'UNKNOWN':
      return lacksRequests(seen, summary)
        ? freeze(seen, summary, policy, at)
        : withTimersAt(fallSilent(seen, summary, policy, at), at)
    case 'FAILING':
      return judged(failBySilence(refresh(seen, policy, at), summary, policy, at))
    case 'NONE':
      return judged(evaluateSamples(refresh(seen, policy, at), summary, policy, at))
  }
}

/**
 * Whether the silence of a scheduled subject begins anew: the subject was Desconocido because its service was silent,
 * and the service reports again.
 */
function returnsWithService(memory: RuleState, summary: Summary, policy: Policy): boolean {
  const { isTold, hasReported } = summary.service ?? { isTold: false, hasReported: true }
  return !isTold && hasReported && awaitsService(memory, summary, policy)
}

const awaitsService = (memory: RuleState, summary: Summary, { silenceMeans }: Policy) =>
  memory.state === 'DESCONOCIDO' &&
  silenceMeans === 'FALLANDO' &&
  (memory.silentSince ?? 0) > (silenceFromOf(memory, summary) ?? Infinity)

/**
 * Changes nothing, because there are no samples. Exception: a drop of traffic that outlasts the grace after a
 * resolution by force opens a new incident.
 */
const freeze = (seen: RuleState, summary: Summary, policy: Policy, at: number): Evaluation =>
  withTimersAt(isDropTold(seen) ? checkForced(noChange(seen), summary, policy, at) : noChange(seen), at, true)

const withTimersAt = (evaluation: Evaluation, at: number, paused = false): Evaluation => ({
  ...evaluation,
  memory: stampTimers(evaluation.memory, at, paused),
})

/** Makes the subject Desconocido, because it has no samples. */
export function fallSilent(memory: RuleState, summary: Summary, policy: Policy, at: number): Evaluation {
  if (memory.state === 'DESCONOCIDO') {
    // After the service returns, a scheduled subject waits for its next sample.
    const silentSince =
      policy.silenceMeans === 'FALLANDO' && !awaitsService(memory, summary, policy) ? at : memory.silentSince
    return noChange({ ...memory, silentSince, pending: noPending })
  }
  return enterState(memory, 'DESCONOCIDO', evidenceOfSilence('NO_DATA', silentMs(memory, summary, at), at), policy)
}

function failBySilence(memory: RuleState, summary: Summary, policy: Policy, at: number): Evaluation {
  const evidence = evidenceOfSilence('SILENCE_FAILING', silentMs(memory, summary, at), at)
  const failed =
    memory.state === 'FALLANDO'
      ? noChange({ ...memory, clean: noCleanTimers })
      : enterState({ ...memory, cause: 'ERRORS' }, 'FALLANDO', evidence, policy)
  return { ...failed, memory: { ...failed.memory, silentSince: missedFrom(memory, summary) } }
}

function evaluateSamples(memory: RuleState, summary: Summary, policy: Policy, at: number): Evaluation {
  const silentSince = memory.state === 'DESCONOCIDO' ? memory.silentSince : null
  const counted = count({ ...memory, silentSince }, summary, policy)
  const move = nextMove(counted, summary, policy, at)
  if (!move) return noChange(counted)
  const { to, evidence, cause } = move
  return enterState({ ...counted, ...(cause && { cause }) }, to, evidence, policy)
}

/**
 * Names the present cause of Degradado if it is another than the one that was told: a drop of traffic instead of
 * samples, or the reverse.
 */
function tellCause(evaluation: Evaluation, summary: Summary, policy: Policy, at: number): Evaluation {
  const { memory, transition, events } = evaluation
  if (transition || memory.state !== 'DEGRADADO' || !isOtherCause(memory, summary, policy)) return evaluation
  const evidence = evidenceOfState(memory, summary, policy, at)
  const cause = degradedCause(memory, summary, policy)
  return { ...evaluation, memory: { ...memory, cause }, events: [...events, { name: 'OTHER_CAUSE', evidence }] }
}

function isOtherCause(memory: RuleState, summary: Summary, policy: Policy): boolean {
  const isTraffic = memory.cause === 'TRAFFIC'
  if (isTraffic === isDropTold(memory)) return false
  return isTraffic ? samplesShowBad(summary, policy) : !showsBad(memory, summary, policy) && showsDrop(memory, summary)
}

/** Whether samples still keep a subject Degradado, or have not been clean for long enough. */
const showsBad = ({ clean, unstable }: RuleState, { recent }: Summary, policy: Policy) =>
  recent.n > 0 && (clean.degraded ?? 0) < policy.cleanDegradedMs * (unstable ? policy.unstableFactor : 1)

function refresh(memory: RuleState, policy: Policy, at: number): RuleState {
  const departures = memory.departures.filter((departure) => departure > at - policy.unstableWithinMs)
  return { ...memory, departures, unstable: departures.length >= policy.unstableDepartures }
}

function count(memory: RuleState, summary: Summary, policy: Policy): RuleState {
  const { pending, clean } = memory
  const lasts = (breach: Breach) => pending[breach] !== null && lastsOn(breach, summary, policy)
  const pend = (breach: Breach) => counted(pending[breach], breachOf(breach, summary, policy) !== null || lasts(breach))
  const bad = isBad(memory.state)
  return {
    ...memory,
    pending: { failing: pend('failing'), degraded: pend('degraded'), slow: pend('slow') },
    clean: {
      failing: counted(clean.failing, memory.state === 'FALLANDO' && isClean('FALLANDO', summary, policy)),
      degraded: counted(clean.degraded, bad && isClean('DEGRADADO', summary, policy)),
    },
  }
}

// The first tick starts a timer; each further one adds the time between ticks.
const counted = (elapsed: number | null, runs: boolean) => (runs ? (elapsed === null ? 0 : elapsed + bucketMs) : null)

/** A change to the state `to`. `cause` is the cause of a bad state; absent if the cause is not new. */
type Move = { to: State; evidence: Evidence; cause?: Cause }

function nextMove(memory: RuleState, summary: Summary, policy: Policy, at: number): Move | null {
  switch (memory.state) {
    case 'OPERATIVO':
      return worsening(memory, summary, policy, at)
    case 'DEGRADADO':
      return worsening(memory, summary, policy, at) ?? recovery(memory, summary, policy, at)
    case 'FALLANDO':
      return recovery(memory, summary, policy, at)
    case 'DESCONOCIDO':
      return (
        restoration(memory, summary, at) ?? worsening(memory, summary, policy, at) ?? firstGood(memory, summary, at)
      )
  }
}

// A drop that does not show at present is told once it shows.
function restoration(memory: RuleState, summary: Summary, at: number): Move | null {
  const { incidentSeverity: to, cause } = memory
  if (!to) return null
  if (to === 'DEGRADADO' && showsDrop(memory, summary))
    return { to, evidence: evidenceOfDrop(memory, summary, at), cause: 'TRAFFIC' }
  const evidence = evidenceOfEvent({ code: 'DATA_RETURNED', cause }, summary, at)
  return { to, evidence, ...(cause === 'TRAFFIC' && { cause: 'ERRORS' }) }
}

function worsening(memory: RuleState, summary: Summary, policy: Policy, at: number): Move | null {
  const breach = dueBreach(memory, summary, policy)
  const to = breach === 'failing' ? 'FALLANDO' : 'DEGRADADO'
  if (!breach || to === memory.state) return null
  return { to, evidence: evidenceOfBreach(breach, summary, policy, at), cause: signalOfBreach(breach) }
}

function dueBreach({ pending }: RuleState, summary: Summary, policy: Policy): Breach | null {
  const isDue = (breach: Breach, pendingMs: number) =>
    pending[breach] !== null && pending[breach] >= pendingMs && isRecent(breach, summary, policy)
  if (isDue('failing', policy.pendingFailingMs)) return 'failing'
  if (isDue('degraded', policy.pendingDegradedMs)) return 'degraded'
  return isDue('slow', policy.pendingDegradedMs) ? 'slow' : null
}

function recovery(memory: RuleState, summary: Summary, policy: Policy, at: number): Move | null {
  const { state, clean, unstable } = memory
  const isOver = (elapsed: number | null, ms: number) =>
    elapsed !== null && elapsed >= ms * (unstable ? policy.unstableFactor : 1)
  if (state === 'FALLANDO' && !isOver(clean.failing, policy.cleanFailingMs)) return null
  const to = isOver(clean.degraded, policy.cleanDegradedMs) && !isDropTold(memory) ? 'OPERATIVO' : 'DEGRADADO'
  if (to === state || summary.goodRun() < policy.cleanGoodRun) return null
  return recoveryTo(to, memory, { summary, policy }, at)
}

function recoveryTo(
  to: 'OPERATIVO' | 'DEGRADADO',
  memory: RuleState,
  { summary, policy }: { summary: Summary; policy: Policy },
  at: number,
): Move {
  const { cause = 'ERRORS' } = memory
  const returned = to === 'OPERATIVO' && cause === 'TRAFFIC' ? evidenceOfReturn(summary, at) : null
  const evidence = returned ?? evidenceOfRecovery({ to, cause }, summary, policy, at)
  return to === 'OPERATIVO' ? { to, evidence } : { to, evidence, cause: degradedCause(memory, summary, policy) }
}

const degradedCause = (memory: RuleState, summary: Summary, policy: Policy): Cause =>
  isDropTold(memory) ? 'TRAFFIC' : signalOfBreach(degradedBreach(summary, policy))

const firstGood = (memory: RuleState, summary: Summary, at: number): Move | null =>
  summary.sinceSilence().good === 0
    ? null
    : {
        to: 'OPERATIVO',
        evidence: evidenceOfEvent(
          { code: memory.silentSince === null ? 'FIRST_SAMPLE' : 'DATA_RETURNED' },
          summary,
          at,
        ),
      }
