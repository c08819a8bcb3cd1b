import { type PercentilesFragment } from '../generated/graphql.ts'
import { formatInteger } from '../format/formatNumber.ts'

type Percentile = 'p50' | 'p95' | 'p99'

/** A percentile in whole milliseconds, without the unit; with a mark if it is approximate. */
export function formatPercentile(latency: PercentilesFragment | null | undefined, name: Percentile): string {
  const value = formatInteger(latency?.[name])
  return latency?.approximate ? `≈\u00a0${value}` : value
}
