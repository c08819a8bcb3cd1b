/** The outcome of a record of a batch. `reason` is why it is rejected; null otherwise. */
export type BatchOutcome =
  { outcome: 'created' | 'updated' | 'ignored'; reason: null } | { outcome: 'refused'; reason: string }

/** The record was added. */
export const created: BatchOutcome = { outcome: 'created', reason: null }

/** The record replaces what was stored. */
export const updated: BatchOutcome = { outcome: 'updated', reason: null }

/** The stored record is newer. */
export const ignored: BatchOutcome = { outcome: 'ignored', reason: null }

/** The record contradicts something. */
export const refused = (reason: string): BatchOutcome => ({ outcome: 'refused', reason })
