import type { Benchmark, Figure, Result } from './result.ts'
import { compare, costsOf, geometricMean, type Cost } from './same-queries/costs.ts'
import { measureRounds, novelName, type Round } from './same-queries/measure-turns.ts'
import { withParticipants } from './same-queries/participants.ts'

const limit = 'Apollo Server behind Express, beyond the resolvers and the database'

/** All queries of the admin application, each server with the same resolvers. */
export const queries: Benchmark = {
  name: 'queries',
  about: 'all queries of the admin application on a filled database, beyond their resolvers and the database',
  run: (settings) => {
    settings.tell('the database is being filled')
    return withParticipants(async (participants) => resultOf(await measureRounds(participants, settings)))
  },
}

const ways = { vigia: 'executed', cached: 'with the cache' } as const

type OwnWay = keyof typeof ways

function resultOf(rounds: readonly Round[]): Result {
  const all = costsOf(rounds)
  const costs = all.filter(isKnown)
  const novel = all.filter((cost) => !isKnown(cost))
  const own = Object.keys(ways) as OwnWay[]
  const figures = [
    ...own.flatMap((way) => [meanOf(costs, way, rounds), worstOf(costs, way)]),
    ...novel.map((cost) => figureOf(cost, 'vigia')),
    ...costs.toSorted(byRatio).map((cost) => ({ ...figureOf(cost, 'vigia'), isDetail: true })),
  ]
  const compared = (way: OwnWay) => ({
    apollo: compare(costs, way, 'apollo'),
    mercurius: compare(costs, way, 'mercurius'),
  })
  const json = { executed: compared('vigia'), cached: compared('cached'), novel, queries: costs }
  return { title: queries.about, limit, figures, json }
}

const isKnown = ({ name }: Cost) => name !== novelName
const ratioOf = ({ beyond }: Cost) => beyond.vigia / beyond.apollo
const byRatio = (one: Cost, other: Cost) => ratioOf(other) - ratioOf(one)

function meanOf(costs: readonly Cost[], way: OwnWay, rounds: readonly Round[]): Figure {
  const apollo = compare(costs, way, 'apollo')
  const mercurius = compare(costs, way, 'mercurius')
  const ofRounds = rounds.map((round) => compare(costsOf([round]).filter(isKnown), way, 'apollo').mean)
  const range = `rounds ${text(Math.min(...ofRounds))} to ${text(Math.max(...ofRounds))}`
  const whole = `whole ${text(apollo.wholeMean)} × Apollo, ${text(mercurius.wholeMean)} × Mercurius`
  return {
    of: `Vigía, ${ways[way]}: geometric mean`,
    value: geometricMean(costs.map(({ beyond }) => beyond[way])),
    unit: 'µs CPU',
    ratio: apollo.mean,
    beside: `${text(mercurius.mean)} × Mercurius; ${range}; ${whole}`,
  }
}

function worstOf(costs: readonly Cost[], way: OwnWay): Figure {
  const apollo = compare(costs, way, 'apollo')
  const mercurius = compare(costs, way, 'mercurius')
  return {
    of: `Vigía, ${ways[way]}: worst`,
    value: costs.find(({ name }) => name === apollo.worstQuery)?.beyond[way] ?? NaN,
    unit: 'µs CPU',
    ratio: apollo.worst,
    beside: `${apollo.worstQuery}; ${text(mercurius.worst)} × Mercurius, ${mercurius.worstQuery}`,
  }
}

function figureOf(cost: Cost, way: OwnWay): Figure {
  const { name, resolvers, beyond, whole } = cost
  const cached = `with the cache ${text(beyond.cached / beyond.apollo)} × Apollo`
  const compared = `${text(beyond[way] / beyond.mercurius)} × Mercurius, ${cached}`
  const inAll = `whole ${text(whole[way] / whole.apollo)} × Apollo, ${text(whole[way] / whole.mercurius)} × Mercurius`
  return {
    of: name,
    value: beyond[way],
    unit: 'µs CPU',
    ratio: beyond[way] / beyond.apollo,
    beside: `${compared}; resolvers ${resolvers.toFixed(0)} µs; ${inAll}`,
  }
}

const text = (ratio: number) => ratio.toFixed(2)
