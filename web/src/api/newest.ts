import { replaceEqualDeep } from '@tanstack/react-query'

type Revised = { revision: number }

/**
 * Keeps whichever answer is newer, so that a slow query never overwrites a quick message. What did not change keeps its
 * identity, and hence is not drawn again.
 */
export function newest<Answer extends Revised>(known: Answer | undefined, arrived: Answer): Answer {
  if (known && known.revision > arrived.revision) return known
  return replaceEqualDeep<Answer>(known, arrived)
}

/** The same, in the form in which the cache asks for it. */
export const keepNewest = {
  structuralSharing: (known: unknown, arrived: unknown) => newest(known as Revised | undefined, arrived as Revised),
}
