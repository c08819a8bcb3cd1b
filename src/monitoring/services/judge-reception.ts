import type { EvaluatedSubject } from '../evaluate-subjects.ts'
import { checkForced } from '../health/rule/condition.ts'
import { evidenceOfSilence } from '../health/rule/evidence.ts'
import type { RuleState } from '../health/rule/rule-state.ts'
import type { Evidence, ReasonCode, State } from '../health/rule/state.ts'
import { enterState, noChange } from '../health/rule/transition.ts'
import type { SubjectSnapshot } from '../health/subject-queries.ts'
import { isInterrupted, lastReportOf, type JudgedService } from './telemetry-interruption.ts'
import { isLate } from './watched-services.ts'

/** A tick, and the time up to which every instance has written its reports, in milliseconds since 1970. */
type Tick = { at: number; flushedAt: number }

/**
 * Evaluates the reception of telemetry by the watched services. The reception has no samples: its last sample is the
 * last report of these services, as of its last change of state.
 */
export function judgeReception(
  snapshot: SubjectSnapshot,
  watched: readonly JudgedService[],
  { at, flushedAt }: Tick,
): EvaluatedSubject {
  const { memory, policy, summary } = snapshot
  const to = receptionState(memory, watched, flushedAt)
  const lastSampleAt = lastReportOf(watched) || memory.lastSampleAt
  const evidence = evidenceOf(memory, to, watched, { at, flushedAt })
  if (to !== memory.state) {
    const known: RuleState = { ...memory, lastSampleAt, cause: 'ERRORS', departures: [] }
    return { ...snapshot, evaluation: enterState(known, to, evidence, policy) }
  }
  const seen = to === 'OPERATIVO' ? { ...memory, lastSampleAt } : memory
  const checked = checkForced(noChange(seen), summary, policy, at)
  const events = checked.events.map((event) => ({ ...event, evidence }))
  return { ...snapshot, evaluation: { ...checked, events } }
}

/**
 * The state of the reception: Fallando from its interruption until a watched service reports; Desconocido while no
 * watched service is known to report. `at` is the time up to which reports are known.
 */
export function receptionState(
  { state, lastSampleAt }: Pick<RuleState, 'state' | 'lastSampleAt'>,
  watched: readonly JudgedService[],
  at: number,
): State {
  const hasReported = reportsSince(lastSampleAt, watched).length > 0
  if (state === 'FALLANDO' && !hasReported) return watched.some(isSilent) ? 'FALLANDO' : 'DESCONOCIDO'
  if (isInterrupted(watched, at)) return 'FALLANDO'
  const mayReport = watched.some(({ isAtLimit }) => !isAtLimit) && (hasReported || state !== 'DESCONOCIDO')
  return mayReport ? 'OPERATIVO' : 'DESCONOCIDO'
}

const reportsSince = (at: number | null, watched: readonly JudgedService[]) =>
  watched.filter(({ lastReportAt }) => lastReportAt > (at ?? 0))

const isSilent = ({ isTold, isAtLimit }: JudgedService) => isTold || isAtLimit

function evidenceOf(
  memory: RuleState,
  to: State,
  watched: readonly JudgedService[],
  { at, flushedAt }: Tick,
): Evidence {
  const lastReportAt = lastReportOf(watched) || (memory.lastSampleAt ?? at)
  const reports = { service: null, lastReportAt, intervalSeconds: null, refusal: null }
  if (to === 'DESCONOCIDO') return { ...evidenceOfSilence('NO_DATA', at - lastReportAt, at), reports }
  if (to === 'FALLANDO') {
    const late = watched.filter((service) => isLate(service, flushedAt)).length
    return { ...evidenceOfSilence('SILENCE_FAILING', at - lastReportAt, at), n: watched.length, bad: late, reports }
  }
  const n = reportsSince(memory.lastSampleAt, watched).length
  return { ...evidenceOfSilence(codeOfReturn(memory), 0, at), windowSeconds: null, n, recentRate: 0 }
}

function codeOfReturn({ state, silentSince }: RuleState): ReasonCode {
  if (state === 'FALLANDO') return 'RECOVERED'
  return silentSince === null ? 'FIRST_SAMPLE' : 'DATA_RETURNED'
}
