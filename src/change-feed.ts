import type { Clock } from './lib/clock.ts'
import type { RootDatabase } from './database/database.ts'
import { readRevisions, type View } from './database/revision.ts'
import type { Coordination } from './database/coordination/coordination.ts'
import type { ChangeBus } from './lib/change-bus.ts'
import { log } from './lib/log.ts'

/** Interval at which the revisions are read on a server, because its notifications can be lost. */
const pollEveryMs = 2_000

/** Interval at which sessions are read again, because they also end by time. */
const pollSessionsEveryMs = 4_000

/** Coordination with the other instances; `pollRevisions` publishes the views that changed. */
export type ChangeFeed = Coordination & { pollRevisions: () => Promise<void> }

type ChangeFeedDeps = { db: RootDatabase; changeBus: ChangeBus; clock: Clock; coordination: Coordination }

/**
 * Publishes changes of any instance on this instance's change bus. Notifications publish a change at once; polling
 * publishes it later if its notification was lost.
 */
export function startChangeFeed({ db, changeBus, clock, coordination }: ChangeFeedDeps): ChangeFeed {
  const published = new Map<View, number>()
  let polling: Promise<void> | null = null
  const isOnServer = coordination.readTime !== null
  const stopPolling = clock.every(pollEveryMs, (at) => {
    if (isOnServer) polling ??= pollRevisions().finally(() => (polling = null))
    if (at % pollSessionsEveryMs === 0) changeBus.publish('sessions')
  })

  async function pollRevisions() {
    const revisions = await readRevisions(db).catch(logFailure)
    for (const [view, revision] of revisions) {
      if (published.get(view) !== revision) changeBus.publish(view)
      published.set(view, revision)
    }
  }

  return {
    ...coordination,
    pollRevisions,
    async close() {
      stopPolling()
      await polling
      await coordination.close()
    },
  }
}

function logFailure(error: unknown): Map<View, number> {
  log.debug({ err: error }, 'the revisions could not be read; trying again')
  return new Map()
}
