import { countSince } from './buckets.ts'
import { figures, type LatencyStats } from './latency-stats.ts'
import type { BucketRow } from './bucket-row.ts'
import { mergeRow, createWindow, takePending, record, restore, type Sample, type Window } from './window.ts'

/** A row with its subject. */
export type SubjectRow = BucketRow & { subjectId: number }

/** Holds the recent samples of all subjects in memory. */
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
    /** Returns and clears the rows recorded since the last drain, for writing. */
    drainAll: (): SubjectRow[] =>
      [...windows].flatMap(([subjectId, window]) => takePending(window).map((row) => ({ ...row, subjectId }))),
    /** Queues rows that could not be written for the next drain. */
    restoreAll: (rows: readonly SubjectRow[]) => {
      for (const { subjectId, ...row } of rows) restore(windowOf(subjectId), [row])
    },
    /** Adds rows written by other instances, or before this process started. */
    absorbAll: (rows: Iterable<SubjectRow>) => {
      for (const row of rows) mergeRow(windowOf(row.subjectId), row)
    },
    /** The statistics of all subjects with samples in the five minutes before `at`, by subject id. */
    figuresAt(at: number): Map<number, LatencyStats> {
      const found = new Map<number, LatencyStats>()
      for (const [subjectId, window] of windows) {
        const known = figures(window, at)
        if (known) found.set(subjectId, known)
      }
      return found
    },
    /** The number of a subject's samples since a time (rounded down to a whole bucket). */
    countSince: (subjectId: number, since: number): number => countSince(windowOf(subjectId).buckets, since),
    /** Drops the samples of a removed subject. */
    forget: (subjectId: number) => windows.delete(subjectId),
  }
}

export type Telemetry = ReturnType<typeof createTelemetry>
