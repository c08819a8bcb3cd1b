import type { Clock } from '../../lib/clock.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { Rejection } from '../../otlp/encode-response.ts'
import type { MetricPoint } from '../../otlp/telemetry-data.ts'
import { checkSampleTime } from './check-sample-time.ts'
import { createSubjectFinder, type FinderDeps, type FindSubject, type UnknownSubject } from './find-subjects.ts'
import { createRejections, type Rejections } from './rejections.ts'
import type { RegisteredSubject } from './subject-registry.ts'
import type { Aggregate } from '../telemetry/aggregate.ts'
import { mapPoint, type MappedPoint } from '../telemetry/otlp/metric-mapping.ts'
import type { Target } from '../telemetry/otlp/metric-targets.ts'
import { checkCount, checkPoint, toBins } from '../telemetry/otlp/point-bins.ts'
import type { Increase } from '../telemetry/otlp/stream.ts'
import { advanceStreams, maxStreams, type PointOutcome } from '../telemetry/otlp/stream-store.ts'
import type { SourceLog } from '../telemetry/sources/source-log.ts'

/** Validates and records the data points of one request. `sourceId` is that of the sending service. */
export type AcceptMetrics = (points: readonly MetricPoint[], sourceId: string) => Promise<Rejection>

/** Dependencies of the intake of metrics. `environment` is the setting APP_ENVIRONMENT. */
export type MetricsDeps = FinderDeps & {
  db: RootDatabase
  clock: Clock
  environment: string
  sources: SourceLog
  record: (subject: RegisteredSubject, aggregate: Aggregate) => void
}

/** A longer gap in a stream is an interruption rather than its export interval, in milliseconds. */
const maxIntervalMs = 10 * 60_000

type Mapped = MappedPoint & { point: MetricPoint }

/**
 * Creates the intake of OpenTelemetry metrics. What the streams add is recorded in memory after it has committed, so a
 * request that is repeated never counts twice. A process that is killed in between loses it, as it loses the last ten
 * seconds of all other samples.
 */
export function createMetricsIntake(deps: MetricsDeps): AcceptMetrics {
  return async (points, sourceId) => {
    const rejections = createRejections()
    const at = deps.clock.now()
    const mapped = points.flatMap((point) => mapValid(point, { environment: deps.environment, at }, rejections))
    if (mapped.length === 0) return rejections.result()
    const find = await createSubjectFinder(
      deps,
      mapped.flatMap(({ targets }) => targets),
    )
    const sent = mapped.map(({ point }) => point)
    const outcomes = await advanceStreams(deps.db, sent, { sourceId, at })
    for (const [index, one] of mapped.entries()) {
      const outcome = outcomes[index] ?? null
      const problem = checkOutcome(outcome)
      if (problem !== null || outcome === 'REFUSED') {
        rejections.reject(problem)
        continue
      }
      const aggregate = outcome && outcome.count > 0 ? toAggregate(outcome, one) : null
      record(deps, one.targets, aggregate, { find, sourceId, at, rejections })
    }
    return rejections.result()
  }
}

/** The data point with its meaning; empty if it is rejected or concerns no subject. */
function mapValid(point: MetricPoint, setting: { environment: string; at: number }, rejections: Rejections): Mapped[] {
  const mapped = mapPoint(point, setting.environment)
  if (mapped === null) return []
  const problem = checkPoint(point) ?? checkSampleTime(toMs(BigInt(point.atNanos)), setting.at)
  if (!('refused' in mapped) && problem === null) return [{ ...mapped, point }]
  rejections.reject('refused' in mapped ? mapped.refused : problem)
  return []
}

function checkOutcome(outcome: PointOutcome): string | null {
  if (outcome === 'REFUSED') return `A token can send ${maxStreams} streams; this one sends more.`
  return outcome && checkCount(outcome.count)
}

type Recording = { find: FindSubject; sourceId: string; at: number; rejections: Rejections }

/** Records the increase of a data point for each of its subjects. Rejected if none of them is registered. */
function record(
  { record, sources }: MetricsDeps,
  targets: readonly Target[],
  aggregate: Aggregate | null,
  { find, sourceId, at, rejections }: Recording,
): void {
  const { known, unknown } = findAll(targets, find)
  for (const { kind, key, missing } of unknown) {
    rejections.note(missing)
    if (aggregate) sources.unmatched(sourceId, { kind, key, count: aggregate.count }, at)
  }
  if (known.length === 0) rejections.reject(null)
  for (const subject of known) {
    if (aggregate) record(subject, aggregate)
    sources.observed(sourceId, aggregate ? [{ subject, sample: aggregate }] : [], at)
  }
}

function findAll(targets: readonly Target[], find: FindSubject) {
  const found = targets.map(find)
  return {
    known: found.filter((one): one is RegisteredSubject => !('missing' in one)),
    unknown: found.filter((one): one is UnknownSubject => 'missing' in one),
  }
}

function toAggregate({ at, since, count, sum, bins }: Increase, { isBad, msPerUnit }: MappedPoint): Aggregate {
  return {
    // The last millisecond of the interval, so that one that ends with a bucket belongs to it.
    at: toMs(at) - 1,
    intervalMs: since === null ? 0 : intervalOf(toMs(at - since)),
    count,
    bad: isBad ? count : 0,
    sumMs: Math.max(0, (sum ?? 0) * msPerUnit),
    bins: toBins(bins, msPerUnit),
  }
}

/**
 * The export interval, rounded to seconds because exporters are late by milliseconds, and limited after interruptions.
 */
const intervalOf = (ms: number): number => Math.min(maxIntervalMs, Math.round(ms / 1_000) * 1_000)

const toMs = (nanos: bigint): number => Math.ceil(Number(nanos / 1_000n) / 1_000)
