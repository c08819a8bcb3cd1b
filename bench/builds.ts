import { basename, join, resolve } from 'node:path'
import { measure, startLoad, type Contestant, type Measured } from './contestants.ts'
import { inventDatabase } from './invented.ts'
import type { Child } from './processes/child.ts'
import type { Job } from './processes/load.ts'
import { createOpened } from './processes/opened.ts'
import type { Asked } from './processes/request.ts'
import { connections, cpuPerQuestion } from './query.ts'
import { report } from './query-field.ts'
import { asking, numbered, readQuestion } from './query-question.ts'
import { jsonOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { median } from './statistics.ts'
import { builtHere, openFolder, startVigia } from './vigia.ts'

const here = 'this build'
const patienceMs = 60_000

/**
 * Compares other builds of Vigía with this one by the same requests, to measure the effect of a change. Without another
 * build, compares this one with itself, which shows the measurement error.
 */
export const builds: Benchmark = {
  name: 'builds',
  about: 'other builds against this one',
  run: async (settings) => {
    await using opened = createOpened()
    const { path } = opened.use(await openFolder())
    const load = opened.use(await startLoad())
    const entries: Entry[] = []
    for (const [label, main] of buildsOf(settings)) {
      settings.tell(`${label} is being started`)
      const dataDir = join(path, label)
      await inventDatabase(dataDir, { endpoints: 0, libraries: 1_000, incidents: 0 })
      const vigia = opened.use(await startVigia(dataDir, { main }))
      await report(vigia)
      entries.push(...entriesOf({ name: label, child: vigia, url: vigia.url }, vigia.cookie))
    }
    const figures = figuresOf(entries, await measureAll(load, entries, settings))
    return { title: builds.about, limit: 'the same requests to this build', figures, json: jsonOf(figures) }
  },
}

/** The main files of the builds by their names, this one first. */
function buildsOf({ others }: Settings): [label: string, main: string][] {
  const paths = others.length === 0 ? [join(builtHere, '..', '..')] : others
  const named = paths.map((path): [string, string] => [basename(resolve(path)), resolve(path, 'dist/main.js')])
  return [[here, builtHere], ...named]
}

/** A server and the request it gets, whose digits `numbered` differ each time; the label names both. */
type Entry = { label: string; who: Contestant; asked: Asked; numbered?: string }

/** The requests to a build. */
function entriesOf(who: Contestant, cookie: string): Entry[] {
  const { id: documentId, text } = readQuestion()
  const entry = (label: string, asked: Asked, more: { numbered?: string } = {}): Entry => ({
    label: `${label}: ${who.name}`,
    who,
    asked,
    ...more,
  })
  const hot = { documentId }
  const variable = { query: withEndpoint(text), variables: { id: `GET /${numbered}/` } }
  return [
    entry('a cached response', asking(hot, { cookie })),
    entry('an executed query', asking(variable, { cookie }), { numbered }),
  ]
}

/** Adds an endpoint, by a variable, to the query of the Endpoints view. */
const withEndpoint = (query: string) =>
  query.replace(/query Inventory\((.*?)\) ?\{/, 'query Inventory($$id: ID!, $1) { endpoint(id: $$id) { id state }')

/**
 * Measures every request in turn, round after round. The number of requests is fixed: a fixed time would yield few on a
 * busy machine, before V8 has optimized the code.
 */
async function measureAll(load: Child, entries: readonly Entry[], { seconds, rounds, tell }: Settings) {
  const measured = new Map<string, Measured[]>(entries.map(({ label }) => [label, []]))
  const job = ({ who, asked, numbered }: Entry, requests: number): Job => ({
    url: who.url,
    ms: patienceMs,
    requests: Math.ceil(requests * seconds),
    load: { asked, connections, ...(numbered !== undefined && { numbered }) },
    writes: null,
  })
  const requestsOf = ({ numbered }: Entry) => (numbered === undefined ? 4_000 : 800)
  const measureOne = (entry: Entry) => {
    const requests = job(entry, requestsOf(entry))
    return measure(load, entry.who, requests, requests)
  }
  tell('warming up')
  for (const entry of entries) await measureOne(entry)
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`)
    for (const entry of entries) measured.get(entry.label)?.push(await measureOne(entry))
  }
  return measured
}

/** The figures by request, those of this build first; each compared with it in the same round. */
function figuresOf(entries: readonly Entry[], measured: ReadonlyMap<string, Measured[]>): Figure[] {
  const figures = entries.map(({ label, who }): Figure => {
    const cpu = (measured.get(label) ?? []).map(cpuPerQuestion)
    const limits = (measured.get(label.replace(who.name, here)) ?? []).map(cpuPerQuestion)
    const ratios = cpu.map((one, round) => one / (limits[round] ?? NaN)).sort((one, other) => one - other)
    const quartile = (share: number) => (ratios[Math.floor(ratios.length * share)] ?? NaN).toFixed(3)
    const beside = `quartiles ${quartile(0.25)} to ${quartile(0.75)}`
    return { of: label, value: median(cpu), unit: 'µs CPU', ratio: median(ratios), beside }
  })
  return figures.sort((one, other) => requestOf(one).localeCompare(requestOf(other)))
}

const requestOf = ({ of }: Figure) => of.slice(0, of.indexOf(':'))
