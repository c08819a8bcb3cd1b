import type { EvaluatedSubject } from '../evaluate-subjects.ts'
import { evaluate } from '../health/rule/evaluate.ts'
import { silenceOf } from '../health/rule/no-data.ts'
import { withEvidence, withReports, type Evaluation } from '../health/rule/transition.ts'
import { summarise } from '../health/rule/window-summary.ts'
import type { SubjectSnapshot } from '../health/subject-queries.ts'
import { bucketMs } from '../telemetry/buckets.ts'
import { createWindow, record } from '../telemetry/window.ts'
import { isInterrupted, lastReportOf, type JudgedService } from './telemetry-interruption.ts'
import { isLate, isWatched, reportsOf, type ReportingService } from './watched-services.ts'

/**
 * A tick at which services are judged. `flushedAt` is the time up to which every instance has written its reports; before
 * `tellFrom` no silence is told. In milliseconds since 1970.
 */
export type ServiceTick = { at: number; flushedAt: number; tellFrom: number }

/**
 * Evaluates services by the snapshots of their subjects, which are by row id, and the reception of telemetry first, if
 * there is one.
 */
export function judgeEach(
  services: readonly ReportingService[],
  snapshots: ReadonlyMap<number, SubjectSnapshot>,
  reception: SubjectSnapshot | undefined,
  tick: ServiceTick,
): EvaluatedSubject[] {
  const judged = services.flatMap((service) => {
    const snapshot = snapshots.get(service.subjectId)
    return snapshot ? [judgeService(service, snapshot, tick)] : []
  })
  return reception ? [judgeReception(reception, judged, tick), ...judged] : judged
}

type Judged = EvaluatedSubject & { service: ReportingService; isAtLimit: boolean }

/** Evaluates a service by its reports, by the time of the last one rather than the bucket that has it. */
function judgeService(service: ReportingService, snapshot: SubjectSnapshot, tick: ServiceTick): Judged {
  const { memory, policy } = snapshot
  const { lastReportAt } = service
  const seenAt = snapshot.summary.lastSampleAt ?? lastReportAt
  // The log of services is written after the samples, and may be late.
  const lastSampleAt = seenAt > lastReportAt + bucketMs ? seenAt : lastReportAt
  const mayTell = service.isTold || tick.at >= tick.tellFrom
  const summary = { ...snapshot.summary, lastSampleAt, seenUntil: mayTell ? tick.flushedAt : lastSampleAt }
  const evaluation = evaluate(memory, summary, policy, tick.at)
  return {
    ...snapshot,
    summary,
    evaluation: withReports(evaluation, reportsOf(service)),
    service,
    isAtLimit: silenceOf(memory, summary, policy, tick.at) === 'FAILING',
  }
}

/** Evaluates the reception of telemetry: it fails while its interruption lasts, until a watched service reports. */
function judgeReception(snapshot: SubjectSnapshot, judged: readonly Judged[], { at }: ServiceTick): EvaluatedSubject {
  const { memory, policy, summary: none } = snapshot
  const watched = judged.flatMap(({ service, isAtLimit }) => (isWatched(service) ? [{ ...service, isAtLimit }] : []))
  const window = createWindow()
  for (const { lastReportAt } of watched)
    record(window, { at: lastReportAt, ok: true, durationMs: 0 }, policy.slowBudgetMs)
  const lastReportAt = lastReportOf(watched)
  const isTold = memory.state === 'FALLANDO' && watched.length >= 2 && lastReportAt <= (memory.lastSampleAt ?? 0)
  const summary = {
    ...none,
    ...summarise(window, at, memory, policy),
    seenUntil: isTold || isInterrupted(watched, at) ? at : lastReportAt,
  }
  const evaluation = evaluate(memory, summary, policy, at)
  const reports = { service: null, lastReportAt, intervalSeconds: null, refusal: null }
  return { ...snapshot, summary, evaluation: withCounts(withReports(evaluation, reports), watched, at) }
}

/** The number of watched services, and of those that are late, in place of samples. */
const withCounts = (evaluation: Evaluation, watched: readonly JudgedService[], at: number): Evaluation =>
  withEvidence(evaluation, (evidence) =>
    evidence.code === 'SILENCE_FAILING'
      ? { ...evidence, n: watched.length, bad: watched.filter((service) => isLate(service, at)).length }
      : evidence,
  )
