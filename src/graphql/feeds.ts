import { Repeater, SlidingBuffer } from '@repeaterjs/repeater'
import type { RootDatabase } from '../database/database.ts'
import type { Live, Topic } from '../live.ts'
import { log } from '../log.ts'
import { readPanel, type Panel } from '../monitoring/notifications/notifications.ts'
import { readRevision } from '../database/revision.ts'

/** Changes within this many milliseconds are one message. Source: docs/health.md, "The push". */
const gatherMs = 250
const retryMs = 1_000

type Revised = { revision: number }
type Listener<T> = { told: number; push: (value: T) => unknown }

/** The two views one may listen to. */
export function createFeeds(db: RootDatabase, live: Live) {
  const panel = createFeed<Panel>(live, 'panel', () => readPanel(db))
  const inventory = createFeed(live, 'inventory', async () => ({ revision: await readRevision(db, 'inventory') }))
  return {
    panel,
    inventory,
    stop() {
      panel.stop()
      inventory.stop()
    },
  }
}

export type Feeds = ReturnType<typeof createFeeds>

/**
 * A view as it is now, and again after every change: read once per change, however many listen. Whoever reads slowly
 * skips what lies between and gets the newest; nobody gets an older revision after a newer one.
 */
function createFeed<T extends Revised>(live: Live, topic: Topic, read: () => Promise<T>) {
  const listeners = new Set<Listener<T>>()
  let waiting: NodeJS.Timeout | undefined
  const stopListening = live.listen(topic, () => {
    if (listeners.size > 0) waiting ??= setTimeout(tell, gatherMs)
  })

  function tell() {
    waiting = undefined
    read().then(
      (value) => {
        for (const listener of listeners) offer(listener, value)
      },
      (error: unknown) => {
        log.warn({ err: error, topic }, 'a view cannot be read; trying again')
        waiting ??= setTimeout(tell, retryMs)
      },
    )
  }

  return {
    /** Listening begins before the first read, so nothing is lost between. */
    listen: (): Repeater<T> =>
      new Repeater<T>(async (push, end) => {
        const listener: Listener<T> = { told: -1, push }
        listeners.add(listener)
        void end.then(() => listeners.delete(listener))
        offer(listener, await read())
        await end
      }, new SlidingBuffer(1)),
    stop() {
      stopListening()
      clearTimeout(waiting)
    },
  }
}

function offer<T extends Revised>(listener: Listener<T>, value: T) {
  if (value.revision <= listener.told) return
  listener.told = value.revision
  void listener.push(value)
}
