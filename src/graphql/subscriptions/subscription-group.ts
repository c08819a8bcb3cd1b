import { setImmediate as breathe } from 'node:timers/promises'
import { createSerialQueue } from '../../lib/serial-queue.ts'
import { memoizeByGeneration, type Live, type Topic } from '../../lib/change-bus.ts'
import { messageTail } from './ws-frame.ts'
import { fullMessage, type Subscriber, type BroadcastMessage } from './subscriber.ts'

/** Definition of a subscription group; `name` contains everything the result depends on. */
export type SubscriptionSpec = { name: string; topic: Topic; execute: () => Promise<string> }

/** Subscribers notified before yielding to the event loop. */
const atOnce = 1_000

/**
 * Creates a subscription group: equal subscriptions of equally entitled operators, which share one result per change.
 * An unchanged result is not sent again.
 */
export function createChannel(live: Live, { name, topic, execute }: SubscriptionSpec) {
  const listeners = new Map<string, Set<Subscriber>>()
  const present = resultOf(live, { topic, execute })

  return {
    name,
    topic,
    isEmpty: () => listeners.size === 0,
    /** Adds a subscriber, then sends the current result. It is added before the read, so that no change is lost. */
    async join(listener: Subscriber): Promise<void> {
      const alike = listeners.get(listener.id)
      if (alike) alike.add(listener)
      else listeners.set(listener.id, new Set([listener]))
      const telling = await present()
      // The subscriber may have left meanwhile.
      if (listeners.get(listener.id)?.has(listener)) listener.tell(telling, null)
    },
    leave(listener: Subscriber): void {
      const alike = listeners.get(listener.id)
      alike?.delete(listener)
      if (alike?.size === 0) listeners.delete(listener.id)
    },
    /** Sends the current result to all subscribers. */
    async publish(): Promise<void> {
      const telling = await present()
      let told = 0
      for (const [id, alike] of listeners) {
        const whole = alike.size > 1 ? fullMessage(id, telling) : null
        for (const listener of alike) listener.tell(telling, whole)
        if ((told += alike.size) % atOnce < alike.size) await breathe()
      }
    },
    /** Disconnects subscribers whose result has been waiting since before `before`, in milliseconds since 1970. */
    dropSlowSubscribers(before: number): void {
      for (const listener of [...listeners.values()].flatMap((alike) => [...alike]))
        if (listener.behindSince !== null && listener.behindSince < before) listener.hangUp()
    },
  }
}

/**
 * Returns a function that reads the current result once per change. One read runs at a time, and requests meanwhile
 * share the next: of two concurrent reads, the earlier could end last and its stale result be sent as the newest.
 */
function resultOf(
  live: Live,
  { topic, execute }: Pick<SubscriptionSpec, 'topic' | 'execute'>,
): () => Promise<BroadcastMessage> {
  const enqueue = createSerialQueue()
  let newest: BroadcastMessage = { serial: 0, end: Buffer.alloc(0) }
  let next: Promise<BroadcastMessage> | null = null

  async function read(): Promise<BroadcastMessage> {
    next = null
    const end = messageTail(await execute())
    if (!end.equals(newest.end)) newest = { serial: newest.serial + 1, end }
    return newest
  }

  return memoizeByGeneration(live, topic, () => (next ??= enqueue(read)))
}

export type SubscriptionGroup = ReturnType<typeof createChannel>
