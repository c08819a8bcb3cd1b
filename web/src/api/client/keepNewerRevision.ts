import { replaceEqualDeep } from '@tanstack/react-query'

type WithRevision = { revision: number }

/**
 * Returns the value with the higher revision, so that a slow query response never overwrites a newer pushed message.
 * Unchanged parts keep their identity, so that they are not rendered again.
 */
export function pickNewerRevision<Value extends WithRevision>(cached: Value | undefined, received: Value): Value {
  if (cached && cached.revision > received.revision) return cached
  return replaceEqualDeep<Value>(cached, received)
}

/** `pickNewerRevision` as query options. */
export const keepNewerRevision = {
  structuralSharing: (cached: unknown, received: unknown) =>
    pickNewerRevision(cached as WithRevision | undefined, received as WithRevision),
}
