import { BUCKET_MS, countAt, N, numberAt, slotBefore, type Buckets } from './buckets.ts'
import type { Window } from './window.ts'

/** Time of a subject's last sample other than a probe (ms since 1970), and the mean gap in ms; null if unknown. */
export type LastSample = { lastSampleAt: number | null; meanGapMs: number | null }

/** Number of samples that the mean gap is computed from. Source: docs/health.md. */
const maxSamples = 20

/** The last sample before `at` (rounded up to a whole bucket) and the mean gap, without our own probes. */
export function heardOf(window: Window, at: number): LastSample {
  const newest = previousHeard(window, slotBefore(window.buckets, Math.ceil(at / BUCKET_MS)))
  if (newest < 0) return { lastSampleAt: null, meanGapMs: null }
  let oldest = newest
  let n = heardIn(window, newest)
  for (let slot = newest; n < maxSamples;) {
    slot = previousHeard(window, slot - 1)
    if (slot < 0) break
    n += heardIn(window, slot)
    oldest = slot
  }
  return { lastSampleAt: lastHeardIn(window, newest), meanGapMs: meanGap(window.buckets, oldest, newest, n) }
}

/** The last slot up to `slot` with samples other than probes; -1 if there is none. */
function previousHeard(window: Window, slot: number): number {
  while (slot >= 0 && heardIn(window, slot) === 0) slot--
  return slot
}

const heardIn = (window: Window, slot: number): number =>
  countAt(window.buckets, slot, N) - probesIn(window, numberAt(window.buckets, slot))

function probesIn({ probes }: Window, number: number): number {
  if (!probes) return 0
  const slot = slotBefore(probes, number + 1)
  return slot >= 0 && numberAt(probes, slot) === number ? countAt(probes, slot, N) : 0
}

// The exact time is only known if this instance recorded the last sample and the bucket has no probes.
function lastHeardIn(window: Window, slot: number): number {
  const number = numberAt(window.buckets, slot)
  const isExact = Math.floor(window.lastAt / BUCKET_MS) === number && probesIn(window, number) === 0
  return isExact ? window.lastAt : (number + 1) * BUCKET_MS
}

function meanGap(buckets: Buckets, oldest: number, newest: number, n: number): number | null {
  if (n < 2) return null
  const span = (numberAt(buckets, newest) - numberAt(buckets, oldest)) * BUCKET_MS
  return span / (Math.min(n, maxSamples) - 1)
}
