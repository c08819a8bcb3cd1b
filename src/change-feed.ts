import type { Clock } from './lib/clock.ts'
import type { RootDatabase } from './database/database.ts'
import { readRevisions, type View } from './database/revision.ts'
import type { OpenCoordination, Coordination } from './database/coordination.ts'
import type { Live } from './lib/change-bus.ts'
import { log } from './lib/log.ts'

/** Polling intervals that cover lost notifications. */
const lookEveryMs = 2_000
const lookAtSessionsEveryMs = 4_000

/** Coordination with the other instances; `look` polls the revisions at once and publishes the views that changed. */
export type ChangeFeed = Coordination & { look: () => Promise<void> }

type ChangeFeedDeps = { db: RootDatabase; live: Live; clock: Clock; openSignals: OpenCoordination }

/**
 * Publishes changes of any instance on the change bus of this one: at once on a notification, or at the next poll if
 * the notification was lost.
 */
export async function startChangeFeed({ db, live, clock, openSignals }: ChangeFeedDeps): Promise<ChangeFeed> {
  const told = new Map<View, number>()
  let looking: Promise<void> | null = null
  const signals = await openSignals((...topics) => {
    live.publish(...topics)
  })
  const stopLooking = clock.every(lookEveryMs, (at) => {
    looking ??= look().finally(() => (looking = null))
    if (at % lookAtSessionsEveryMs === 0) live.publish('sessions')
  })

  async function look() {
    const revisions = await readRevisions(db).catch(tellFailure)
    for (const [view, revision] of revisions) {
      if (told.get(view) !== revision) live.publish(view)
      told.set(view, revision)
    }
  }

  return {
    ...signals,
    look,
    async close() {
      stopLooking()
      await looking
      await signals.close()
    },
  }
}

function tellFailure(error: unknown): Map<View, number> {
  log.debug({ err: error }, 'it cannot be seen whether something changed; trying again')
  return new Map()
}
