import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPeer, type Contestant } from './contestants.ts'
import { inventDatabase } from './invented.ts'
import { startReady, type Child } from './processes/child.ts'
import type { Arrivals } from './processes/listeners.ts'
import { createOpened, type Opened } from './processes/opened.ts'
import { jsonOf, type Benchmark, type Figure, type Result, type Settings } from './result.ts'
import { mediansOf } from './statistics.ts'
import { askVigia, openFolder, startVigia, type Vigia } from './vigia.ts'

const sizes = [1_000, 5_000, 10_000]
const patienceMs = 60_000
const counts = 'notifications { revision badge profileBadge categories { id kind severity title description count } }'

/** Pushes the panel to every subscriber after each change. */
export const fanout: Benchmark = {
  name: 'fanout',
  about: `the panel's counts pushed to ${sizes.map((size) => size.toLocaleString('en')).join(', ')} listeners`,
  run: async (settings) => {
    const figures: Figure[] = []
    for (const size of sizes) figures.push(...(await measureSize(size, settings)))
    const json = jsonOf(figures)
    return {
      title: fanout.about,
      limit: 'one prepared message, sent to each socket by `ws`',
      figures,
      json,
    } satisfies Result
  },
}

/** A server with its subscribers, and a function that changes its panel. */
type Stage = { who: Contestant; listeners: Child; change: () => Promise<unknown>; size: number; bytesEach: number }

async function measureSize(size: number, settings: Settings): Promise<Figure[]> {
  await using opened = createOpened()
  const { path } = opened.use(await openFolder())
  const ours = await startOurs(opened, path, changesIn(settings) * (settings.rounds + 1))
  const stages: Stage[] = []
  stages.push(await openStage(opened, { ...(await ours('Vigía')), size }, settings))
  stages.push(await openStage(opened, { ...(await ours(alone)), size: 1 }, settings))
  for (const name of ['raw-ws', 'graphql-ws']) {
    const peer = await startPeer(name, { ANSWER: join(path, 'answer.json') })
    opened.use(peer.child)
    const publish = () => {
      peer.child.tell({ publish: true })
      return Promise.resolve()
    }
    stages.push(await openStage(opened, { who: peer, change: publish, size, cookie: '' }, settings))
  }
  return figuresOf(size, await measureStages(stages, settings))
}

/** The same server with the same changes and a single subscriber, to measure the cost of a change itself. */
const alone = 'Vigía, one listener'

/** Creates a database with this many incidents to resolve; the returned function starts a server on a copy of it. */
async function startOurs(opened: Opened, path: string, changes: number) {
  const ids = await inventDatabase(join(path, 'model'), { endpoints: 0, libraries: 100, incidents: changes })
  return async (name: string) => {
    const folder = join(path, name)
    await cp(join(path, 'model'), folder, { recursive: true })
    const vigia = opened.use(await startVigia(folder))
    await writeFile(join(path, 'answer.json'), JSON.stringify({ data: await askVigia(vigia, `{ ${counts} }`) }))
    const left = ids.values()
    const change = () => resolveOne(vigia, left.next().value ?? '')
    return { who: { name, child: vigia, url: vigia.url }, change, cookie: vigia.cookie }
  }
}

const changesIn = ({ seconds }: Settings) => Math.max(3, Math.round(seconds * 3))

const resolveOne = (vigia: Vigia, id: string) =>
  askVigia(vigia, 'mutation ($id: ID!) { resolveIncident(id: $id, reason: "benchmark", force: true) { id } }', { id })

type Wanted = { who: Contestant; change: () => Promise<unknown>; size: number; cookie: string }

async function openStage(opened: Opened, { who, change, size, cookie }: Wanted, { tell }: Settings): Promise<Stage> {
  tell(`${size} listeners of ${who.name} are connecting`)
  const { child: listeners } = await startReady('processes/listeners.ts', { core: 'load' })
  opened.use(listeners)
  const before = await who.child.usage(true)
  const query = `subscription { ${counts} }`
  await listeners.ask('opened', { open: { url: who.url, count: size, cookie, query } })
  const after = await who.child.usage(true)
  return { who, listeners, change, size, bytesEach: (after.rssBytes - before.rssBytes) / size }
}

/** One round at one server: CPU per message in microseconds, delays in milliseconds. */
type Round = { cpu: number; p50: number; p99: number; spread: number }

async function measureStages(stages: readonly Stage[], settings: Settings): Promise<Map<Stage, Round[]>> {
  const measured = new Map<Stage, Round[]>(stages.map((stage) => [stage, []]))
  for (let round = 0; round <= settings.rounds; round++) {
    settings.tell(round === 0 ? 'warming up' : `round ${round} of ${settings.rounds}`)
    for (const stage of stages) measured.get(stage)?.push(await measureRound(stage, changesIn(settings)))
  }
  return new Map(Array.from(measured, ([stage, found]) => [stage, found.slice(1)]))
}

async function measureRound({ who, listeners, change }: Stage, changes: number): Promise<Round> {
  const before = await who.child.usage(true)
  const delays: Omit<Round, 'cpu'>[] = []
  let messages = 0
  for (let done = 0; done < changes; done++) {
    await listeners.ask('expecting', { expect: true })
    const arrived = listeners.hear<Arrivals>('arrived')
    const began = Number(process.hrtime.bigint()) / 1e6
    await change()
    const { first, p50, p99, last, messages: more } = await withinPatience(arrived, who.name)
    messages += more
    delays.push({ p50: p50 - began, p99: p99 - began, spread: last - first })
  }
  const cpuMs = (await who.child.usage()).cpuMs - before.cpuMs
  return { cpu: (cpuMs / messages) * 1_000, ...mediansOf(delays) }
}

/** Fails after a timeout, so that a lost subscriber does not block the benchmark forever. */
async function withinPatience<T>(promise: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Not everybody who listens to ${name} heard of a change within ${patienceMs / 1_000} seconds.`))
    }, patienceMs)
  })
  return Promise.race([promise, tooLate]).finally(() => {
    clearTimeout(timer)
  })
}

function figuresOf(size: number, measured: ReadonlyMap<Stage, Round[]>): Figure[] {
  const medians = Array.from(measured, ([stage, rounds]) => ({ stage, ...mediansOf(rounds) }))
  const medianOf = (name: string) => medians.find(({ stage }) => stage.who.name === name)
  const limit = medianOf('raw-ws')?.cpu ?? NaN
  const own = medianOf(alone)?.cpu ?? NaN
  return medians.flatMap(({ stage, cpu, p50, p99, spread }) => {
    const { who, bytesEach } = stage
    if (who.name === alone) return []
    const of = `${size.toLocaleString('en')} listeners: ${who.name}`
    const delay = `delay p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; first to last ${spread.toFixed(0)} ms`
    const beside = `${delay}${memoryOf(bytesEach)}`
    const whole: Figure = { of, value: cpu, unit: 'µs CPU', ratio: cpu / limit, beside }
    if (who.name !== 'Vigía') return [whole]
    const more = (cpu * size - own) / (size - 1)
    const change = `one change costs ${(own / 1_000).toFixed(1)} ms CPU with one listener`
    return [whole, { of: `${of}, each one more`, value: more, unit: 'µs CPU', ratio: more / limit, beside: change }]
  })
}

/** Omitted if not positive: the server released more memory than its subscribers took, so the figure means nothing. */
const memoryOf = (bytes: number) => (bytes > 0 ? `; ${(bytes / 1_024).toFixed(1)} KiB a listener` : '')
