import type { ChangeBus, Topic } from '../../lib/change-bus.ts'
import { log } from '../../lib/log.ts'
import { createSubscriptionGroup, type SubscriptionGroup, type SubscriptionSpec } from './subscription-group.ts'
import type { Subscriber } from './subscriber.ts'

/** Changes within this many milliseconds become one message. Source: docs/health.md, "Push". */
const debounceMs = 250
const retryMs = 1_000

/**
 * Publishes every change of a topic to its subscribers: one execution and one payload per subscription group, however
 * many subscribers it has.
 */
export function createFanout(changeBus: ChangeBus) {
  const groups = new Map<string, SubscriptionGroup>()
  const scheduled = new Map<Topic, NodeJS.Timeout>()
  const stopListening = (['panel', 'inventory', 'replays'] as const).map((topic) =>
    changeBus.listen(topic, () => schedule(topic, debounceMs)),
  )
  const stopSlowCheck = startSlowSubscriberCheck(groups)

  function schedule(topic: Topic, afterMs: number) {
    if (groups.size > 0 && !scheduled.has(topic)) scheduled.set(topic, setTimeout(publish, afterMs, topic))
  }

  function publish(topic: Topic) {
    scheduled.delete(topic)
    for (const group of groups.values())
      if (group.topic === topic)
        group.publish().catch((error: unknown) => {
          log.warn({ err: error, topic }, 'a view cannot be read; trying again')
          schedule(topic, retryMs)
        })
  }

  return {
    /** Returns the subscription group of a spec. Join it synchronously: an empty group may be removed. */
    groupFor({ name, topic, execute }: SubscriptionSpec): SubscriptionGroup {
      const group = groups.get(name) ?? createSubscriptionGroup(changeBus, { name, topic, execute })
      groups.set(name, group)
      return group
    },
    leave(group: SubscriptionGroup, subscriber: Subscriber): void {
      group.leave(subscriber)
      if (group.isEmpty() && groups.get(group.name) === group) groups.delete(group.name)
    },
    stop(): void {
      for (const stop of stopListening) stop()
      for (const timer of scheduled.values()) clearTimeout(timer)
      stopSlowCheck()
    },
  }
}

export type Fanout = ReturnType<typeof createFanout>

/** A subscriber is dropped if a message waits this long for its client to read, in milliseconds. */
const maxBehindMs = 60_000
const checkEveryMs = 10_000

/** Drops subscribers that are too far behind, until the returned function is called. */
function startSlowSubscriberCheck(groups: ReadonlyMap<string, SubscriptionGroup>): () => void {
  const check = setInterval(() => {
    for (const group of groups.values()) group.dropSlowSubscribers(performance.now() - maxBehindMs)
  }, checkEveryMs).unref()
  return () => {
    clearInterval(check)
  }
}
