import { median } from '../statistics.ts'
import type { Round, Turn, Way } from './measure-turns.ts'

/** The ways with a server. */
type Served = Exclude<Way, 'direct'>

/** CPU of a query in microseconds: of its resolvers and the database, beyond them, and both. */
export type Cost = { name: string; resolvers: number; beyond: Record<Served, number>; whole: Record<Served, number> }

const served = ['vigia', 'cached', 'apollo', 'mercurius'] as const

/** Less cannot be told from nothing. */
const leastUs = 1

/** The costs of each query. */
export function costsOf(rounds: readonly Round[]): Cost[] {
  const turns = rounds.flatMap((round) => round.turns)
  return [...(turns[0]?.keys() ?? [])].map((name) => {
    const resolvers = median(rounds.map(({ withDatabase }) => withDatabase.get(name) ?? NaN))
    const beyond = byWay((way) => beyondOf(turns, name, way))
    return { name, resolvers, beyond, whole: byWay((way) => beyond[way] + resolvers) }
  })
}

const byWay = (value: (way: Served) => number) =>
  Object.fromEntries(served.map((way) => [way, value(way)])) as Record<Served, number>

/** Both are measured one after the other, as the speed of the machine varies. */
const beyondOf = (turns: readonly Turn[], name: string, way: Served) =>
  Math.max(leastUs, median(turns.map((turn) => (turn.get(name)?.[way] ?? NaN) - (turn.get(name)?.direct ?? NaN))))

/** Costs of Vigía as multiples of a peer's: their geometric mean, and the worst. */
export type Compared = { mean: number; worst: number; worstQuery: string; wholeMean: number }

/** Compares a way of Vigía with a peer. */
export function compare(costs: readonly Cost[], way: Served, peer: Served): Compared {
  const ratios = costs.map(({ name, beyond }) => ({ name, ratio: beyond[way] / beyond[peer] }))
  const worst = ratios.reduce((one, other) => (other.ratio > one.ratio ? other : one))
  return {
    mean: geometricMean(ratios.map(({ ratio }) => ratio)),
    worst: worst.ratio,
    worstQuery: worst.name,
    wholeMean: geometricMean(costs.map(({ whole }) => whole[way] / whole[peer])),
  }
}

/** The geometric mean of positive numbers. */
export const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)
