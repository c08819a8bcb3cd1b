import { openDatabase } from '../../src/database/open.ts'
import { bucketMs } from '../../src/monitoring/telemetry/buckets.ts'
import { manualClock } from '../../test/support/clock.ts'
import { givenPipeline } from '../../test/support/monitoring/pipeline.ts'
import { timed } from '../statistics.ts'
import { observeLibraries, type Traffic } from '../traffic.ts'

/** The duration of one tick of this instance. */
export type Ticked = { ms: number }

const [, , databaseUrl = '', startAt = ''] = process.argv
const clock = manualClock(Number(startAt))
const pipeline = await givenPipeline(await openDatabase({ databaseUrl, dataDir: '' }, 0), clock)

process.on('message', ({ observe, tick }: { observe?: Traffic; tick?: boolean }) => {
  if (observe) {
    observeLibraries(pipeline, clock, observe)
    process.send?.({ observed: true })
  }
  if (tick) void passTick().then((ticked) => process.send?.({ ticked }))
})
process.send?.({ ready: true })

async function passTick(): Promise<Ticked> {
  const { ms } = await timed(() => clock.advance(bucketMs, pipeline.evaluated))
  // The rolling up that a tick starts once a minute is not part of it.
  await pipeline.settled()
  return { ms }
}
