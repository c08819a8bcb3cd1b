import type { EvaluatedSubject } from '../evaluate-subjects.ts'
import { evaluate } from '../health/rule/evaluate.ts'
import { silenceOf } from '../health/rule/no-data.ts'
import { withReports } from '../health/rule/transition.ts'
import type { SubjectSnapshot } from '../health/subject-queries.ts'
import { bucketMs } from '../telemetry/buckets.ts'
import { judgeReception } from './judge-reception.ts'
import { isWatched, reportsOf, type ReportingService } from './watched-services.ts'

/**
 * A tick at which services are evaluated. `flushedAt` is the time up to which every instance has written its reports;
 * before `tellFrom` no silence is told. Times are in milliseconds since 1970.
 */
export type ServiceTick = { at: number; flushedAt: number; tellFrom: number }

/**
 * Evaluates services with the snapshots of their subjects (by row id). The result begins with the reception of
 * telemetry, if there is one.
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
  const watched = judged.flatMap(({ service, isAtLimit }) => (isWatched(service) ? [{ ...service, isAtLimit }] : []))
  return reception ? [judgeReception(reception, watched, tick), ...judged] : judged
}

type Judged = EvaluatedSubject & { service: ReportingService; isAtLimit: boolean }

/** Evaluates a service by its reports. The exact time of its last report counts, instead of the end of its bucket. */
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
