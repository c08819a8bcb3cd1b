import { EventEmitter } from 'node:events'

/**
 * Topics of changes: the notifications panel, the Endpoints view, sessions and roles, waiting inbound messages, and the
 * progress of replays.
 */
export const topics = ['panel', 'inventory', 'sessions', 'inbound', 'replays'] as const

export type Topic = (typeof topics)[number]

/** In-process publish/subscribe of changes. A message carries no data: subscribers read the current state. */
export function createChangeBus() {
  const emitter = new EventEmitter().setMaxListeners(0)
  const generations: Record<Topic, number> = { panel: 0, inventory: 0, sessions: 0, inbound: 0, replays: 0 }

  return {
    publish(...topics: Topic[]): void {
      for (const topic of topics) {
        generations[topic] += 1
        emitter.emit(topic)
      }
    },
    /** Number of times the topic was published: data read at another generation may be stale. */
    generation: (topic: Topic): number => generations[topic],
    /** Calls back at every publish of the topic, until the returned function is called. */
    listen(topic: Topic, call: () => void): () => void {
      emitter.on(topic, call)
      return () => {
        emitter.off(topic, call)
      }
    },
  }
}

export type ChangeBus = ReturnType<typeof createChangeBus>

/** Caches the result of a read until the topic is published: a caller never gets data older than the last publish. */
export function memoizeByGeneration<T>(changeBus: ChangeBus, topic: Topic, read: () => Promise<T>): () => Promise<T> {
  let last: { generation: number; value: Promise<T> } | null = null
  return () => {
    const generation = changeBus.generation(topic)
    if (last?.generation === generation) return last.value
    const present = { generation, value: read() }
    last = present
    // A failure is not cached: the next call reads again.
    present.value.catch(() => {
      if (last === present) last = null
    })
    return present.value
  }
}
