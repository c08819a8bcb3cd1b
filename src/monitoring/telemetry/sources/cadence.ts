import { bucketMs } from '../buckets.ts'

/** The last slots of ten seconds in which observations of a source were accepted, newest first; numbers since 1970. */
export type Slots = readonly number[]

/** Number of slots stored per source, to compute the gaps between them. */
export const keptSlots = 21

const minute = 60_000
/** A source with fewer gaps than this, or a longer mean gap, does not send regularly. */
const minGaps = 5
const maxMeanGapMs = 5 * minute
const meanGaps = 5
const longestGaps = 2
/**
 * Shorter than the 15 minutes after which a subject has no data: by then the silence of its source must be detected.
 */
const maxLimitMs = 10 * minute

/** The slot of a time in milliseconds since 1970. */
export const slotAt = (at: number): number => Math.floor(at / bucketMs)

/** The mean gap between the observations of a source, in milliseconds; null while they are not regular. */
export function meanGapOf(slots: Slots): number | null {
  const gaps = gapsOf(slots)
  if (gaps.length < minGaps) return null
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  return mean <= maxMeanGapMs ? mean : null
}

/**
 * For how long a source may send nothing before it counts as silent, in milliseconds: five mean gaps and twice its
 * longest one, between one and ten minutes. Null while it does not send regularly. Source: docs/health.md, "Sources".
 */
export function silenceLimitOf(slots: Slots): number | null {
  const mean = meanGapOf(slots)
  if (mean === null) return null
  const limit = Math.max(minute, meanGaps * mean, longestGaps * Math.max(...gapsOf(slots)))
  return Math.min(maxLimitMs, limit)
}

const gapsOf = (slots: Slots) => slots.slice(1).map((slot, index) => ((slots[index] ?? slot) - slot) * bucketMs)
