import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase } from './database.ts'
import { inventDatabase } from './invented.ts'
import { startNode } from './processes/child.ts'
import { createOpened } from './processes/opened.ts'
import { jsonOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { median, mediansOf, ratioOf } from './statistics.ts'
import { openFolder, launchVigia } from './vigia.ts'

const bare = `require('node:http').createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1', () => process.send({ ready: true }))`
const empty = 'PGlite, first start'
const small = 'PGlite again, 9 endpoints'
const large = 'PGlite again, 9 endpoints and 12,000 libraries'
const serverEmpty = 'PostgreSQL, first start'
const serverAgain = 'PostgreSQL again, 9 endpoints'
const limit = 'a bare server'

/** Waiting for the memory of an idle process, in multiples of `seconds`: until then garbage of the start is collected. */
const idleFactor = 10

/** The time from the start of the process until it is ready, its memory at that point, and when it has been idle. */
export const start: Benchmark = {
  name: 'start',
  about: 'from the start of the process until `/readyz` answers 200, and the memory of an idle process',
  run: async (settings) => {
    await using opened = createOpened()
    const { path } = opened.use(await openFolder())
    const figures = figuresOf(await measureStarts(path, settings))
    const json = jsonOf(figures)
    return { title: start.about, limit: "Node's own HTTP server, started the same way", figures, json }
  },
}

/** Memory in MiB when the process is ready, and when it has been idle; only measured for one start on each database. */
type Started = { ms: number; cpuMs: number; rssMiB: number; idleMiB?: number }

type Measured = Map<string, Started[]>

async function measureStarts(path: string, settings: Settings): Promise<Measured> {
  const { rounds, tell } = settings
  tell('the databases are being invented')
  await inventDatabase(join(path, small), { endpoints: 0, libraries: 0, incidents: 0 })
  await inventDatabase(join(path, large), { endpoints: 0, libraries: 12_000, incidents: 0 })
  const measured: Measured = new Map()
  const add = (name: string, one: Started) => measured.set(name, [...(measured.get(name) ?? []), one])
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`)
    add(limit, await startBare(settings))
    await measureEmbedded(path, settings, add)
    await measureOnServer(path, settings, add)
  }
  return measured
}

type Add = (name: string, one: Started) => void

async function measureEmbedded(path: string, settings: Settings, add: Add) {
  const copies = join(path, 'copies')
  for (const name of [small, large]) await cp(join(path, name), join(copies, name), { recursive: true })
  add(empty, await startOnce(join(copies, empty)))
  add(small, await startOnce(join(copies, small), { settings }))
  add(large, await startOnce(join(copies, large)))
  await rm(copies, { recursive: true })
}

async function measureOnServer(path: string, settings: Settings, add: Add) {
  if (settings.server === null) return
  await using database = await createDatabase(settings.server)
  const databaseUrl = database.url
  add(serverEmpty, await startOnce(path, { databaseUrl }))
  add(serverAgain, await startOnce(path, { databaseUrl, settings }))
}

/** Starts Vigía once; with `settings` it also waits until it has been idle. */
async function startOnce(
  dataDir: string,
  { databaseUrl, settings }: { databaseUrl?: string; settings?: Settings } = {},
): Promise<Started> {
  await using vigia = await launchVigia(dataDir, { core: 'all', ...(databaseUrl && { databaseUrl }) })
  return { ms: vigia.readyMs, ...(await seen(vigia, settings)) }
}

async function startBare(settings: Settings): Promise<Started> {
  const began = performance.now()
  await using child = startNode(['--eval', bare], { core: 'all' })
  await child.hear('ready')
  return { ms: performance.now() - began, ...(await seen(child, settings)) }
}

async function seen(child: Pick<ReturnType<typeof startNode>, 'usage'>, settings?: Settings) {
  const { cpuMs, rssBytes } = await child.usage()
  const atStart = { cpuMs, rssMiB: rssBytes / 1_024 ** 2 }
  if (!settings) return atStart
  await new Promise((resolve) => setTimeout(resolve, settings.seconds * idleFactor * 1_000))
  return { ...atStart, idleMiB: (await child.usage()).rssBytes / 1_024 ** 2 }
}

function figuresOf(measured: Measured): Figure[] {
  const limits = measured.get(limit) ?? []
  const starts = Array.from(measured, ([of, rounds]) => {
    const { ms, cpuMs, rssMiB } = mediansOf(rounds.map((one) => ({ ms: one.ms, cpuMs: one.cpuMs, rssMiB: one.rssMiB })))
    const times = [rounds.map((one) => one.ms), limits.map((one) => one.ms)] as const
    const cpu = [rounds.map((one) => one.cpuMs), limits.map((one) => one.cpuMs)] as const
    const beside = `${cpuMs.toFixed(0)} ms CPU, ${ratioOf(...cpu).toFixed(0)} ×; ${rssMiB.toFixed(0)} MiB resident`
    return { of, value: ms, unit: 'ms', ratio: ratioOf(...times), beside }
  })
  return [...starts, ...idleFigures(measured, idleOf(limits))]
}

const idleOf = (rounds: readonly Started[]) => rounds.flatMap(({ idleMiB }) => idleMiB ?? [])

const idleFigures = (measured: Measured, limits: readonly number[]) =>
  Array.from(measured, ([name, rounds]) => ({ of: `memory when idle: ${name}`, idle: idleOf(rounds) }))
    .filter(({ idle }) => idle.length > 0)
    .map(({ of, idle }) => ({ of, value: median(idle), unit: 'MiB', ratio: ratioOf(idle, limits) }))
