import type { MetricPoint } from '../../../otlp/telemetry-data.ts'

/**
 * An export before this one: its last time in nanoseconds since 1970, and its horizon: subjects whose registration has
 * at most this place were known when it was received.
 */
export type EarlierExport = { at: bigint; horizon: bigint }

/**
 * The origin of a stream's data points: what is known of their sender (its resource), and of their process (its
 * data points of the same metric with the same start, also of unknown subjects), when a request arrives. `began` is the start of the newest
 * of the sender's streams in the request that started before it; `horizon` is that of the request.
 */
export type Origin = {
  sender: EarlierExport | null
  process: EarlierExport | null
  began: bigint | null
  horizon: bigint
}

/**
 * The begin of an increase, null if it is not known. It counts for subjects that are within the horizon
 * `knownIn`; for all of them if that is null.
 */
export type Since = { since: bigint | null; knownIn: bigint | null }

/** The horizon of an export that was not taken whole: no subject counts as known. */
export const noHorizon = 0n

const second = 1_000_000_000n

/** A longer increase may contain samples that are too old to count. Source: the contract of observations. */
export const maxIncreaseNanos = 3_600n * second

/** A stream that began earlier is not counted from its start for its age alone. Source: docs/ingest.md. */
const maxStartNanos = 300n * second

/** Data points of one export may be sent in several requests, and differ by less than this. */
export const exportNanos = second

/**
 * Where the first data point of a cumulative stream counts from; null if it does not count, so that counting begins with
 * it. What was counted before we could count it, or before its subject was known, never counts.
 */
export function firstIncrease(point: MetricPoint, { sender, process, began }: Origin): Since | null {
  const at = BigInt(point.atNanos)
  if (process) {
    // The process has been exporting this metric: the stream is new, whatever its start says.
    return limited(at, { since: process.at, knownIn: process.horizon }, maxIncreaseNanos)
  }
  const since = startOf(point, sender, began)
  if (since === null) return null
  const beganSince = sender !== null && since >= sender.at
  return limited(at, { since, knownIn: sender?.horizon ?? null }, beganSince ? maxIncreaseNanos : maxStartNanos)
}

function limited(at: bigint, { since, knownIn }: Since & { since: bigint }, maxNanos: bigint): Since | null {
  const isKnown = knownIn !== noHorizon
  return isKnown && since < at && at - since <= maxNanos ? { since, knownIn } : null
}

/**
 * The start of a stream; null if it is not known. A start equal to the time of the data point means "unknown" after an
 * interruption; but SDKs with millisecond clocks also send it for a stream that began just before the export.
 */
function startOf({ startNanos, atNanos }: MetricPoint, sender: EarlierExport | null, began: bigint | null) {
  if (startNanos === atNanos) return began === null ? null : (sender?.at ?? began)
  return startNanos === '0' ? null : BigInt(startNanos)
}

/** The start of the newest of these streams that began before its data point; null if there is none. */
export function newestStart(points: readonly MetricPoint[]): bigint | null {
  const begun = points.filter(
    ({ startNanos, atNanos }) => BigInt(startNanos) > 0n && BigInt(startNanos) < BigInt(atNanos),
  )
  return begun.map(({ startNanos }) => BigInt(startNanos)).reduce(later, null)
}

const later = (one: bigint | null, other: bigint): bigint => (one === null || other > one ? other : one)
