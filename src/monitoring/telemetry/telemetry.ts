import { countSince } from './buckets.ts'
import { latencyStats, type LatencyStats } from './latency-stats.ts'
import type { BucketRow } from './bucket-row.ts'
import { addRow, createTotals, type SampleTotals } from './sample-totals.ts'
import { forgetAfter, mergeRow, createWindow, takePending, record, type Sample, type Window } from './window.ts'

/** A row with its subject. */
export type SubjectRow = BucketRow & { subjectId: number }

/** Holds the recent samples of all subjects in memory. */
export function createTelemetry() {
  const windows = new Map<number, Window>()
  const totals = new Map<number, SampleTotals>()

  /** The window of a subject, empty before its first sample. */
  function windowOf(subjectId: number): Window {
    let window = windows.get(subjectId)
    if (!window) windows.set(subjectId, (window = createWindow()))
    return window
  }

  function addToTotals(row: SubjectRow): void {
    let ofSubject = totals.get(row.subjectId)
    if (!ofSubject) totals.set(row.subjectId, (ofSubject = createTotals()))
    addRow(ofSubject, row)
  }

  return {
    windowOf,
    /** All samples of a subject that this instance recorded until the last drain; undefined without any. */
    totalsOf: (subjectId: number): SampleTotals | undefined => totals.get(subjectId),
    /** Counts one sample. */
    record: (subjectId: number, sample: Sample, slowBudgetMs: number) => {
      record(windowOf(subjectId), sample, slowBudgetMs)
    },
    /** Returns and clears the rows recorded since the last drain, for writing. */
    drainAll(): SubjectRow[] {
      const rows: SubjectRow[] = []
      for (const [subjectId, window] of windows) for (const row of takePending(window)) rows.push({ ...row, subjectId })
      for (const row of rows) addToTotals(row)
      return rows
    },
    /** Adds rows written by other instances, or before this process started. */
    absorbAll: (rows: Iterable<SubjectRow>) => {
      for (const row of rows) mergeRow(windowOf(row.subjectId), row)
    },
    /** Forgets the samples after `at` (milliseconds since 1970), the time to which the clock was set back. */
    forgetAfter: (at: number): void => forgetAfter(windows.values(), at),
    /** The statistics of all subjects with samples in the five minutes before `at`, by subject id. */
    statsAt(at: number): Map<number, LatencyStats> {
      const statsBySubject = new Map<number, LatencyStats>()
      for (const [subjectId, window] of windows) {
        const stats = latencyStats(window, at)
        if (stats) statsBySubject.set(subjectId, stats)
      }
      return statsBySubject
    },
    /** The number of a subject's samples since a time (rounded down to a whole bucket). */
    countSince: (subjectId: number, since: number): number => countSince(windowOf(subjectId).buckets, since),
  }
}

export type Telemetry = ReturnType<typeof createTelemetry>
