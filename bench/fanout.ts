import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPeer, type Contestant } from './contestants.ts'
import { inventDatabase } from './invented.ts'
import { startReady, type Child } from './processes/child.ts'
import type { Arrivals } from './processes/listeners.ts'
import { createOpened, type Opened } from './processes/opened.ts'
import type { Benchmark, Figure, Result, Settings } from './result.ts'
import { mediansOf } from './statistics.ts'
import { askVigia, openFolder, startVigia, type Vigia } from './vigia.ts'

const sizes = [1_000, 5_000]
const changesAlone = 30
const patienceMs = 60_000
const counts = 'notifications { revision badge profileBadge categories { id kind severity title description count } }'

/** The panel pushed to everybody who listens, after each change. */
export const fanout: Benchmark = {
  name: 'fanout',
  about: `the panel's counts pushed to ${sizes.map((size) => size.toLocaleString('en')).join(' and ')} listeners`,
  run: async (settings) => {
    const figures: Figure[] = []
    for (const size of sizes) figures.push(...(await measureSize(size, settings)))
    const json = Object.fromEntries(figures.map(({ of, ...figure }) => [of, figure]))
    return {
      title: fanout.about,
      limit: 'one prepared message, sent to each socket by `ws`',
      figures,
      json,
    } satisfies Result
  },
}

/** A server with its listeners, and the way to change something there. */
type Stage = { who: Contestant; listeners: Child; change: () => Promise<unknown>; bytesEach: number }

async function measureSize(size: number, settings: Settings): Promise<Figure[]> {
  await using opened = createOpened()
  const { path } = opened.use(await openFolder())
  const changes = changesIn(settings)
  const incidents = await inventDatabase(path, {
    endpoints: 0,
    libraries: 100,
    incidents: changes * (settings.rounds + 1) + 2 * changesAlone,
  })
  const vigia = opened.use(await startVigia(path))
  const left = incidents.values()
  const change = () => resolveOne(vigia, left.next().value ?? '')
  const own = await costOfChange(vigia, change)
  const file = join(path, 'answer.json')
  await writeFile(file, JSON.stringify({ data: await askVigia(vigia, `{ ${counts} }`) }))

  const stages: Stage[] = []
  for (const name of ['raw-ws', 'graphql-ws']) {
    const peer = await startPeer(name, { ANSWER: file })
    opened.use(peer.child)
    const publish = () => {
      peer.child.tell({ publish: true })
      return Promise.resolve()
    }
    stages.push(await openStage(opened, { who: peer, change: publish, size, cookie: '' }, settings))
  }
  const ours = { name: 'Vigía', child: vigia, url: vigia.url }
  stages.unshift(await openStage(opened, { who: ours, change, size, cookie: vigia.cookie }, settings))
  return figuresOf(size, await measureStages(stages, settings), { stages, own })
}

const changesIn = ({ seconds }: Settings) => Math.max(3, Math.round(seconds * 3))

const resolveOne = (vigia: Vigia, id: string) =>
  askVigia(vigia, 'mutation ($id: ID!) { resolveIncident(id: $id, reason: "benchmark", force: true) { id } }', { id })

/** CPU of one change while nobody listens, in milliseconds. */
async function costOfChange(vigia: Vigia, change: () => Promise<unknown>): Promise<number> {
  for (let done = 0; done < changesAlone; done++) await change()
  const before = await vigia.usage(true)
  for (let done = 0; done < changesAlone; done++) await change()
  return ((await vigia.usage()).cpuMs - before.cpuMs) / changesAlone
}

type Wanted = { who: Contestant; change: () => Promise<unknown>; size: number; cookie: string }

async function openStage(opened: Opened, { who, change, size, cookie }: Wanted, { tell }: Settings): Promise<Stage> {
  tell(`${size} listeners of ${who.name} are connecting`)
  const { child: listeners } = await startReady('processes/listeners.ts', { core: 'load' })
  opened.use(listeners)
  const before = await who.child.usage(true)
  const query = `subscription { ${counts} }`
  await listeners.ask('opened', { open: { url: who.url, count: size, cookie, query } })
  const after = await who.child.usage(true)
  return { who, listeners, change, bytesEach: (after.rssBytes - before.rssBytes) / size }
}

/** One round at one server: CPU for each message in microseconds, and the delays in milliseconds. */
type Round = { cpu: number; changeCpu: number; p50: number; p99: number; spread: number }

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
  const delays: Omit<Round, 'cpu' | 'changeCpu'>[] = []
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
  return { cpu: (cpuMs / messages) * 1_000, changeCpu: changes / messages, ...mediansOf(delays) }
}

/** A listener that was lost is not waited for for ever. */
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

type Beside = { stages: readonly Stage[]; own: number }

function figuresOf(size: number, measured: ReadonlyMap<Stage, Round[]>, { own }: Beside): Figure[] {
  const medians = Array.from(measured, ([stage, rounds]) => ({ stage, ...mediansOf(rounds) }))
  const limit = medians.find(({ stage }) => stage.who.name === 'raw-ws')?.cpu ?? NaN
  return medians.flatMap(({ stage: { who, bytesEach }, cpu, changeCpu, p50, p99, spread }) => {
    const of = `${size.toLocaleString('en')} listeners: ${who.name}`
    const beside = `delay p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; first to last ${spread.toFixed(0)} ms; ${(bytesEach / 1_024).toFixed(1)} KiB a listener`
    const whole: Figure = { of, value: cpu, unit: 'µs CPU', ratio: cpu / limit, beside }
    if (who.name !== 'Vigía') return [whole]
    const less = cpu - changeCpu * own * 1_000
    const change = `one change costs ${own.toFixed(1)} ms CPU`
    return [
      whole,
      { of: `${of}, less the changes' own cost`, value: less, unit: 'µs CPU', ratio: less / limit, beside: change },
    ]
  })
}
