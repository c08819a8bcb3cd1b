import type { ChangePart } from '../../../audit/commit.ts'
import { render, type Sentence } from '../../../messages/sentences.ts'

/**
 * The outcome of a record of a batch. `reason` is why it is rejected, and `sentence` the same in parts; null otherwise.
 */
export type BatchOutcome =
  | { outcome: 'created' | 'updated' | 'ignored'; reason: null; sentence: null }
  | { outcome: 'refused'; reason: string; sentence: Sentence }

/** The outcomes of the records of a batch, in their order, and what storing them changed. */
export type StoredBatch = ChangePart & { result: BatchOutcome[] }

/** The record was added. */
export const created: BatchOutcome = { outcome: 'created', reason: null, sentence: null }

/** The record replaces what was stored. */
export const updated: BatchOutcome = { outcome: 'updated', reason: null, sentence: null }

/** The stored record is newer. */
export const ignored: BatchOutcome = { outcome: 'ignored', reason: null, sentence: null }

/** The record contradicts something. */
export const refused = (sentence: Sentence): BatchOutcome => ({
  outcome: 'refused',
  reason: render(sentence, 'en'),
  sentence,
})
