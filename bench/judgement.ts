import { latencyOutcomeOf, type LatencyOutcome, type LatencyTrial } from '../test/support/monitoring/latency-outcome.ts'
import { latencyShapes, type LatencyShape } from '../test/support/monitoring/latencies.ts'
import { days, hours } from '../test/support/monitoring/traffic.ts'
import { jsonOf, type Benchmark, type Figure } from './result.ts'

/** The rise begins at 15:00, when the daily season has traffic: on a Thursday, or on the first Saturday. */
const trials: readonly (readonly [string, Trial])[] = [
  ...[1, 5, 30, 200].map(
    (perMinute) => [`${perMinute} a minute`, { perMinute, healthyMs: days(14) + hours(15) }] as const,
  ),
  ['30 a minute, on the first Saturday', { perMinute: 30, healthyMs: days(2) + hours(15) }],
]
const limitSeconds = 240

type Trial = Pick<LatencyTrial, 'perMinute' | 'healthyMs'>

/** Rises that the learned latency budget finds, misses and reports falsely on synthetic traffic; each round is a seed. */
export const judgement: Benchmark = {
  name: 'judgement',
  about: 'rises of all latencies by six that become Degradado within an hour, after 14 healthy days or two',
  run: ({ rounds, tell }) => {
    const figures: Figure[] = []
    for (const [name, shape] of Object.entries(latencyShapes))
      for (const [about, trial] of trials) {
        const of = `${name}, ${about}`
        tell(of)
        figures.push({ of, ...figureOf(shape, trial, rounds) })
      }
    const limit = 'four minutes until Degradado (median)'
    return Promise.resolve({ title: judgement.about, limit, figures, json: jsonOf(figures) })
  },
}

function figureOf(shape: LatencyShape, trial: Trial, rounds: number): Omit<Figure, 'of'> {
  const seeds = Array.from({ length: rounds }, (_, index) => index + 1)
  const learned = seeds.map((seed) => latencyOutcomeOf(shape, { ...trial, seed }))
  // A fixed budget needs no history.
  const fixed = seeds.map((seed) =>
    latencyOutcomeOf(shape, { ...trial, healthyMs: hours(15), seed, slowBudget: 'FIXED' }),
  )
  const delays = learned.map(({ delay }) => delay).sort((one, other) => one - other)
  const middle = delays[Math.floor(delays.length / 2)] ?? Infinity
  const falseOnes = learned.reduce((sum, { falseIncidents }) => sum + falseIncidents, 0)
  const left = learned.filter(({ isResolved }) => !isResolved).length
  return {
    value: foundShare(learned),
    unit: '% found',
    ratio: Number.isFinite(middle) ? middle / limitSeconds : null,
    beside:
      `median ${inSeconds(middle)}, worst ${inSeconds(delays.at(-1))}; false incidents ${falseOnes}; ` +
      `not resolved ${left}; with the fixed budget ${foundShare(fixed)} % found`,
  }
}

const foundShare = (outcomes: readonly LatencyOutcome[]) =>
  Math.round((100 * outcomes.filter(({ delay }) => Number.isFinite(delay)).length) / outcomes.length)

const inSeconds = (delay = Infinity) => (Number.isFinite(delay) ? `${delay} s` : '–')
