import { EventEmitter } from 'node:events'

/** What may have changed: the notifications panel, the Endpoints view, who is signed in, or which messages wait. */
export const topics = ['panel', 'inventory', 'sessions', 'inbound'] as const

export type Topic = (typeof topics)[number]

/** Says within the house that something changed, never what: whoever listens reads afresh. */
export function createChangeBus() {
  const emitter = new EventEmitter().setMaxListeners(0)
  const generations: Record<Topic, number> = { panel: 0, inventory: 0, sessions: 0, inbound: 0 }

  return {
    publish(...topics: Topic[]): void {
      for (const topic of topics) {
        generations[topic] += 1
        emitter.emit(topic)
      }
    },
    /** How often the topic was nudged: what was read at another generation may be out of date. */
    generation: (topic: Topic): number => generations[topic],
    /** Calls back after every nudge of the topic, until the returned function is called. */
    listen(topic: Topic, call: () => void): () => void {
      emitter.on(topic, call)
      return () => {
        emitter.off(topic, call)
      }
    },
  }
}

export type Live = ReturnType<typeof createChangeBus>

/** Reads once a generation of the topic, however many ask; never less fresh than the moment of asking. */
export function memoizeByGeneration<T>(live: Live, topic: Topic, read: () => Promise<T>): () => Promise<T> {
  let last: { generation: number; value: Promise<T> } | null = null
  return () => {
    const generation = live.generation(topic)
    if (last?.generation === generation) return last.value
    const present = { generation, value: read() }
    last = present
    // What failed is read again by the next one who asks.
    present.value.catch(() => {
      if (last === present) last = null
    })
    return present.value
  }
}
