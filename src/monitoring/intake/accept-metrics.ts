import type { Clock } from '../../lib/clock.ts'
import { storableText } from '../../lib/postgres-values.ts'
import { render } from '../../messages/sentences.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { DecodedEntries } from '../../otlp/collector.ts'
import type { Rejection } from '../../otlp/encode-response.ts'
import type { MetricPoint } from '../../otlp/telemetry-data.ts'
import { checkSampleTime } from './check-sample-time.ts'
import { createSubjectFinder, type FinderDeps, type FindSubject } from './find-subjects.ts'
import type { UnknownSubject } from './reported-subjects.ts'
import { noteReport } from './note-report.ts'
import { createRejections, type Rejections } from './rejections.ts'
import type { RegisteredSubject } from './subject-registry.ts'
import type { Aggregate } from '../telemetry/aggregate.ts'
import { mapPoint, type MappedPoint } from '../telemetry/otlp/metric-mapping.ts'
import { textOf, type Target } from '../telemetry/otlp/metric-targets.ts'
import { checkCount, checkPoint, toBins } from '../telemetry/otlp/point-bins.ts'
import type { Increase } from '../telemetry/otlp/stream.ts'
import { maxStreams } from '../telemetry/otlp/stream-room.ts'
import { advanceStreams, type Outcomes, type PointOutcome } from '../telemetry/otlp/stream-store.ts'
import type { Refusal } from '../telemetry/sources/refusal.ts'
import type { SourceLog } from '../telemetry/sources/source-log.ts'
import type { Sample } from '../telemetry/window.ts'

/** Validates and records the data points of one request. `sourceId` is that of the sending service. */
export type AcceptMetrics = (decoded: DecodedEntries<MetricPoint>, sourceId: string) => Promise<Rejection>

/** Dependencies of the intake of metrics. `environment` is the setting APP_ENVIRONMENT. */
export type MetricsDeps = FinderDeps & {
  db: RootDatabase
  clock: Clock
  environment: string
  sources: SourceLog
  record: (subject: RegisteredSubject, sample: Sample | Aggregate) => void
}

const maxNameLength = 200

/** Maximum export interval of a stream, in milliseconds; a longer gap is an interruption. */
const maxIntervalMs = 10 * 60_000

type Mapped = MappedPoint & { point: MetricPoint }

const tooManyStreams: Refusal = {
  reason: 'TOO_MANY_STREAMS',
  message: `A service can send ${maxStreams} streams, and fewer if others send by its tokens.`,
}

/**
 * Creates the intake of OpenTelemetry metrics. The increases of streams are recorded in memory after the streams are
 * committed, so a repeated request never counts twice. If the process is killed in between, the increases are lost,
 * like the last ten seconds of all other samples.
 */
export function createMetricsIntake(deps: MetricsDeps): AcceptMetrics {
  return async ({ items, ...unreadable }, sourceId) => {
    const rejections = createRejections(unreadable)
    const at = deps.clock.now()
    const taken = await take(deps, items, { sourceId, at, rejections })
    deps.sources.named(sourceId, namesOf(items), at)
    const rejection = rejections.result()
    noteReport(deps, sourceId, { ...taken, rejected: rejection.rejected, refused: rejections.refused() }, at)
    return rejection
  }
}

/**
 * The names (`service.name`) of the services that send these data points. Points of one service share one resource
 * object.
 */
function namesOf(points: readonly MetricPoint[]): string[] {
  const names = [...new Set(points.map(({ resource }) => resource))].map((resource) => textOf(resource, 'service.name'))
  return names.flatMap((name) => (name ? storableText(name, maxNameLength) : []))
}

type Request = { sourceId: string; at: number; rejections: Rejections }

/**
 * The recorded samples, the number of accepted data points, and the number of points rejected because their subjects
 * are not registered.
 */
type Taken = { samples: KnownSample[]; accepted: number; unknown: number }

