import { novelName, type Measurements, type Round, type Way } from './measure-turns.ts'

/** The ways with a server. */
type Served = Exclude<Way, 'direct'>

/** CPU of a query in microseconds. */
export type Cost = {
  name: string
  /** Of the resolvers and the database. */
  resolvers: number
  /** Of the resolvers with the database in memory. */
  inMemory: number
  /** Of a server beyond the resolvers and the database. */
  beyond: Record<Served, number>
  /** Of all. */
  whole: Record<Served, number>
  isCached: boolean
  /** Whether what is beyond can be told from the variation of the resolvers. */
  isClear: boolean
}

const served = ['vigia', 'cached', 'apollo', 'mercurius'] as const
const executed = ['vigia', 'apollo', 'mercurius'] as const

/** The variation of resolvers that take less is small. */
const simpleUs = 100

/** The costs of each query. */
export function costsOf({ rounds, cached }: Measurements): Cost[] {
  const names = [...(rounds[0]?.withDatabase.keys() ?? [])]
  const costs = names.map((name) => costOf(rounds, name, cached.has(name)))
  const simple = costs.filter(({ inMemory }) => inMemory < simpleUs)
  const least = byWay((way) => Math.min(...simple.map(({ beyond }) => beyond[way])))
  return costs.map((cost) => ({ ...cost, isClear: executed.every((way) => cost.beyond[way] >= least[way]) }))
}

function costOf(rounds: readonly Round[], name: string, isCached: boolean): Omit<Cost, 'isClear'> {
  const turns = rounds.flatMap((round) => round.turns)
  const usual = (way: Way) => lowerQuartile(turns.map((turn) => turn.get(name)?.[way] ?? NaN))
  const resolvers = lowerQuartile(rounds.map(({ withDatabase }) => withDatabase.get(name) ?? NaN))
  const inMemory = usual('direct')
  // A cached response takes no resolvers.
  const isAlone = (way: Served) => way === 'cached' && isCached
  const beyond = byWay((way) => usual(way) - (isAlone(way) ? 0 : inMemory))
  const whole = byWay((way) => beyond[way] + (isAlone(way) ? 0 : resolvers))
  return { name, resolvers, inMemory, beyond, whole, isCached }
}

const byWay = (value: (way: Served) => number) =>
  Object.fromEntries(served.map((way) => [way, value(way)])) as Record<Served, number>

/** Other work on the machine only adds to a time: the lower ones are closer to that of the query alone. */
const lowerQuartile = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 2] ?? NaN

/** Costs of Vigía as multiples of a peer's: their geometric mean, and the worst; also of all. */
export type Compared = { mean: number; worst: number; worstQuery: string; wholeMean: number }

/** Compares a way of Vigía with a peer. */
export function compare(costs: readonly Cost[], way: 'vigia' | 'cached', peer: Served): Compared {
  const ratios = costs.filter(isComparable).map(({ name, beyond }) => ({ name, ratio: beyond[way] / beyond[peer] }))
  const worst = ratios.reduce((one, other) => (other.ratio > one.ratio ? other : one))
  return {
    mean: geometricMean(ratios.map(({ ratio }) => ratio)),
    worst: worst.ratio,
    worstQuery: worst.name,
    wholeMean: geometricMean(costs.filter(isKnown).map(({ whole }) => whole[way] / whole[peer])),
  }
}

/** Whether it is a query of the application. */
export const isKnown = ({ name }: Cost): boolean => name !== novelName

/** Whether it counts in the mean. */
const isComparable = (cost: Cost) => isKnown(cost) && cost.isClear && cost.beyond.cached > 0

const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)
