import { setImmediate as breathe } from 'node:timers/promises'
import { createSerialQueue } from '../../lib/serial-queue.ts'
import { memoizeByGeneration, type Live, type Topic } from '../../lib/change-bus.ts'
import { messageTail } from './ws-frame.ts'
import { fullMessage, type Subscriber, type BroadcastMessage } from './subscriber.ts'

/** What a listener asked, by everything that makes its answer another. */
export type SubscriptionSpec = { name: string; topic: Topic; execute: () => Promise<string> }

/** So many are told before others get their turn. */
const atOnce = 1_000

/**
 * All who asked the same and may read the same: one result a change for all of them. A result that is the same as the one
 * before is not told again.
 */
export function createChannel(live: Live, { name, topic, execute }: SubscriptionSpec) {
  const listeners = new Map<string, Set<Subscriber>>()
  const present = resultOf(live, { topic, execute })

  return {
    name,
    topic,
    isEmpty: () => listeners.size === 0,
    /** Adds a listener and tells them how things are. Listening begins before the first read, so nothing is lost between. */
    async join(listener: Subscriber): Promise<void> {
      const alike = listeners.get(listener.id)
      if (alike) alike.add(listener)
      else listeners.set(listener.id, new Set([listener]))
      const telling = await present()
      // They may have left meanwhile.
      if (listeners.get(listener.id)?.has(listener)) listener.tell(telling, null)
    },
    leave(listener: Subscriber): void {
      const alike = listeners.get(listener.id)
      alike?.delete(listener)
      if (alike?.size === 0) listeners.delete(listener.id)
    },
    /** Tells everybody how things are now. */
    async publish(): Promise<void> {
      const telling = await present()
      let told = 0
      for (const [id, alike] of listeners) {
        const whole = alike.size > 1 ? fullMessage(id, telling) : null
        for (const listener of alike) listener.tell(telling, whole)
        if ((told += alike.size) % atOnce < alike.size) await breathe()
      }
    },
    /** Hangs up on those who have waited for the newest since before a moment, in milliseconds since 1970. */
    dropSlowSubscribers(before: number): void {
      for (const listener of [...listeners.values()].flatMap((alike) => [...alike]))
        if (listener.behindSince !== null && listener.behindSince < before) listener.hangUp()
    },
  }
}

/**
 * The present result, read once a change. One read runs at a time, and all who ask meanwhile share the one after it: of two
 * at once the earlier could end last, and its older result would be told as the newest.
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
