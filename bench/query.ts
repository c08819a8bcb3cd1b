import { measure, type Contestant, type Measured } from './contestants.ts'
import { withField, type Field } from './query-field.ts'
import type { Asked } from './processes/request.ts'
import { jsonOf, type Benchmark, type Figure, type Result, type Settings } from './result.ts'
import { median, ratioOf } from './statistics.ts'
import { createToken } from './vigia.ts'

export const connections = 16

/** A server and the request it gets; `label` is its name in the table. */
export type Entry = { label: string; who: Contestant; asked: Asked; numbered?: string }

/** Queries the Endpoints view repeatedly while nothing changes. */
export const queryHot: Benchmark = {
  name: 'query-hot',
  about: 'the Endpoints view queried repeatedly, as the admin application does',
  run: (settings) =>
    withField({ peers: ['bare-http', 'apollo-express', 'mercurius-jit', 'yoga'] }, async (field) => {
      const entries = [entry('Vigía', field, field.vigia), ...field.peers.map((peer) => entry(peer.name, field, peer))]
      return resultOf(queryHot, await measureAll(field, entries, settings))
    }),
}

/** The same without cached responses. */
export const queryCold: Benchmark = {
  name: 'query-cold',
  about: 'the Endpoints view executed for every request, with `cache-control: no-cache`',
  run: (settings) =>
    withField({ peers: ['bare-http', 'mercurius-database', 'mercurius-jit'] }, async (field) => {
      const entries = [
        entry('Vigía, prepared', field, field.vigia),
        entry('Vigía, no-cache', field, field.vigia, { 'cache-control': 'no-cache' }),
        ...field.peers.map((peer) => entry(peer.name, field, peer)),
      ]
      return resultOf(queryCold, await measureAll(field, entries, settings))
    }),
}

/** The cached query with an API token in place of the session: what reading, caching and counting the token costs. */
export const queryToken: Benchmark = {
  name: 'query-token',
  about: 'the Endpoints view queried repeatedly, with a session and with an API token',
  run: (settings) =>
    withField({ peers: [] }, async (field) => {
      const token = { cookie: '', authorization: `Bearer ${await createToken(field.vigia.url, field.cookie)}` }
      const entries = [
        entry('Vigía, with a session', field, field.vigia),
        entry('Vigía, with a token', field, field.vigia, token),
      ]
      const measured = await measureAll(field, entries, settings)
      const [session = []] = measured.values()
      const limits = session.map(cpuPerQuestion)
      const figures = Array.from(measured, ([label, rounds]) => figureOf(label, rounds, limits))
      return { title: queryToken.about, limit: 'the same with a session', figures, json: jsonOf(figures) }
    }),
}

const entry = (label: string, field: Field, who: Contestant, headers = {}): Entry => ({
  label,
  who,
  asked: field.asked(who, headers),
})

/** Measures every entry in turn, round after round, after a warm-up. */
export async function measureAll(
  { load }: Pick<Field, 'load'>,
  entries: readonly Entry[],
  { seconds, rounds, tell }: Settings,
): Promise<Map<string, Measured[]>> {
  const measured = new Map<string, Measured[]>(entries.map(({ label }) => [label, []]))
  const job = ({ who, asked, numbered }: Entry) => ({
    url: who.url,
    ms: seconds * 1_000,
    load: { asked, connections, ...(numbered !== undefined && { numbered }) },
    writes: null,
  })
  for (const one of entries) {
    tell(`${one.label} is warming up`)
    await measure(load, one.who, job(one))
  }
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`)
    for (const one of entries) measured.get(one.label)?.push(await measure(load, one.who, job(one)))
  }
  return measured
}

/** The server's CPU time per query, in microseconds. */
export const cpuPerQuestion = ({ cpuMs, answered }: Measured): number => (cpuMs / answered) * 1_000

export function resultOf({ about }: Benchmark, measured: ReadonlyMap<string, Measured[]>): Result {
  const limits = (measured.get('bare-http') ?? []).map(cpuPerQuestion)
  const figures = Array.from(measured, ([label, rounds]) => figureOf(label, rounds, limits))
  return { title: about, limit: "Node's own HTTP server, sending the prepared bytes", figures, json: jsonOf(figures) }
}

/** A line of the table: CPU per query, and the rate and latency. `limits` are the baselines of the same rounds. */
export function figureOf(label: string, rounds: readonly Measured[], limits: readonly number[]): Figure {
  const cpu = rounds.map(cpuPerQuestion)
  const perSecond = median(rounds.map(({ answered, ms }) => (answered / ms) * 1_000))
  const p99 = median(rounds.map((round) => round.p99))
  const ratios = cpu.map((one, round) => one / (limits[round] ?? NaN))
  const range = `rounds ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const beside = `${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms, ${range}`
  return { of: label, value: median(cpu), unit: 'µs CPU', ratio: ratioOf(cpu, limits), beside }
}
