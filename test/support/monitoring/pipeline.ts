import { withHorizon } from '../../../src/inventory/endpoint-matcher.ts'
import { startPipeline } from '../../../src/monitoring/pipeline.ts'
import type { ManualClock } from '../clock.ts'
import type { GivenDatabase } from '../database/database.ts'

/** The pipeline of one instance: it takes samples in and evaluates as the clock moves. */
export async function givenPipeline(
  { db, openCoordination }: Pick<GivenDatabase, 'db' | 'openCoordination'>,
  clock: ManualClock,
) {
  const coordination = await openCoordination(() => undefined)
  const pipeline = await startPipeline({
    db,
    clock,
    coordination,
    notifySubscribers: () => Promise.resolve(),
    probed: new Set(),
    environment: 'STG',
    readEndpointMatcher: () => Promise.resolve(withHorizon(() => undefined, 0n)),
  })
  const stop = async () => {
    await pipeline.stop()
    await coordination.close()
  }
  return { ...pipeline, stop }
}

export type GivenPipeline = Awaited<ReturnType<typeof givenPipeline>>
