import { startReady, type Child } from './processes/child.ts'
import type { Ingested, IngestWork } from './processes/ingest-worker.ts'
import { createOpened } from './processes/opened.ts'
import type { Benchmark, Figure, Result, Settings } from './result.ts'
import { median, ratioOf } from './statistics.ts'

const works: readonly IngestWork[] = [
  'parseObservations',
  'observations',
  'parseObservationsOfMany',
  'observationsOfMany',
  'parsePoints',
  'decodeJson',
  'decodeProtobuf',
  'storeStreams',
  'takePoints',
]

/** The CPU time that warms up a work after a garbage collection, which also discards compiled code. */
const warmMs = 700

/** The cost of taking telemetry from other services, compared with parsing the same as JSON. */
export const ingest: Benchmark = {
  name: 'ingest',
  about: 'taking a batch of 1,000 observations, and of 1,000 data points of OpenTelemetry',
  run: async (settings) => {
    await using opened = createOpened()
    settings.tell('preparing the requests and the database')
    const { child } = await startReady('processes/ingest-worker.ts', { core: 'measured' })
    opened.use(child)
    const rounds: Round[] = []
    for (let round = 0; round <= settings.rounds; round++) {
      settings.tell(round === 0 ? 'warming up' : `round ${round} of ${settings.rounds}`)
      rounds.push(await measureRound(child, settings))
    }
    return resultOf(rounds.slice(1))
  },
}

/** CPU time per item in nanoseconds. */
type Round = Record<IngestWork, number>

async function measureRound(child: Child, { seconds }: Settings): Promise<Round> {
  const found: [IngestWork, number][] = []
  for (const work of works) {
    await child.usage(true)
    await child.ask<Ingested>('ingested', { ingest: { work, ms: warmMs } })
    const { nsPerItem } = await child.ask<Ingested>('ingested', { ingest: { work, ms: seconds * 1_000 } })
    found.push([work, nsPerItem])
  }
  return Object.fromEntries(found) as Round
}

function resultOf(rounds: readonly Round[]): Result {
  const figure = (of: string, limit: IngestWork, parts: readonly IngestWork[]): Figure => {
    const values = rounds.map((round) => parts.reduce((sum, part) => sum + round[part], 0))
    const limits = rounds.map((round) => round[limit])
    const ratio = ratioOf(values, limits)
    return { of, value: median(values), unit: 'ns CPU', ratio, beside: besideOf(values, limits) }
  }
  const point = (of: string, ...parts: IngestWork[]) => figure(of, 'parsePoints', parts)
  const figures = [
    figure('JSON.parse of observations', 'parseObservations', ['parseObservations']),
    figure('Vigía, observations', 'parseObservations', ['observations']),
    figure('Vigía, observations of 10,000 subjects', 'parseObservationsOfMany', ['observationsOfMany']),
    point('JSON.parse of data points', 'parsePoints'),
    point('Vigía, decoding data points in JSON', 'decodeJson'),
    point('Vigía, decoding data points in protobuf', 'decodeProtobuf'),
    point('Vigía, storing the streams of decoded data points', 'storeStreams'),
    point('Vigía, the same and recording them', 'takePoints'),
    point('Vigía, data points in JSON, in all', 'decodeJson', 'takePoints'),
    point('Vigía, data points in protobuf, in all', 'decodeProtobuf', 'takePoints'),
  ]
  const json = Object.fromEntries(works.map((work) => [work, median(rounds.map((round) => round[work]))]))
  return { title: ingest.about, limit: '`JSON.parse` of the same items', figures, json }
}

/** The items a second on one core, and the lowest and highest ratio of a round. */
function besideOf(values: readonly number[], limits: readonly number[]): string {
  const perSecond = Math.round(1e9 / median(values)).toLocaleString('en')
  const ratios = values.map((value, round) => value / (limits[round] ?? NaN))
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  const spread = least === most ? '' : `; rounds from ${least.toFixed(2)} to ${most.toFixed(2)} ×`
  return `${perSecond} a second of one core${spread}`
}
