import type { Live, Topic } from '../../lib/change-bus.ts'
import { log } from '../../lib/log.ts'
import { createChannel, type SubscriptionGroup, type SubscriptionSpec } from './subscription-group.ts'
import type { Subscriber } from './subscriber.ts'

/** Changes within this many milliseconds become one message. Source: docs/health.md, "The push". */
const gatherMs = 250
const retryMs = 1_000
const slowMs = 60_000
const sweepMs = 10_000

/**
 * Publishes every change of a topic to its subscribers: one execution and one payload per subscription group, however
 * many subscribers it has.
 */
export function createFanout(live: Live) {
  const channels = new Map<string, SubscriptionGroup>()
  const waiting = new Map<Topic, NodeJS.Timeout>()
  const stopListening = (['panel', 'inventory'] as const).map((topic) =>
    live.listen(topic, () => schedule(topic, gatherMs)),
  )
  const sweeping = setInterval(() => {
    for (const channel of channels.values()) channel.dropSlowSubscribers(Date.now() - slowMs)
  }, sweepMs).unref()

  function schedule(topic: Topic, afterMs: number) {
    if (channels.size > 0 && !waiting.has(topic)) waiting.set(topic, setTimeout(publish, afterMs, topic))
  }

  function publish(topic: Topic) {
    waiting.delete(topic)
    for (const channel of channels.values())
      if (channel.topic === topic)
        channel.publish().catch((error: unknown) => {
          log.warn({ err: error, topic }, 'a view cannot be read; trying again')
          schedule(topic, retryMs)
        })
  }

  return {
    /** Returns the subscription group of a spec. Join it synchronously: an empty group may be removed. */
    channelOf({ name, topic, execute }: SubscriptionSpec): SubscriptionGroup {
      const channel = channels.get(name) ?? createChannel(live, { name, topic, execute })
      channels.set(name, channel)
      return channel
    },
    leave(channel: SubscriptionGroup, listener: Subscriber): void {
      channel.leave(listener)
      if (channel.isEmpty() && channels.get(channel.name) === channel) channels.delete(channel.name)
    },
    stop(): void {
      for (const stop of stopListening) stop()
      for (const timer of waiting.values()) clearTimeout(timer)
      clearInterval(sweeping)
    },
  }
}

export type Fanout = ReturnType<typeof createFanout>
