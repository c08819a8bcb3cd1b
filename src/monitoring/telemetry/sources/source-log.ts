import { inTransaction, type RootDatabase } from '../../../database/database.ts'
import { isDatabaseUnavailable } from '../../../database/unavailable.ts'
import { log } from '../../../lib/log.ts'
import {
  addNames,
  countRefused,
  countRefusedRequest,
  countReport,
  countUnmatched,
  newSource,
  type Batch,
  type HeardSource,
  type SubjectSample,
  type UnmatchedCount,
} from './heard-source.ts'
import type { RefusedCount, RequestRefusal } from './refusal.ts'
import type { SourceFormat } from './source-queries.ts'
import { writeBatch } from './write-sources.ts'

/** Collects the activity of sources on this instance, and writes it with the samples at each tick. */
export function createSourceLog(db: RootDatabase) {
  let pending = new Map<string, HeardSource>()
  let unwritten: Batch | null = null

  const sourceAt = (sourceId: string, at: number | null) => sourceIn(pending, sourceId, at)

  async function append(batch: Batch): Promise<void> {
    unwritten = batch
    if (batch.size > 0) await inTransaction(db, (tx) => writeBatch(tx, batch)).catch(giveUpRefused)
    unwritten = null
  }

  return {
    /** Records that a source sent something in a format. */
    recordContact(sourceId: string, format: SourceFormat, at: number): void {
      sourceAt(sourceId, at).formats[format] = at
    },
    /**
     * Records that a report was accepted at `at`, with these samples of subjects. An accepted report may have no
     * samples.
     */
    reported(sourceId: string, samples: readonly SubjectSample[], at: number): void {
      countReport(sourceAt(sourceId, at), samples, at)
    },
    /** Records the names under which a source sends. */
    named(sourceId: string, names: Iterable<string>, at: number): void {
      addNames(sourceAt(sourceId, at), names, at)
    },
    /** Counts a request whose report was refused as a whole. */
    refusedRequest(sourceId: string, refusal: RequestRefusal, at: number): void {
      countRefusedRequest(sourceAt(sourceId, null), refusal, at)
    },
    /** Counts an observation, or `count` of them, of an unregistered subject. */
    unmatched(sourceId: string, unmatched: UnmatchedCount, at: number): void {
      countUnmatched(sourceAt(sourceId, at), unmatched, at)
    },
    /** Counts telemetry that was refused. */
    refused(sourceId: string, counts: readonly RefusedCount[], at: number): void {
      for (const one of counts) countRefused(sourceAt(sourceId, at), one, at)
    },
    /** Writes the activity since the last flush. The next call repeats a failed write. */
    async write(): Promise<void> {
      if (unwritten) await append(unwritten)
      const batch = pending
      pending = new Map()
      await append(batch)
    },
  }
}

/** The source, heard at a time; null if what it sent was refused as a whole. */
function sourceIn(pending: Map<string, HeardSource>, sourceId: string, at: number | null): HeardSource {
  const source = pending.get(sourceId) ?? newSource(at)
  pending.set(sourceId, source)
  if (at !== null) source.lastHeardAt = Math.max(source.lastHeardAt ?? 0, at)
  return source
}

/** Drops a batch that the database refuses for its content: it would be refused again and block all later batches. */
function giveUpRefused(error: unknown): void {
  if (isDatabaseUnavailable(error)) throw error
  log.error({ err: error }, 'gave up what is known of sources since the last tick: the database does not take it')
}

export type SourceLog = ReturnType<typeof createSourceLog>
