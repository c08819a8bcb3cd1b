import { mayLoseRequests } from '../../../src/monitoring/suppression/explained-traffic.ts'
import { gauss } from './latencies.ts'
import { days, hours, minutes, randomFrom, seconds, start } from './traffic.ts'

/** Requests by bucket of 10 s, from `start` on. */
export type RequestCounts = Float64Array

/**
 * How requests arrive: so many a minute, a factor by the time, and a rate that wanders by `sigma` (of its logarithm)
 * within about `lasts`. Requests come in groups, so that they vary more than by chance alone.
 */
export type RequestShape = {
  perMinute: number
  season: (at: number) => number
  sigma: number
  lasts: number
  /** The mean number of requests that come together. */
  group: number
}

const bucket = seconds(10)

/** A day of which the busiest hour has four times the requests of the quietest. */
export const daily = (at: number): number => 1 + 0.6 * Math.sin((2 * Math.PI * (at % days(1))) / days(1) - 2)

/** Weekdays with three times the requests of the weekend. */
export const weekly = (at: number): number => ([0, 6].includes(new Date(at).getUTCDay()) ? 0.5 : 1.5)

/** Requests of a time from `start` on. */
export function requestCounts(seed: number, lastsMs: number, shape: RequestShape): RequestCounts {
  const random = randomFrom(seed)
  const counts = new Float64Array(lastsMs / bucket)
  const keep = Math.exp(-bucket / shape.lasts)
  let wander = gauss(random)
  for (let index = 0; index < counts.length; index++) {
    const at = start + index * bucket
    wander = keep * wander + Math.sqrt(1 - keep * keep) * gauss(random)
    const rate = Math.exp(shape.sigma * wander - shape.sigma ** 2 / 2) * shape.season(at)
    const groups = poissonOf(random, (shape.perMinute * rate) / 6 / shape.group)
    for (let group = 0; group < groups; group++)
      counts[index] = (counts[index] ?? 0) + 1 + Math.floor(-Math.log(1 - random()) * (shape.group - 0.5))
  }
  return counts
}

/** Requests of a job that runs at each multiple of a time, with a few seconds of delay, and makes so many in a minute. */
export function jobCounts(seed: number, lastsMs: number, { every, each }: { every: number; each: number }) {
  const random = randomFrom(seed)
  const counts = new Float64Array(lastsMs / bucket)
  for (let begins = 0; begins < lastsMs; begins += every) {
    const first = begins + random() * seconds(20)
    for (let request = 0; request < each * (0.8 + 0.4 * random()); request++) {
      const index = Math.floor((first + random() * minutes(1)) / bucket)
      if (index < counts.length) counts[index] = (counts[index] ?? 0) + 1
    }
  }
  return counts
}

/** The sum of requests of several kinds. */
export const together = (...all: RequestCounts[]): RequestCounts =>
  all.reduce((sum, one) => sum.map((count, index) => count + (one[index] ?? 0)))

/** The requests as a service reports them that sends its sums once in a while: all in the bucket at the end. */
export function reportedEvery(counts: RequestCounts, every: number): RequestCounts {
  const each = every / bucket
  const reported = new Float64Array(counts.length)
  counts.forEach((count, index) => {
    const last = Math.min(counts.length - 1, Math.floor(index / each) * each + each - 1)
    reported[last] = (reported[last] ?? 0) + count
  })
  return reported
}

/**
 * The requests as a watched service reports them of which some reports are lost, never two in a row, with all that they
 * count; and what explains a lack of requests at a tick.
 */
export function reportedWithLosses(
  counts: RequestCounts,
  { every, loss, seed }: { every: number; loss: number; seed: number },
) {
  const random = randomFrom(seed)
  const reported = new Float64Array(counts.length)
  const lastReports = new Float64Array(counts.length).fill(start)
  let [next, lastReportAt, wasLost, waiting] = [start + every, start, false, 0]
  counts.forEach((count, index) => {
    waiting += count
    for (; next < start + (index + 1) * bucket; next += every) {
      wasLost = !wasLost && random() < loss
      if (!wasLost) reported[index] = (reported[index] ?? 0) + waiting
      if (!wasLost) lastReportAt = next
      waiting = 0
    }
    lastReports[index] = lastReportAt
  })
  const explanationAt = (at: number) => {
    const service = { intervalMs: every, lastReportAt: lastReports[(at - start) / bucket - 1] ?? start }
    return mayLoseRequests(service, at) ? ('LATE' as const) : null
  }
  return { counts: reported, explanationAt }
}

/** The requests of which from some time on only a share comes, for as long as given. */
export function dropped(counts: RequestCounts, { at, lasts = hours(1), share = 0 }: DropShape): RequestCounts {
  const [first, last] = [(at - start) / bucket, (at + lasts - start) / bucket]
  return counts.map((count, index) => (index >= first && index < last ? Math.round(count * share) : count))
}

type DropShape = { at: number; lasts?: number; share?: number }

function poissonOf(random: () => number, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gauss(random)))
  const least = Math.exp(-mean)
  let n = 0
  for (let product = random(); product > least; product *= random()) n++
  return n
}
