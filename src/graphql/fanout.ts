import type { Live, Topic } from '../live.ts'
import { log } from '../log.ts'
import { createChannel, type Channel, type Subscribed } from './channel.ts'
import type { Listener } from './listener.ts'

/** Changes within this many milliseconds are one message. Source: docs/health.md, "The push". */
const gatherMs = 250
const retryMs = 1_000
const slowMs = 60_000
const sweepMs = 10_000

/**
 * Tells listeners of every change of the view they follow: one execution and one payload for all who asked the same and
 * may read the same, however many listen.
 */
export function createFanout(live: Live) {
  const channels = new Map<string, Channel>()
  const waiting = new Map<Topic, NodeJS.Timeout>()
  const stopListening = (['panel', 'inventory'] as const).map((topic) =>
    live.listen(topic, () => schedule(topic, gatherMs)),
  )
  const sweeping = setInterval(() => {
    for (const channel of channels.values()) channel.endSlow(Date.now() - slowMs)
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
    /** The channel of all who ask the same; it is to be joined at once. */
    channelOf({ name, topic, execute }: Subscribed): Channel {
      const channel = channels.get(name) ?? createChannel(live, { name, topic, execute })
      channels.set(name, channel)
      return channel
    },
    leave(channel: Channel, listener: Listener): void {
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
