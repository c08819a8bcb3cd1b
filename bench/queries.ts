import type { Benchmark, Figure, Result } from './result.ts'
import { compare, costsOf, isKnown, type Cost } from './same-queries/costs.ts'
import { measureRounds, type Measurements } from './same-queries/measure-turns.ts'
import { withParticipants } from './same-queries/participants.ts'
import { median } from './statistics.ts'

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

function resultOf(measurements: Measurements): Result {
  const all = costsOf(measurements)
  const costs = all.filter(isKnown).sort(byRatio)
  const novel = all.filter((cost) => !isKnown(cost))
  const compared = (way: OwnWay) => ({
    apollo: compare(costs, way, 'apollo'),
    mercurius: compare(costs, way, 'mercurius'),
  })
  const figures = [
    meanOf(costs, 'vigia', measurements),
    worstOf(costs, 'vigia'),
    meanOf(costs, 'cached', measurements),
    worstOf(costs, 'cached'),
    ...novel.map(figureOf),
    ...costs.map((cost) => ({ ...figureOf(cost), isDetail: true })),
  ]
  const json = { executed: compared('vigia'), cached: compared('cached'), novel, queries: costs }
  return { title: queries.about, limit, figures, json }
}

const ratioOf = ({ beyond, isClear }: Cost) => (isClear ? beyond.vigia / beyond.apollo : 0)
const byRatio = (one: Cost, other: Cost) => ratioOf(other) - ratioOf(one)

function meanOf(costs: readonly Cost[], way: OwnWay, { rounds, cached }: Measurements): Figure {
  const apollo = compare(costs, way, 'apollo')
  const mercurius = compare(costs, way, 'mercurius')
  const ofRounds = rounds.map((round) => compare(costsOf({ rounds: [round], cached }), way, 'apollo').mean)
  const range = `rounds ${text(Math.min(...ofRounds))} to ${text(Math.max(...ofRounds))}`
  const whole = `whole ${text(apollo.wholeMean)} × Apollo, ${text(mercurius.wholeMean)} × Mercurius`
  return {
    of: `Vigía, ${ways[way]}: geometric mean`,
    value: median(costs.map(({ beyond }) => beyond[way])),
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

function figureOf({ name, resolvers, beyond, whole, isCached, isClear }: Cost): Figure {
  const compared = `${text(beyond.vigia / beyond.mercurius)} × Mercurius`
  const inAll = `whole ${text(whole.vigia / whole.apollo)} × Apollo, ${text(whole.vigia / whole.mercurius)} × Mercurius`
  return {
    of: name,
    value: beyond.vigia,
    unit: 'µs CPU',
    ratio: isClear ? beyond.vigia / beyond.apollo : null,
    beside: [
      isClear ? compared : 'beyond cannot be told from the variation',
      ...(isCached ? [`cached ${beyond.cached.toFixed(0)} µs`] : []),
      `resolvers ${resolvers.toFixed(0)} µs`,
      inAll,
    ].join('; '),
  }
}

const text = (ratio: number) => ratio.toFixed(2)
