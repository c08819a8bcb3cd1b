import { replaceEqualDeep } from '@tanstack/react-query'

type Revised = { revision: number }

/**
 * Returns the value with the higher revision, so that a slow query response never overwrites a newer pushed message.
 * Unchanged parts keep their identity and so are not rendered again.
 */
export function newest<Answer extends Revised>(known: Answer | undefined, arrived: Answer): Answer {
  if (known && known.revision > arrived.revision) return known
  return replaceEqualDeep<Answer>(known, arrived)
}

/** `newest` as query options. */
export const keepNewest = {
  structuralSharing: (known: unknown, arrived: unknown) => newest(known as Revised | undefined, arrived as Revised),
}
