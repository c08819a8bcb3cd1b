import { isAhead } from '../../lib/clock.ts'
import type { Incident, Suppression } from '../incidents/incident.ts'
import { reachableFrom, upstreamFirst, type DependencyGraph } from './dependency-graph.ts'
import type { MatchedSubject } from './subject-matcher.ts'

/** A subject by its row id, with the fields that maintenances match. */
export type SuppressedSubject = MatchedSubject & { id: number }

/** The columns of an incident that determine whether it is suppressed or suppresses others. */
export type SuppressionColumns = Pick<
  Incident,
  | 'id'
  | 'severity'
  | 'noData'
  | 'openedAt'
  | 'suppressed'
  | 'maintenanceId'
  | 'suppressedById'
  | 'onboarding'
  | 'reasonEndedAt'
>

/** An open incident, or one that opens now. */
export type OpenIncident = SuppressionColumns & {
  subject: SuppressedSubject
  /** Whether the incident opens or reopens at this tick. */
  opens: boolean
  /** The row id of the subject of `suppressedById`; null without one. */
  upstreamId: number | null
}

/** The reasons of subjects themselves, in order of precedence, and all dependencies. */
export type SuppressionReasons = {
  /** The maintenances in progress of a subject, and whether its library is under test. */
  ownReasonsOf: (subject: SuppressedSubject) => readonly Suppression[]
  graph: DependencyGraph
}

/** The tick at which suppressions are decided. Times are in milliseconds since 1970. */
export type SuppressionTick = {
  at: number
  /** Whether no state changes at this tick, because samples may be missing. */
  isPaused: boolean
  /** The first tick at or after `since` with evidence of a subject's state; null if there is none. */
  seenSince: (subject: SuppressedSubject, since: number) => number | null
}

/**
 * The decision on an incident that opens or is suppressed. WAITS: the incident stays suppressed, although since `since`
 * it has had no reason or nobody has seen its subject.
 */
export type SuppressionDecision =
  { is: 'SUPPRESSED'; reason: Suppression } | { is: 'WAITS'; since: number } | { is: 'COUNTS' }

/**
 * Time that a subject must be seen after the end of an upstream incident before its own incident counts: the subject
 * may recover as well.
 */
const recoveryMs = 120_000

/**
 * Decides on the open incidents that are suppressed or open now, by incident id. The reason of an incident is that of
 * its own subject (a maintenance, a library under test). Otherwise it is an upstream incident that is Fallando, is
 * reported by somebody, and either counts or has a reason of its own subject. Any number of other Fallando subjects may
 * lie between the two. Of several reasons of one kind, an incident keeps its present one; otherwise the nearest is
 * taken. Where failing subjects depend only on each other, one of them counts.
 */
export function decideSuppressions(
  open: readonly OpenIncident[],
  { ownReasonsOf, graph }: SuppressionReasons,
  tick: SuppressionTick,
): Map<string, SuppressionDecision> {
  const isFailing = (one: OpenIncident) => one.severity === 'FALLANDO' && !one.noData
  const ownReasons = new Map(open.map((one) => [one, ownReasonOf(one, ownReasonsOf(one.subject))]))
  const upstream = traceUpstream(open.filter(isFailing), graph)
  upstream.add(open.filter((one) => isFailing(one) && (counts(one) || ownReasons.get(one))).sort(byOpening))
  const undecided = open.filter((one) => !counts(one)).sort(byOpening)
  const dependentsOf = memoize((id: number) => reachableFrom(id, graph.downstreamOf))
  const isCut = ({ upstreamId, subject }: OpenIncident) =>
    upstreamId === null || !dependentsOf(upstreamId).has(subject.id)
  const decisions = new Map<string, SuppressionDecision>()
  for (const one of upstreamFirst(undecided, ({ subject }) => subject.id, graph)) {
    const reason = ownReasons.get(one) ?? upstream.reasonOf(one)
    const decision = reason
      ? ({ is: 'SUPPRESSED', reason } as const)
      : withoutReason(one, { isCut: isCut(one), isReported: !one.noData }, tick)
    decisions.set(one.id, decision)
    if (decision.is === 'COUNTS' && isFailing(one)) upstream.add([one])
  }
  return decisions
}

const counts = ({ suppressed, opens }: OpenIncident) => !suppressed && !opens

const byOpening = (one: OpenIncident, other: OpenIncident) =>
  one.openedAt - other.openedAt || (one.id < other.id ? -1 : 1)

const ownReasonOf = ({ maintenanceId }: OpenIncident, reasons: readonly Suppression[]): Suppression | null =>
  reasons.find((reason) => reason.maintenanceId !== null && reason.maintenanceId === maintenanceId) ??
  reasons[0] ??
  null

/** Finds the upstream incidents that are reasons, through the failing ones; `add` adds reasons. */
function traceUpstream(failing: readonly OpenIncident[], { downstreamOf }: DependencyGraph) {
  const failingIds = new Set(failing.map(({ subject }) => subject.id))
  const reasons = new Map<string, OpenIncident>()
  const nearest = new Map<number, OpenIncident>()
  const belowOf = memoize(({ subject }: OpenIncident) =>
    reachableFrom(subject.id, (id) => (failingIds.has(id) ? downstreamOf(id) : [])),
  )

  return {
    add(added: readonly OpenIncident[]): void {
      for (const one of added) reasons.set(one.id, one)
      const queue = added.map((reason) => ({ id: reason.subject.id, reason }))
      for (const { id, reason } of queue) {
        const reached = downstreamOf(id).filter((downstreamId) => !nearest.has(downstreamId))
        for (const downstreamId of reached) nearest.set(downstreamId, reason)
        queue.push(...reached.filter((one) => failingIds.has(one)).map((one) => ({ id: one, reason })))
      }
    },
    reasonOf({ subject, suppressedById }: OpenIncident): Suppression | null {
      const kept = reasons.get(suppressedById ?? '')
      const reason = kept && belowOf(kept).has(subject.id) ? kept : nearest.get(subject.id)
      return reason ? { maintenanceId: null, suppressedById: reason.id, onboarding: false } : null
    },
  }
}

/**
 * The decision for an incident without a reason. It counts at once if it opens now, or if its subject no longer depends
 * on the upstream subject, unless ticks are paused or it waits already. Otherwise it waits for samples.
 */
function withoutReason(
  one: OpenIncident,
  { isCut, isReported }: { isCut: boolean; isReported: boolean },
  { at, isPaused, seenSince }: SuppressionTick,
): SuppressionDecision {
  const isAtOnce = isCut && !isPaused && one.reasonEndedAt === null
  if (one.opens || isAtOnce) return { is: 'COUNTS' }
  return awaitSamples(one, { at, isPaused: isPaused || !isReported, seenSince })
}

/** An incident waits until its subject was seen for two minutes after the end of its reason, and after any pause. */
function awaitSamples(one: OpenIncident, { at, isPaused, seenSince }: SuppressionTick): SuppressionDecision {
  const since = endOfReason(one, at)
  const seenAt = seenSince(one.subject, since)
  if (seenAt === null) return { is: 'WAITS', since }
  if (isPaused) return { is: 'WAITS', since: at }
  return at - seenAt >= recoveryMs ? { is: 'COUNTS' } : { is: 'WAITS', since }
}

// The end of the reason, or `at` if the end is ahead: then it was written before the clock was set back.
const endOfReason = ({ reasonEndedAt }: OpenIncident, at: number): number =>
  reasonEndedAt === null || isAhead(reasonEndedAt, at) ? at : reasonEndedAt

function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}
