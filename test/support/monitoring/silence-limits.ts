import type { SimulatedChange, SimulatedReport } from './simulated-services.ts'
import { hours, minutes, seconds } from './traffic.ts'

/** The samples whose mean gap sets the limit. */
const gapSamples = 20

/** Samples are known to the bucket, and states change at ticks. */
const slackMs = seconds(20)

/**
 * The moments at which a subject is Operativo though its last known sample is older than its limit: a quarter of an hour,
 * or five times the mean gap of its last samples, and six hours at most.
 */
export function operativoTooLong(changes: readonly SimulatedChange[], reports: readonly SimulatedReport[]): string[] {
  const from = changes[0]?.at ?? Infinity
  const stateAt = statesOf(changes)
  const found: string[] = []
  let last: number[] = []
  for (const [index, { samples }] of reports.entries()) {
    last = [...last, ...samples].sort((one, other) => one - other).slice(-gapSamples)
    const overAt = (last.at(-1) ?? Infinity) + limitOf(last) + slackMs
    // The simulation ends after the last one.
    const nextAt = reports[index + 1]?.at ?? 0
    if (overAt >= from && overAt < nextAt && stateAt(overAt) === 'OPERATIVO') found.push(new Date(overAt).toISOString())
  }
  return found
}

function limitOf(samples: readonly number[]): number {
  const meanGapMs = ((samples.at(-1) ?? 0) - (samples[0] ?? 0)) / Math.max(1, samples.length - 1)
  // The first of the samples is known to the bucket too.
  return Math.min(hours(6), Math.max(minutes(15), 5 * (meanGapMs + seconds(1))))
}

/** The state at a time; the times that are asked for only go forward. */
function statesOf(changes: readonly SimulatedChange[]) {
  let index = -1
  return (at: number) => {
    while ((changes[index + 1]?.at ?? Infinity) <= at) index++
    return changes[index]?.to ?? null
  }
}
