import { measure, type Contestant, type Measured } from './contestants.ts'
import type { Job } from './processes/load.ts'
import type { Asked } from './processes/request.ts'
import { connections, cpuPerQuestion, figureOf } from './query.ts'
import { withField, type Field } from './query-field.ts'
import { jsonOf, type Benchmark, type Figure, type Result, type Settings } from './result.ts'
import { median, ratioOf } from './statistics.ts'
import { asService } from './vigia.ts'

/** An acknowledgement takes a dozen statements; the embedded database cannot run 100 of them per second on one core. */
const observationsPerSecond = 100
const acknowledgementsPerSecond = 20

/**
 * Changes before each measurement, at twice the rate: V8 compiles their code only after some hundred executions, and a
 * forced garbage collection discards it.
 */
const warmUpChanges = 200

/** Changes sent through the public API; `next` creates the requests of the next `count` changes. */
type Changes = { label: string; perSecond: number; next: (count: number) => Asked[] }

/** Queries the Endpoints view repeatedly while its data changes. */
export const queryChanges: Benchmark = {
  name: 'query-changes',
  about: `the Endpoints view while ${observationsPerSecond} observations or ${acknowledgementsPerSecond} acknowledgements a second arrive`,
  run: (settings) => {
    // Each round runs the changes once alone and once beside the queries; one more round is the warm-up of the whole.
    const perMeasurement = warmUpChanges + countIn(settings, acknowledgementsPerSecond)
    const incidents = 2 * (settings.rounds + 1) * perMeasurement
    return withField({ incidents }, async (field) => {
      const kinds = [reports(), acknowledgements(field)]
      const rounds: Round[] = []
      for (let round = 0; round <= settings.rounds; round++) {
        settings.tell(round === 0 ? 'warming up' : `round ${round} of ${settings.rounds}`)
        rounds.push(await measureRound(field, kinds, settings))
      }
      return resultOf(kinds, rounds.slice(1))
    })
  },
}

const countIn = ({ seconds }: Settings, perSecond: number) => Math.ceil(seconds * perSecond)

/** Observations of an endpoint, which change the figures of its row. */
function reports(): Changes {
  let told = 0
  const next = (): Asked => ({
    method: 'POST',
    path: '/ingest/v1/observations',
    headers: asService,
    body: JSON.stringify({ observations: [observation((told += 1))] }),
  })
  return {
    label: 'observations',
    perSecond: observationsPerSecond,
    next: (count) => Array.from({ length: count }, next),
  }
}

const observation = (number: number) => ({
  kind: 'endpoint',
  method: 'GET',
  path: '/api/admin/search/',
  status: number % 50 === 0 ? 503 : 200,
  durationMs: 10 + ((number * 37) % 400),
})

/** Acknowledgements of incidents, which change the revision of the view. */
function acknowledgements({ incidents, cookie }: Field): Changes {
  const left = incidents.values()
  const take = (id: string): Asked => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      query: 'mutation ($id: ID!) { acknowledgeIncident(id: $id) { id status } }',
      variables: { id },
    }),
  })
  return {
    label: 'acknowledgements',
    perSecond: acknowledgementsPerSecond,
    next: (count) => Array.from({ length: count }, () => take(left.next().value ?? '')),
  }
}

/**
 * The measurements of one round: the baseline, the queries alone, the CPU time of the idle process in milliseconds per
 * millisecond, and by label the changes alone and beside the queries.
 */
type Round = {
  limit: Measured
  still: Measured
  idle: number
  changing: Map<string, { alone: Measured; beside: Measured }>
}

async function measureRound(field: Field, kinds: readonly Changes[], settings: Settings): Promise<Round> {
  const { load, vigia, bare } = field
  const ms = settings.seconds * 1_000
  const asking = (who = vigia): Job => ({
    url: who.url,
    ms,
    load: { asked: field.asked(), connections },
    writes: null,
  })
  const changing: Round['changing'] = new Map()
  const limit = await measure(load, bare, asking(bare))
  const still = await measure(load, vigia, asking())
  const idle = await measureIdle(vigia, ms)
  for (const { label, perSecond, next } of kinds) {
    const changes = (count: number, rate: number): Pick<Job, 'ms' | 'writes'> => ({
      ms: (count / rate) * 1_000,
      writes: { asked: next(count), perSecond: rate },
    })
    const measureBeside = (queries: Job['load']) => {
      const job = (timed: Pick<Job, 'ms' | 'writes'>): Job => ({ url: vigia.url, load: queries, ...timed })
      const warmUp = job(changes(warmUpChanges, 2 * perSecond))
      return measure(load, vigia, job(changes(countIn(settings, perSecond), perSecond)), warmUp)
    }
    changing.set(label, { alone: await measureBeside(null), beside: await measureBeside(asking().load) })
  }
  return { limit, still, idle, changing }
}

async function measureIdle({ child }: Contestant, ms: number): Promise<number> {
  const before = await child.usage(true)
  await new Promise((resolve) => setTimeout(resolve, ms))
  const after = await child.usage()
  return (after.cpuMs - before.cpuMs) / ms
}

function resultOf(kinds: readonly Changes[], rounds: readonly Round[]): Result {
  const limits = rounds.map((round) => cpuPerQuestion(round.limit))
  const figures = [
    figureOf(
      'bare-http',
      rounds.map((round) => round.limit),
      limits,
    ),
    figureOf(
      'Vigía, nothing changes',
      rounds.map(({ still }) => still),
      limits,
    ),
    {
      of: 'Vigía, idle',
      value: median(rounds.map(({ idle }) => idle * 1_000)),
      unit: 'ms CPU a second',
      ratio: null,
    },
    ...kinds.flatMap(({ label }) => figuresOf(label, rounds, limits)),
  ]
  return {
    title: queryChanges.about,
    limit: "Node's own HTTP server, sending the prepared bytes",
    figures,
    json: jsonOf(figures),
  }
}

function figuresOf(label: string, rounds: readonly Round[], limits: readonly number[]): Figure[] {
  const found = rounds.flatMap(({ changing }) => changing.get(label) ?? [])
  const idle = median(rounds.map((round) => round.idle))
  const changes = found.map(({ alone }) => ((alone.cpuMs - idle * alone.ms) / alone.written) * 1_000)
  const change = median(changes)
  const less = found.map(({ beside }) => cpuPerQuestion(beside) - (beside.written * change) / beside.answered)
  const reached = median(found.map(({ beside }) => (beside.written / beside.ms) * 1_000))
  const whole = figureOf(
    `Vigía, ${label}`,
    found.map(({ beside }) => beside),
    limits,
  )
  return [
    { ...whole, beside: `${whole.beside ?? ''}; ${reached.toFixed(0)} changes a second were written` },
    lineOf(`Vigía, ${label}, less their own cost`, less, limits),
    lineOf(`one of the ${label} alone, less the idle process`, changes, limits),
  ]
}

const lineOf = (of: string, values: readonly number[], limits: readonly number[]): Figure => ({
  of,
  value: median(values),
  unit: 'µs CPU',
  ratio: ratioOf(values, limits),
})
