/** Values of the attributes that are read: arrays, maps and bytes are left out. */
export type AttributeValue = string | number | boolean

/** Attributes by name. */
export type Attributes = ReadonlyMap<string, AttributeValue>

/** A histogram with explicit bounds, in the unit of its metric. `counts` has one more entry than `bounds`, or is empty. */
export type ExplicitBins = { kind: 'explicit'; bounds: readonly number[]; counts: readonly number[] }

/**
 * An exponential histogram: entry `i` of `counts` holds the values in (base^(offset+i), base^(offset+i+1)], where base is
 * 2^(2^-scale). Values up to `zeroThreshold` are in `zeroCount`. Durations have no negative values.
 */
export type ExponentialBins = {
  kind: 'exponential'
  scale: number
  zeroCount: number
  zeroThreshold: number
  offset: number
  counts: readonly number[]
}

/** One data point of a histogram metric. Times are decimal text in nanoseconds since 1970, `0` if unknown, as sent. */
export type MetricPoint = {
  resource: Attributes
  scope: string
  metric: string
  /** The unit as the sender names it, e.g. `s` or `ms`; empty if the sender names no unit. */
  unit: string
  temporality: 'delta' | 'cumulative'
  attributes: Attributes
  startNanos: string
  atNanos: string
  count: number
  /** In the unit of the metric; null if the sender leaves it out. */
  sum: number | null
  bins: ExplicitBins | ExponentialBins
}

/** A span as far as it is displayed. Ids are lower-case hexadecimal. */
export type Span = {
  resource: Attributes
  traceId: string
  spanId: string
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  startNanos: string
  endNanos: string
  attributes: Attributes
  /** Whether the status of the span is ERROR. */
  isError: boolean
}
