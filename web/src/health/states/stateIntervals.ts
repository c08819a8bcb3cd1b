import { type Health } from '../../api/health/health.ts'
import { type State } from '../../generated/graphql.ts'

/** An interval in one state; null if the state is unknown. */
export type StateInterval = { from: number; to: number; state: State | null; reason: string | null }

/** Maximum number of changes of state that the server returns. */
const MAX_CHANGES = 200

/** The states of a subject between two moments, oldest first, without gaps. */
export function stateIntervals({ state, transitions }: Health, from: number, to: number): StateInterval[] {
  const changes = transitions.toReversed().map((change) => ({ ...change, at: Date.parse(change.at) }))
  const [first] = changes
  const isTruncated = transitions.length >= MAX_CHANGES
  const initial = first && !isTruncated ? first.from : null
  const starts = [
    { at: Number.NEGATIVE_INFINITY, state: first ? initial : state, reason: null },
    ...changes.map((change) => ({ at: change.at, state: change.to, reason: change.reason })),
  ]
  return starts
    .map(({ at, ...rest }, index) => {
      const end = starts[index + 1]?.at ?? Number.POSITIVE_INFINITY
      return { ...rest, from: Math.max(at, from), to: Math.min(end, to) }
    })
    .filter((interval) => interval.to > interval.from)
}

/** The total time in a state, in milliseconds. */
export function totalDuration(intervals: readonly StateInterval[], state: State | null): number {
  return intervals.reduce((sum, interval) => sum + (interval.state === state ? interval.to - interval.from : 0), 0)
}
