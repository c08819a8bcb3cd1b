import { hourMs } from './hour-latency.ts'

/** An hour is complete this long after its end, in milliseconds: late samples of it have arrived. */
const settledMs = 120_000

/** The end of the last complete hour at `at`: up to it is learned. Times are in milliseconds since 1970. */
export const learnableTo = (at: number): number => Math.floor((at - settledMs) / hourMs) * hourMs
