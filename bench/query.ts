import { measure, type Contestant, type Measured } from './contestants.ts'
import { withField, type Field } from './query-field.ts'
import type { Asked } from './processes/request.ts'
import { jsonOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { median, ratioOf } from './statistics.ts'
import { createToken } from './vigia.ts'

export const connections = 16

/** A server and the request it gets; `label` is its name in the table. */
type Entry = { label: string; who: Contestant; asked: Asked }

/** Queries the Endpoints view repeatedly while nothing changes. */
export const queryHot: Benchmark = {
  name: 'query-hot',
  about: 'the Endpoints view queried repeatedly: by its id, by its text, and with an API token',
  run: (settings) =>
    withField({}, async (field) => {
      const measured = await measureAll(field, await entriesOf(field), settings)
      const limits = (measured.get('bare-http') ?? []).map(cpuPerQuestion)
      const figures = Array.from(measured, ([label, rounds]) => figureOf(label, rounds, limits))
      const limit = "Node's own HTTP server, sending the prepared bytes"
      return { title: queryHot.about, limit, figures, json: jsonOf(figures) }
    }),
}

/** The admin application sends the id of the document, other clients its text, services a token. */
async function entriesOf({ vigia, bare, cookie, asked, askedByText }: Field): Promise<Entry[]> {
  const token = { cookie: '', authorization: `Bearer ${await createToken(vigia.url, cookie)}` }
  return [
    { label: 'Vigía', who: vigia, asked: asked() },
    { label: 'bare-http', who: bare, asked: asked() },
    { label: 'Vigía, by its text', who: vigia, asked: askedByText },
    { label: 'Vigía, with a token', who: vigia, asked: asked(token) },
  ]
}

/** Measures every entry in turn, round after round, after a warm-up. */
async function measureAll(
  { load }: Pick<Field, 'load'>,
  entries: readonly Entry[],
  { seconds, rounds, tell }: Settings,
): Promise<Map<string, Measured[]>> {
  const measured = new Map<string, Measured[]>(entries.map(({ label }) => [label, []]))
  const job = ({ who, asked }: Entry) => ({
    url: who.url,
    ms: seconds * 1_000,
    load: { asked, connections },
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