async function take(deps: MetricsDeps, points: readonly MetricPoint[], request: Request): Promise<Taken> {
  const { sourceId, at, rejections } = request
  const mapped = points.flatMap((point) => mapValid(point, { environment: deps.environment, at }, rejections))
  if (mapped.length === 0) return { samples: [], accepted: 0, unknown: 0 }
  const { find, horizon } = await createSubjectFinder(
    deps,
    mapped.flatMap(({ targets }) => targets),
  )
  const found = mapped.map(({ targets, ...one }) => ({ ...one, ...findAll(targets, find) }))
  const kept = found.filter(({ known }) => known.length > 0)
  const others = found.filter(({ known }) => known.length === 0)
  const { outcomes, isKnown } = await advanceStreams(
    deps.db,
    kept.map(({ point }) => point),
    { sourceId, at, horizon, others: others.map(({ point }) => point) },
  )
  for (const { unknown, known } of found) {
    for (const { kind, key, missing } of unknown) {
      rejections.note(render(missing, 'en'))
      deps.sources.unmatched(sourceId, { kind, key }, at)
    }
    if (known.length === 0) rejections.reject(null)
  }
  const recorded = kept.flatMap(
    (one, index) => record(deps, one, outcomes[index] ?? null, { isKnown, rejections }) ?? [],
  )
  return { samples: recorded.flat(), accepted: recorded.length, unknown: others.length }
}

/** The data point with its meaning; empty if it is rejected or concerns no subject. */
function mapValid(point: MetricPoint, setting: { environment: string; at: number }, rejections: Rejections): Mapped[] {
  const mapped = mapPoint(point, setting.environment)
  if (mapped === null) return []
  const problem = checkReadable(point) ?? checkSampleTime(toMs(BigInt(point.atNanos)), setting.at)
  if (!('refused' in mapped) && problem === null) return [{ ...mapped, point }]
  rejections.reject('refused' in mapped ? mapped.refused : problem)
  return []
}

function checkReadable(point: MetricPoint): Refusal | null {
  const message = checkPoint(point)
  return message === null ? null : { reason: 'UNREADABLE', message }
}

function checkOutcome(outcome: PointOutcome): Refusal | string | null {
  if (outcome === 'REFUSED') return tooManyStreams
  return outcome && checkCount(outcome.count)
}

type Found = Omit<Mapped, 'targets'> & ReturnType<typeof findAll>

type Recording = Pick<Request, 'rejections'> & { isKnown: Outcomes['isKnown'] }

type KnownSample = { subject: RegisteredSubject; sample: Aggregate }

/** Records the increase of a data point for each subject that it counts for; null if the data point is rejected. */
function record(
  { record }: Pick<MetricsDeps, 'record'>,
  { known, ...mapped }: Found,
  outcome: PointOutcome,
  { isKnown, rejections }: Recording,
): KnownSample[] | null {
  const problem = checkOutcome(outcome)
  if (problem !== null || outcome === 'REFUSED') {
    rejections.reject(problem)
    return null
  }
  const increase = outcome && outcome.count > 0 ? outcome : null
  const samples = known.flatMap((subject) =>
    increase && isKnown(subject.id, increase) ? [{ subject, sample: toAggregate(increase, mapped) }] : [],
  )
  for (const { subject, sample } of samples) record(subject, sample)
  return samples
}

function findAll(targets: readonly Target[], find: FindSubject) {
  const found = targets.map(find)
  return {
    known: found.filter((one): one is RegisteredSubject => !('missing' in one)),
    unknown: found.filter((one): one is UnknownSubject => 'missing' in one),
  }
}

function toAggregate(
  { at, since, count, sum, bins }: Increase,
  { isBad, msPerUnit }: Pick<MappedPoint, 'isBad' | 'msPerUnit'>,
): Aggregate {
  return {
    // The last millisecond of the interval, so that an interval that ends with a bucket belongs to that bucket.
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
