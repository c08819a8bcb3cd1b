import { openDatabase } from '../src/database/open.ts'
import { bucketMs } from '../src/monitoring/telemetry/buckets.ts'
import { createDatabase } from './database.ts'
import { invent } from './invented.ts'
import { startReady, type Child } from './processes/child.ts'
import type { Ticked } from './processes/evaluator.ts'
import { jsonOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { median } from './statistics.ts'

const cases = [10_000, 100_000].flatMap((size) => [1, 2].map((instances) => ({ size, instances })))
const ticksBefore = 3

/** One tick of one instance, and of two that share the subjects; samples of each subject arrive at one of them. */
export const shards: Benchmark = {
  name: 'shards',
  about: 'one tick of all subjects, by one instance and by two on one PostgreSQL',
  run: async (settings) => {
    const { server } = settings
    const figures: Figure[] = []
    if (server !== null) for (const one of cases) figures.push(await measure(server, one, settings))
    return { title: shards.about, limit: 'the ten seconds between two ticks', figures, json: jsonOf(figures) }
  },
}

async function measure(
  server: string,
  { size, instances }: (typeof cases)[number],
  { rounds, tell }: Settings,
): Promise<Figure> {
  tell(`${size} subjects, ${instances} instances`)
  await using database = await createDatabase(server)
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: '' }, 0)
  await invent(opened, { endpoints: 0, libraries: size, incidents: 0 })
  await opened.close()
  const startAt = String(Math.floor(Date.now() / 60_000) * 60_000)
  const children: Child[] = []
  const ticks: { ms: number; cpuMs: number }[] = []
  try {
    for (let instance = 0; instance < instances; instance++) {
      const { child } = await startReady('processes/evaluator.ts', { core: 'all', args: [database.url, startAt] })
      children.push(child)
    }
    for (let round = 0; round < rounds + ticksBefore; round++) ticks.push(await passTick(children, size))
  } finally {
    for (const child of children) await child[Symbol.asyncDispose]()
  }
  const measured = ticks.slice(ticksBefore)
  const value = median(measured.map(({ ms }) => ms))
  const cpuMs = median(measured.map((tick) => tick.cpuMs))
  return {
    of: `Vigía, ${size.toLocaleString('en')} subjects, ${instances === 1 ? 'one instance' : `${instances} instances`}`,
    value,
    unit: 'ms',
    ratio: value / bucketMs,
    beside: `${Math.round(cpuMs)} ms CPU of all instances`,
  }
}

/** Records the samples, then advances all instances by one tick concurrently; the slowest one counts. */
async function passTick(children: readonly Child[], size: number) {
  await Promise.all(
    children.map((child, index) =>
      child.ask('observed', { observe: { first: index + 1, step: children.length, size } }),
    ),
  )
  const before = await cpuOf(children)
  const ticked = await Promise.all(children.map((child) => child.ask<Ticked>('ticked', { tick: true })))
  return { ms: Math.max(...ticked.map(({ ms }) => ms)), cpuMs: (await cpuOf(children)) - before }
}

async function cpuOf(children: readonly Child[]): Promise<number> {
  const used = await Promise.all(children.map((child) => child.usage()))
  return used.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}
