import {
  badColumn,
  type Buckets,
  countAt,
  countMore,
  nColumn,
  numberAt,
  slotOf,
  slowColumn,
} from '../telemetry/buckets.ts'
import { createWindow, type Window } from '../telemetry/window.ts'

/** The counts of a bucket of 10 s. */
export type BucketCounts = { n: number; bad: number; slow: number; tail: number }

/** Capacity in buckets, equal to that of a window. */
const maxWaiting = 372
const columns = 5

/**
 * The window of a simulation. Buckets are buffered outside the window until it is read: most ticks of a long history do
 * not read it, and shifting the older buckets for each new one would dominate the run time.
 */
export function createSimulationWindow() {
  const window = createWindow()
  const waiting = new Float64Array(maxWaiting * columns)
  let added = 0
  let moved = 0

  const cell = (index: number, column: number) => waiting[(index % maxWaiting) * columns + column] ?? 0

  const waitingCounts = (number: number) =>
    cell(added - 1, 0) === number
      ? { n: cell(added - 1, 1), bad: cell(added - 1, 2), slow: cell(added - 1, 3) }
      : noCounts

  return {
    /** The window that samples and rows are added to; excludes buffered buckets. */
    recorded: window,
    /**
     * Adds a bucket that is newer than all earlier ones. Beyond the capacity, the oldest is dropped, as in a window.
     */
    add(number: number, { n, bad, slow, tail }: BucketCounts): void {
      const first = (added % maxWaiting) * columns
      waiting[first] = number
      waiting[first + 1] = n
      waiting[first + 2] = bad
      waiting[first + 3] = slow
      waiting[first + 4] = tail
      added++
    },
    /** The window including the buffered buckets. */
    read(): Window {
      for (let index = Math.max(moved, added - maxWaiting); index < added; index++) {
        const [n, bad, slow, tail] = [cell(index, 1), cell(index, 2), cell(index, 3), cell(index, 4)]
        countMore(window.buckets, slotOf(window.buckets, cell(index, 0)), { n, bad, slow, tail })
      }
      moved = added
      return window
    },
    /** The counts of the newest bucket if it has this number; otherwise no counts. */
    newest(number: number): Pick<BucketCounts, 'n' | 'bad' | 'slow'> {
      return added > moved ? waitingCounts(number) : countsIn(window.buckets, number)
    },
  }
}

export type SimulationWindow = ReturnType<typeof createSimulationWindow>

const noCounts = { n: 0, bad: 0, slow: 0 }

function countsIn(buckets: Buckets, number: number) {
  const last = buckets.length - 1
  if (last < 0 || numberAt(buckets, last) !== number) return noCounts
  const count = (column: number) => countAt(buckets, last, column)
  return { n: count(nColumn), bad: count(badColumn), slow: count(slowColumn) }
}
