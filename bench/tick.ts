import { bucketMs } from '../src/monitoring/telemetry/buckets.ts'
import { manualClock } from '../test/support/clock.ts'
import { givenPipeline } from '../test/support/monitoring/pipeline.ts'
import { openFresh } from './database.ts'
import { invent } from './invented.ts'
import { databaseOn, jsonOf, serversOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { median, timed } from './statistics.ts'
import { observeLibraries } from './traffic.ts'

const sizes = [1_000, 10_000]
const ticksBefore = 3

/** One tick: writes the samples and evaluates the rule for every subject. */
export const tick: Benchmark = {
  name: 'tick',
  about: 'one evaluation tick, of subjects that all have traffic',
  run: async (settings) => {
    const figures: Figure[] = []
    for (const server of serversOf(settings))
      for (const size of sizes) figures.push(await measureTick(server, size, settings))
    const json = jsonOf(figures)
    return { title: tick.about, limit: 'the ten seconds between two ticks', figures, json }
  },
}

async function measureTick(server: string | null, size: number, { rounds, tell }: Settings): Promise<Figure> {
  const on = databaseOn(server)
  tell(`${size} subjects on ${on}`)
  await using fresh = await openFresh(server)
  await invent(fresh.opened, { endpoints: 0, libraries: size, incidents: 0 })
  const clock = manualClock()
  const pipeline = await givenPipeline(fresh.opened, clock)
  const all: number[] = []
  for (let round = 0; round < rounds + ticksBefore; round++) {
    observeLibraries(pipeline, clock, { first: 1, step: 1, size })
    all.push((await timed(() => clock.advance(bucketMs, pipeline.settled))).ms)
  }
  await pipeline.stop()
  const value = median(all.slice(ticksBefore))
  return { of: `Vigía, ${size.toLocaleString('en')} subjects on ${on}`, value, unit: 'ms', ratio: value / bucketMs }
}
