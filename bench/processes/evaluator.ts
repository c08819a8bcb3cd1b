import { openDatabase } from '../../src/database/open.ts'
import { startPipeline } from '../../src/monitoring/pipeline.ts'
import { bucketMs } from '../../src/monitoring/telemetry/buckets.ts'
import { manualClock } from '../../test/support/clock.ts'

/** What one instance evaluated at a tick, and what the tick took. */
export type Ticked = { ms: number }

/** The libraries whose samples arrive at an instance: every `step`-th of `size`, from `first` on. */
export type Traffic = { first: number; step: number; size: number }

const samplesEach = 3

const [, , databaseUrl = '', startAt = ''] = process.argv
const clock = manualClock(Number(startAt))
const { db, openCoordination } = await openDatabase({ databaseUrl, dataDir: '' }, 0)
const pipeline = await startPipeline({
  db,
  clock,
  coordination: await openCoordination(() => undefined),
  notifySubscribers: () => Promise.resolve(),
  probed: new Set(),
  environment: 'STG',
  readEndpointMatcher: () => Promise.resolve(() => undefined),
})

process.on('message', ({ observe, tick }: { observe?: Traffic; tick?: boolean }) => {
  if (observe) process.send?.({ observed: observeEach(observe) })
  if (tick) void passTick().then((ticked) => process.send?.({ ticked }))
})
process.send?.({ ready: true })

function observeEach({ first, step, size }: Traffic): number {
  for (let subject = first; subject <= size; subject += step)
    for (let sample = 0; sample < samplesEach; sample++)
      pipeline.observe('LIBRERIAS', `B-${subject}`, {
        at: clock.now() + sample,
        ok: true,
        durationMs: 20 + (subject % 300),
      })
  return size
}

async function passTick(): Promise<Ticked> {
  const began = performance.now()
  await clock.advance(bucketMs, pipeline.settled)
  return { ms: performance.now() - began }
}
