import type { MetricPoint } from '../../../otlp/telemetry-data.ts'

/**
 * An earlier export: its last time in nanoseconds since 1970, and its horizon. Subjects whose registration has at most
 * the place `horizon` were known when the export was received.
 */
export type EarlierExport = { at: bigint; horizon: bigint }

/**
 * The origin of a stream's data points, as known when a request arrives. `sender` is their resource. `process` covers
 * the data points of the same metric with the same start, also of unknown subjects. `began` is the newest start, in the
 * request, of a stream of the sender that began before it. `horizon` belongs to the request.
 */
export type Origin = {
  sender: EarlierExport | null
  process: EarlierExport | null
  began: bigint | null
  horizon: bigint
}

/**
 * The start of an increase; null if unknown. The increase counts for subjects within the horizon `knownIn`; for all
 * subjects if that is null.
 */
export type Since = { since: bigint | null; knownIn: bigint | null }

/** The horizon of an export that was not taken completely: no subject counts as known. */
export const noHorizon = 0n

const second = 1_000_000_000n

/**
 * Maximum length of an increase; a longer one may contain samples that are too old to count. Source: the contract of
 * observations.
 */
export const maxIncreaseNanos = 3_600n * second

/** Maximum age of the start of a stream for the age alone to suffice to count from it. Source: docs/ingest.md. */
const maxStartNanos = 300n * second

/** The data points of one export may be sent in several requests, and differ by less than this time. */
export const exportNanos = second

/**
 * The start from which the first data point of a cumulative stream counts; null if the data point does not count and
 * counting begins with it. Samples from before Vigía could count them, or before their subject was known, never count.
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
 * The start of a stream; null if unknown. A start equal to the time of the data point means "unknown" after an
 * interruption; but SDKs with millisecond clocks also send it for a stream that began just before the export.
 */
function startOf({ startNanos, atNanos }: MetricPoint, sender: EarlierExport | null, began: bigint | null) {
  if (startNanos === atNanos) return began === null ? null : (sender?.at ?? began)
  return startNanos === '0' ? null : BigInt(startNanos)
}

/** The newest start among these streams that precedes its data point; null if there is none. */
export function newestStart(points: readonly MetricPoint[]): bigint | null {
  const begun = points.filter(
    ({ startNanos, atNanos }) => BigInt(startNanos) > 0n && BigInt(startNanos) < BigInt(atNanos),
  )
  return begun.map(({ startNanos }) => BigInt(startNanos)).reduce(later, null)
}

const later = (one: bigint | null, other: bigint): bigint => (one === null || other > one ? other : one)
