import type { SubscriptionGroup } from './subscription-group.ts'

/** How long a subscriber may leave a message unread before it is dropped. */
const maxBehindMs = 60_000
const checkEveryMs = 10_000

/** Drops subscribers that are too far behind, until the returned function is called. */
export function startSlowSubscriberCheck(groups: ReadonlyMap<string, SubscriptionGroup>): () => void {
  const check = setInterval(() => {
    for (const group of groups.values()) group.dropSlowSubscribers(performance.now() - maxBehindMs)
  }, checkEveryMs).unref()
  return () => {
    clearInterval(check)
  }
}
