import { latencyOutcomeOf, type LatencyOutcome } from '../test/support/latency-outcome.ts'
import { latencyShapes, type LatencyShape } from '../test/support/latencies.ts'
import { days, hours } from '../test/support/traffic.ts'
import { jsonOf, type Benchmark, type Figure } from './result.ts'

const rates = [1, 5, 30, 200]
const limitSeconds = 240

/** Rises that the learned latency budget finds, misses and reports falsely on synthetic traffic; each round is a seed. */
export const judgement: Benchmark = {
  name: 'judgement',
  about: 'rises of all latencies by six that become Degradado within an hour, after 14 healthy days',
  run: ({ rounds, tell }) => {
    const figures: Figure[] = []
    for (const [name, shape] of Object.entries(latencyShapes))
      for (const perMinute of rates) {
        const of = `${name}, ${perMinute} a minute`
        tell(of)
        figures.push({ of, ...figureOf(shape, perMinute, rounds) })
      }
    const limit = 'four minutes until Degradado (median)'
    return Promise.resolve({ title: judgement.about, limit, figures, json: jsonOf(figures) })
  },
}

function figureOf(shape: LatencyShape, perMinute: number, rounds: number): Omit<Figure, 'of'> {
  const seeds = Array.from({ length: rounds }, (_, index) => index + 1)
  // The rise begins at 15:00, when the daily season has traffic. A fixed budget needs no history.
  const learned = seeds.map((seed) => latencyOutcomeOf(shape, { healthyMs: days(14) + hours(15), perMinute, seed }))
  const fixed = seeds.map((seed) =>
    latencyOutcomeOf(shape, { healthyMs: hours(15), perMinute, seed, slowBudget: 'FIXED' }),
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
