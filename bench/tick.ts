import { startPipeline } from '../src/monitoring/pipeline.ts'
import { bucketMs } from '../src/monitoring/telemetry/buckets.ts'
import { manualClock, type ManualClock } from '../test/support/clock.ts'
import { openFresh } from './database.ts'
import { invent } from './invented.ts'
import { databaseOn, jsonOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { median, timed } from './statistics.ts'

const sizes = [1_000, 10_000]
const samplesEach = 3
const ticksBefore = 3

/** One tick: writes the samples and evaluates the rule for every subject. */
export const tick: Benchmark = {
  name: 'tick',
  about: 'one tick of the judgement, of subjects that all have traffic',
  run: async (settings) => {
    const figures: Figure[] = []
    const servers = settings.server === null ? [null] : [null, settings.server]
    for (const server of servers) for (const size of sizes) figures.push(await measureTick(server, size, settings))
    const json = jsonOf(figures)
    return { title: tick.about, limit: 'the ten seconds between two ticks', figures, json }
  },
}

async function measureTick(server: string | null, size: number, { rounds, tell }: Settings): Promise<Figure> {
  const on = databaseOn(server)
  tell(`${size} subjects on ${on}`)
  await using fresh = await openFresh(server)
  const { db } = fresh.opened
  await invent(fresh.opened, { endpoints: 0, libraries: size, incidents: 0 })
  const clock = manualClock()
  const coordination = await fresh.opened.openCoordination(() => undefined)
  const unheard = () => Promise.resolve()
  const pipeline = await startPipeline({
    db,
    clock,
    coordination,
    notifySubscribers: unheard,
    probed: new Set(),
    environment: 'STG',
    readEndpointMatcher: () => Promise.resolve(() => undefined),
  })
  const all: number[] = []
  for (let round = 0; round < rounds + ticksBefore; round++) {
    observeAll(pipeline, clock, size)
    all.push((await timed(() => clock.advance(bucketMs, pipeline.settled))).ms)
  }
  await pipeline.stop()
  await coordination.close()
  const value = median(all.slice(ticksBefore))
  return { of: `Vigía, ${size.toLocaleString('en')} subjects on ${on}`, value, unit: 'ms', ratio: value / bucketMs }
}

type Pipeline = Awaited<ReturnType<typeof startPipeline>>

function observeAll({ observe }: Pipeline, clock: ManualClock, size: number) {
  for (let subject = 1; subject <= size; subject++)
    for (let sample = 0; sample < samplesEach; sample++)
      observe('LIBRERIAS', `B-${subject}`, { at: clock.now() + sample, ok: true, durationMs: 20 + (subject % 300) })
}
