import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inventDatabase } from './invented.ts'
import { startNode } from './processes/child.ts'
import { createOpened } from './processes/opened.ts'
import { jsonOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { mediansOf } from './statistics.ts'
import { openFolder, launchVigia } from './vigia.ts'

const bare = `require('node:http').createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1', () => process.send({ ready: true }))`
const empty = 'Vigía, first start'
const small = 'Vigía again, 9 endpoints'
const large = 'Vigía again, 9 endpoints and 12,000 libraries'
const limit = 'a bare server'

/** The time from the start of the process until it is ready, and its memory at that point. */
export const start: Benchmark = {
  name: 'start',
  about: 'from the start of the process until `/readyz` answers 200, on the embedded database',
  run: async (settings) => {
    await using opened = createOpened()
    const { path } = opened.use(await openFolder())
    const measured = await measureStarts(path, settings)
    const figures = figuresOf(measured)
    const json = jsonOf(figures)
    return { title: start.about, limit: "Node's own HTTP server, started the same way", figures, json }
  },
}

type Started = { ms: number; cpuMs: number; rssMiB: number }

async function measureStarts(path: string, { rounds, tell }: Settings): Promise<Map<string, Started[]>> {
  tell('the databases are being invented')
  await inventDatabase(join(path, small), { endpoints: 0, libraries: 0, incidents: 0 })
  await inventDatabase(join(path, large), { endpoints: 0, libraries: 12_000, incidents: 0 })
  const measured = new Map<string, Started[]>([limit, empty, small, large].map((name) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`)
    const copies = join(path, `round-${round}`)
    for (const name of [small, large]) await cp(join(path, name), join(copies, name), { recursive: true })
    for (const [name, all] of measured)
      all.push(name === limit ? await startBare() : await startOnce(join(copies, name)))
    await rm(copies, { recursive: true })
  }
  return measured
}

async function startOnce(dataDir: string): Promise<Started> {
  await using vigia = await launchVigia(dataDir, 'all')
  return { ms: vigia.readyMs, ...(await seen(vigia)) }
}

async function startBare(): Promise<Started> {
  const began = performance.now()
  await using child = startNode(['--eval', bare], { core: 'all' })
  await child.hear('ready')
  return { ms: performance.now() - began, ...(await seen(child)) }
}

async function seen(child: Pick<ReturnType<typeof startNode>, 'usage'>) {
  const { cpuMs, rssBytes } = await child.usage()
  return { cpuMs, rssMiB: rssBytes / 1_024 ** 2 }
}

function figuresOf(measured: ReadonlyMap<string, Started[]>): Figure[] {
  const fastest = mediansOf(measured.get(limit) ?? []).ms
  return Array.from(measured, ([of, rounds]) => {
    const { ms, cpuMs, rssMiB } = mediansOf(rounds)
    const beside = `${cpuMs.toFixed(0)} ms CPU, ${rssMiB.toFixed(0)} MiB resident`
    return { of, value: ms, unit: 'ms', ratio: ms / fastest, beside }
  })
}
