import type { ChangePart } from '../../../audit/commit.ts'
import { render, type Sentence } from '../../../messages/sentences.ts'

/**
 * The outcome of a record of a batch. `reason` tells why the record is refused, and `sentence` tells the same in parts;
 * both are null for other outcomes.
 */
export type BatchOutcome =
  | { outcome: 'created' | 'updated' | 'ignored'; reason: null; sentence: null }
  | { outcome: 'refused'; reason: string; sentence: Sentence }

/** The outcomes of the records of a batch, in their order, and what storing them changed. */
export type StoredBatch = ChangePart & { result: BatchOutcome[] }

/** The record was added. */
export const created: BatchOutcome = { outcome: 'created', reason: null, sentence: null }

/** The record replaces the stored one. */
export const updated: BatchOutcome = { outcome: 'updated', reason: null, sentence: null }

/** The stored record is newer. */
export const ignored: BatchOutcome = { outcome: 'ignored', reason: null, sentence: null }

/** The record is valid, but cannot be stored: for example, another library has its SINLI id. */
export const refused = (sentence: Sentence): BatchOutcome => ({
  outcome: 'refused',
  reason: render(sentence, 'en'),
  sentence,
})
