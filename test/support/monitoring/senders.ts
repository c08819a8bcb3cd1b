import type { SimulatedReport } from './simulated-services.ts'
import { days, hours, minutes, randomFrom, seconds, start } from './traffic.ts'

/** How long a deploy takes, in milliseconds. */
const deployMs = seconds(50)

/** A service whose reports are lost now and then, and which is deployed at a random time of each day. */
export function* reportsEvery(intervalMs: number, lossRate: number, until: number): Generator<SimulatedReport> {
  const random = randomFrom(intervalMs)
  const deployOf = (day: number) => day + Math.floor(random() * (days(1) - deployMs))
  let deployAt = deployOf(start)
  let mayLose = false
  for (let at = start + Math.floor(random() * intervalMs); at < until; at += intervalMs) {
    if (at >= deployAt) {
      // Its timer starts anew with the process.
      at = deployAt + deployMs + intervalMs
      deployAt = deployOf(start + Math.ceil((at - start + intervalMs) / days(1)) * days(1))
      mayLose = false
    }
    const isLost: boolean = mayLose && at + intervalMs < deployAt && random() < lossRate
    if (!isLost) yield { at, samples: [at - 1] }
    mayLose = !isLost
  }
}

/** Reports of what happened since the one before, each at its own time or at that of the report. */
function* periodic(everyMs: number, until: number, timesOf: (at: number, random: () => number) => number[]) {
  const random = randomFrom(everyMs)
  for (let at = start + everyMs; at < until; at += everyMs)
    yield { at, samples: timesOf(at, random).sort((one, other) => one - other) }
}

/** One report of each request, as many a minute as a profile says. */
function* perRequest(until: number, perMinute: (at: number) => number, most: number): Generator<SimulatedReport> {
  const random = randomFrom(most)
  for (let at = start; at < until;) {
    at += 1 + Math.floor((-Math.log(1 - random()) * minutes(1)) / most)
    if (random() < perMinute(at) / most) yield { at, samples: [at - 1] }
  }
}

const hourOf = (at: number) => (at % days(1)) / hours(1)
const isWorkday = (at: number) => (Math.floor(at / days(1) + 4) % 7) % 6 !== 0

/** Senders that report at no stated interval, until a time in milliseconds since 1970. */
export const senders: Readonly<Record<string, (until: number) => Iterable<SimulatedReport>>> = {
  'a job of every ten minutes': (until) => periodic(minutes(10), until, (at) => [at - 1, at - 1]),
  'a job of every ten minutes, with the time of each request': (until) =>
    periodic(minutes(10), until, (at, random) =>
      Array.from({ length: Math.floor(random() * 30) }, () => Math.floor(at - random() * minutes(10))),
    ),
  'bursts of every quarter of an hour': (until) =>
    periodic(minutes(15), until, (at) => Array.from({ length: 40 }, (_, index) => at - index * 100)),
  'office hours': (until) =>
    perRequest(until, (at) => (isWorkday(at) && hourOf(at) >= 8 && hourOf(at) < 18 ? 6 : 0), 6),
  'nightly silence': (until) => perRequest(until, (at) => (hourOf(at) >= 7 && hourOf(at) < 23 ? 4 : 0), 4),
  'one request a minute': (until) => perRequest(until, () => 1, 1),
  'a request every quarter of an hour': (until) => perRequest(until, () => 1 / 15, 1 / 15),
  'ten requests a minute': (until) => perRequest(until, () => 10, 10),
}
