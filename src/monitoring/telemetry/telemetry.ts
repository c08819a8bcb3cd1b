import { countSince } from './buckets.ts'
import { figures, type LatencyStats } from './latency-stats.ts'
import type { BucketRow } from './bucket-row.ts'
import { mergeRow, createWindow, takePending, record, restore, type Sample, type Window } from './window.ts'

/** A row and the subject it is about. */
export type SubjectRow = BucketRow & { subjectId: number }

/** Remembers the recent samples of every subject, in memory. */
export function createTelemetry() {
  const windows = new Map<number, Window>()

  /** The window of a subject, empty before its first sample. */
  function windowOf(subjectId: number): Window {
    let window = windows.get(subjectId)
    if (!window) windows.set(subjectId, (window = createWindow()))
    return window
  }

  return {
    windowOf,
    /** Counts one sample. */
    record: (subjectId: number, sample: Sample, slowBudgetMs: number) => {
      record(windowOf(subjectId), sample, slowBudgetMs)
    },
    /** Hands over what was recorded since the last drain, to be written. */
    drainAll: (): SubjectRow[] =>
      [...windows].flatMap(([subjectId, window]) => takePending(window).map((row) => ({ ...row, subjectId }))),
    /** Takes back rows that could not be written. */
    restoreAll: (rows: readonly SubjectRow[]) => {
      for (const { subjectId, ...row } of rows) restore(windowOf(subjectId), [row])
    },
    /** Adds rows that were written by other instances, or before this one was started. */
    absorbAll: (rows: Iterable<SubjectRow>) => {
      for (const row of rows) mergeRow(windowOf(row.subjectId), row)
    },
    /** The figures of everybody who was heard of in the five minutes before. */
    figuresAt(at: number): Map<number, LatencyStats> {
      const found = new Map<number, LatencyStats>()
      for (const [subjectId, window] of windows) {
        const known = figures(window, at)
        if (known) found.set(subjectId, known)
      }
      return found
    },
    /** How many samples a subject has had since a moment (rounded down to a whole bucket). */
    countSince: (subjectId: number, since: number): number => countSince(windowOf(subjectId).buckets, since),
    /** Forgets a subject that was removed. */
    forget: (subjectId: number) => windows.delete(subjectId),
  }
}

export type Telemetry = ReturnType<typeof createTelemetry>
