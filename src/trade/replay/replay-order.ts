import { traitsOf } from '../../sinli/layouts/traits.ts'

/** The facts of a message that decide when it is reprocessed. */
export type ReplayedMessage = { id: string; sender: string | null; document: string | null }

/**
 * The messages of a replay in the order to reprocess them: by sender, then types that others refer to first. Equals keep
 * their order, which is that of arrival.
 */
export const sortForReplay = (messages: readonly ReplayedMessage[]): ReplayedMessage[] =>
  messages.toSorted((a, b) => compare(a.sender ?? '', b.sender ?? '') || compare(rankOf(a), rankOf(b)))

const compare = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : Number(a > b))

const rankOf = ({ document }: ReplayedMessage) => traitsOf(document).replayOrder ?? Infinity
