import { hourMs } from './hour-latency.ts'

/** Wait after the end of an hour until it counts as complete, in milliseconds, for late samples. */
const settledMs = 120_000

/**
 * The end of the last complete hour at `at`, up to which latencies are learned. Times are in milliseconds since 1970.
 */
export const learnableTo = (at: number): number => Math.floor((at - settledMs) / hourMs) * hourMs
