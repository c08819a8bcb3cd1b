import type { Config } from '../../config.ts'
import type { RootDatabase } from '../../database/database.ts'
import { planEvents } from '../events/plan-events.ts'
import { planDeliveries, type PlannedDestination } from './plan-deliveries.ts'
import { planDigests } from './plan-digests.ts'
import { readMutes } from './standing.ts'

/** Writes the messages that are due: incidents, digests and events. */
export const createPlanner = (db: RootDatabase, { publicOrigin }: Pick<Config, 'publicOrigin'>) => ({
  /** The destinations that are enabled, with their groups. */
  readDestinations: async (): Promise<PlannedDestination[]> => {
    const where = { disabledAt: null }
    // The count comes first: Prisma reads the groups in a separate statement even without destinations, and this runs
    // at each tick.
    if ((await db.destination.count({ where })) === 0) return []
    return db.destination.findMany({ where, include: { groups: true }, orderBy: { id: 'asc' } })
  },
  /** Writes the messages due for these destinations at a time in milliseconds since 1970. */
  async plan(destinations: readonly PlannedDestination[], at: number): Promise<void> {
    if (destinations.length > 0) {
      const context = { at, publicOrigin, isMuted: await readMutes(db, at) }
      await planDeliveries(db, destinations, context)
      await planDigests(db, destinations, context)
    }
    await planEvents(db, destinations, at)
  },
})

export type Planner = ReturnType<typeof createPlanner>
