import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createSerialQueue } from '../../lib/serial-queue.ts'
import { memoizeByGeneration, type ChangeBus, type Topic } from '../../lib/change-bus.ts'
import { messageTail } from './ws-frame.ts'
import { fullMessage, type Subscriber, type BroadcastMessage } from './subscriber.ts'

/** Definition of a subscription group; `name` contains everything the result depends on. */
export type SubscriptionSpec = { name: string; topic: Topic; execute: () => Promise<string> }

/** Subscribers notified before yielding to the event loop. */
const batchSize = 1_000

/**
 * Creates a subscription group: equal subscriptions of equally entitled operators, which share one result per change.
 * An unchanged result is not sent again.
 */
export function createSubscriptionGroup(changeBus: ChangeBus, { name, topic, execute }: SubscriptionSpec) {
  const subscribers = new Map<string, Set<Subscriber>>()
  const readCurrent = currentResult(changeBus, { topic, execute })

  return {
    name,
    topic,
    isEmpty: () => subscribers.size === 0,
    /** Adds a subscriber, then sends the current result. Adding before reading ensures that no change is lost. */
    async join(subscriber: Subscriber): Promise<void> {
      const sameId = subscribers.get(subscriber.id)
      if (sameId) sameId.add(subscriber)
      else subscribers.set(subscriber.id, new Set([subscriber]))
      const message = await readCurrent()
      // The subscriber may have left meanwhile.
      if (subscribers.get(subscriber.id)?.has(subscriber)) subscriber.send(message, null)
    },
    leave(subscriber: Subscriber): void {
      const sameId = subscribers.get(subscriber.id)
      sameId?.delete(subscriber)
      if (sameId?.size === 0) subscribers.delete(subscriber.id)
    },
    /** Sends the current result to all subscribers. */
    async publish(): Promise<void> {
      const message = await readCurrent()
      let sentCount = 0
      for (const [id, sameId] of subscribers) {
        const full = sameId.size > 1 ? fullMessage(id, message) : null
        for (const subscriber of sameId) subscriber.send(message, full)
        if ((sentCount += sameId.size) % batchSize < sameId.size) await yieldToEventLoop()
      }
    },
    /** Disconnects subscribers whose result has been waiting since before `before`, by `performance.now()`. */
    dropSlowSubscribers(before: number): void {
      for (const subscriber of [...subscribers.values()].flatMap((sameId) => [...sameId]))
        if (subscriber.behindSince !== null && subscriber.behindSince < before) subscriber.disconnect()
    },
  }
}

/**
 * Returns a function that reads the current result once per change. One read runs at a time, and calls during a read
 * share the next read. With concurrent reads, an older read could end last and its stale result be sent as the newest.
 */
function currentResult(
  changeBus: ChangeBus,
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

  return memoizeByGeneration(changeBus, topic, () => (next ??= enqueue(read)))
}

export type SubscriptionGroup = ReturnType<typeof createSubscriptionGroup>
