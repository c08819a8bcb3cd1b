import { EventEmitter } from 'node:events'

/** What may have changed: the notifications panel, the Endpoints view, or who is signed in. */
export const topics = ['panel', 'inventory', 'sessions'] as const

export type Topic = (typeof topics)[number]

/** Says within the house that something changed, never what: whoever listens reads afresh. */
export function createLive() {
  const emitter = new EventEmitter().setMaxListeners(0)

  return {
    nudge(...topics: Topic[]): void {
      for (const topic of topics) emitter.emit(topic)
    },
    /** Calls back after every nudge of the topic, until the returned function is called. */
    listen(topic: Topic, call: () => void): () => void {
      emitter.on(topic, call)
      return () => {
        emitter.off(topic, call)
      }
    },
  }
}

export type Live = ReturnType<typeof createLive>
