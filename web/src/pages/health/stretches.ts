import { type Health } from '../../api/health.ts'
import { type State } from '../../generated/graphql.ts'
import { reasonOf } from '../../ui/reasons.ts'

/** An interval in one state; null if the state is unknown. */
export type Stretch = { from: number; to: number; state: State | null; reason: string | null }

/** The server returns at most this many changes of state. */
const MOST_CHANGES = 200

/** The states of a subject between two moments, oldest first, without gaps. */
export function stretchesBetween({ state, transitions }: Health, from: number, to: number): Stretch[] {
  const changes = transitions.toReversed().map((change) => ({ ...change, at: Date.parse(change.at) }))
  const [first] = changes
  const isCut = transitions.length >= MOST_CHANGES
  const before = first && !isCut ? first.from : null
  const moments = [
    { at: Number.NEGATIVE_INFINITY, state: first ? before : state, reason: null },
    ...changes.map((change) => ({ at: change.at, state: change.to, reason: reasonOf(change) })),
  ]
  return moments
    .map(({ at, ...told }, index) => {
      const end = moments[index + 1]?.at ?? Number.POSITIVE_INFINITY
      return { ...told, from: Math.max(at, from), to: Math.min(end, to) }
    })
    .filter((stretch) => stretch.to > stretch.from)
}

/** The total time in a state, in milliseconds. */
export function lastingOf(stretches: readonly Stretch[], state: State | null): number {
  return stretches.reduce((sum, stretch) => sum + (stretch.state === state ? stretch.to - stretch.from : 0), 0)
}
