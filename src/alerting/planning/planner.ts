import type { Config } from '../../config.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { FilteredIncident } from '../destinations/destination-filter.ts'
import { forgetEvents, planEvents } from '../events/plan-events.ts'
import { activeMutes } from '../mutes.ts'
import { planDeliveries, type PlannedDestination } from './plan-deliveries.ts'
import { planDigests } from './plan-digests.ts'

/** Writes the messages that are due: incidents, digests and events. */
export function createPlanner(db: RootDatabase, { publicOrigin }: Pick<Config, 'publicOrigin'>) {
  let mayHaveCursors = true

  async function planWebhookEvents(destinations: readonly PlannedDestination[], at: number) {
    const webhooks = destinations.filter(({ type }) => type === 'WEBHOOK').map(({ id }) => id)
    if (webhooks.length > 0) await planEvents(db, webhooks, at)
    else if (mayHaveCursors) await forgetEvents(db)
    mayHaveCursors = webhooks.length > 0
  }

  return {
    /** The destinations that are enabled, with their groups. */
    readDestinations: async (): Promise<PlannedDestination[]> => {
      const where = { disabledAt: null }
      // Counted first: Prisma reads the groups in a separate statement even without destinations, and this runs each
      // tick.
      if ((await db.destination.count({ where })) === 0) return []
      return db.destination.findMany({ where, include: { groups: true }, orderBy: { id: 'asc' } })
    },
    /** Writes what is due to these destinations at a time in milliseconds since 1970. */
    async plan(destinations: readonly PlannedDestination[], at: number): Promise<void> {
      const isSubjectMuted = await activeMutes(db, new Date(at))
      const isMuted = (incident: FilteredIncident) => isSubjectMuted({ ...incident, key: incident.subjectKey })
      const context = { at, publicOrigin, isMuted }
      await planDeliveries(db, destinations, context)
      await planDigests(db, destinations, context)
      await planWebhookEvents(destinations, at)
    },
  }
}

export type Planner = ReturnType<typeof createPlanner>
