import type { Topic } from '../../lib/change-bus.ts'

/** Called with the topics that a committed transaction of this instance changed. */
export type OnCommit = (...topics: Topic[]) => void

const listeners = new WeakMap<object, OnCommit>()
const topicsOf = new WeakMap<object, Set<Topic>>()

/**
 * Registers `onCommit`, called as soon as a transaction on `db` commits. Without it, this instance would learn of its
 * own change only from the server's notification, which may arrive after the response to the client.
 */
export function listenToOwnCommits(db: object, onCommit: OnCommit): void {
  listeners.set(db, onCommit)
}

/**
 * Adds topics changed by a transaction. Outside a transaction the change is already committed: the listener is called
 * at once.
 */
export function addChangedTopics(tx: object, topics: readonly Topic[]): void {
  const pending = topicsOf.get(tx)
  for (const topic of topics) pending?.add(topic)
  if (!pending) listeners.get(tx)?.(...topics)
}

/** Runs a transaction on `db` and calls the listener once it is committed. `begin` receives a function that registers the transaction. */
export async function withOwnCommit<T>(db: object, begin: (register: (tx: object) => void) => Promise<T>): Promise<T> {
  const topics = new Set<Topic>()
  const result = await begin((tx) => topicsOf.set(tx, topics))
  if (topics.size > 0) listeners.get(db)?.(...topics)
  return result
}
