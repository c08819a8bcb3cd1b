import type { Database } from '../../database/database.ts'
import { hourMs } from '../health/learned-budget/hour-latency.ts'
import { learningMs, type HourTraffic } from '../health/traffic/expected-traffic.ts'
import { findPausedHours, findReported, readTrafficHours } from '../health/traffic/traffic-hours.ts'
import type { RecordedRequests } from '../simulation/traffic-learner.ts'
import { bucketMs } from '../telemetry/buckets.ts'
import { resolutionsMs, type HistoryPart } from './recorded-history.ts'
import { spreadRow } from './spread-row.ts'

/**
 * The requests of a subject over a recorded history; null if no service has reported the subject, so that no requests
 * are expected.
 */
export async function readRecordedRequests(
  db: Database,
  subjectId: number,
  history: readonly HistoryPart[],
): Promise<RecordedRequests | null> {
  const [from, to] = [history[0]?.from ?? 0, history.at(-1)?.to ?? 0]
  if (!(await findReported(db, [subjectId])).has(subjectId)) return null
  const hoursOf = await readTrafficHours(db, [subjectId], to)
  return recordRequests(history, [...hoursOf(subjectId).values()], await findPausedHours(db, new Date(from)))
}

/**
 * The requests of a history. `seen` holds the hours that ticks saw, perhaps not all. Pauses within an hour do not show
 * in the older, coarser rows. So unless ticks had seen enough hours before the finer rows begin, the finer rows count
 * by whole hours too.
 */
export function recordRequests(
  history: readonly HistoryPart[],
  seen: readonly HourTraffic[],
  paused: ReadonlySet<number>,
): RecordedRequests {
  const seenFrom = Math.min(...seen.flatMap(({ start, fewest }) => (fewest === null ? [] : [start])))
  const byStart = new Map(seen.map((hour) => [hour.start, hour.fewest]))
  const finerFrom = history.find((part) => part.bucketMs < resolutionsMs.oldest)?.from ?? 0
  return {
    between: countRequests(history, seenFrom + learningMs > finerFrom),
    fewestOf: ({ start, fewest }) => {
      if (fewest === null || paused.has(start)) return null
      if (start < seenFrom) return fewest
      return byStart.get(start) ?? null
    },
    isPaused: (hour) => paused.has(hour),
  }
}

/** Counts the requests between two times. The requests of a row, or of a whole hour, are spread evenly over it. */
function countRequests(history: readonly HistoryPart[], isByHour: boolean): RecordedRequests['between'] {
  const [first, end] = [history[0]?.from ?? 0, history.at(-1)?.to ?? 0]
  const counts = new Float64Array((end - first) / bucketMs)
  for (const [start, { n, lengthMs }] of sumRows(history, isByHour))
    spreadRow({ start, n, bad: 0, slow: 0 }, Math.min(lengthMs, end - start), (at, spread) => {
      counts[(at - first) / bucketMs] = spread.n
    })
  let total = 0
  const totals = counts.map((n) => (total += n))
  const until = (time: number) => totals[Math.min(totals.length, (time - first) / bucketMs) - 1] ?? 0
  return (from, to) => until(to) - until(from)
}

function sumRows(history: readonly HistoryPart[], isByHour: boolean) {
  const sums = new Map<number, { n: number; lengthMs: number }>()
  for (const { rows, bucketMs: rowMs } of history) {
    const lengthMs = isByHour ? hourMs : rowMs
    for (const { start, n, probes } of rows) {
      const from = start - (start % lengthMs)
      sums.set(from, { n: (sums.get(from)?.n ?? 0) + n - probes, lengthMs })
    }
  }
  return sums
}
