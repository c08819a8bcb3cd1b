import type { DecodedEntries } from '../../otlp/collector.ts'
import { joinRejections, type Rejection } from '../../otlp/encode-response.ts'
import { countRefusals, type Refusal, type RefusedCount } from '../telemetry/sources/refusal.ts'

/** Maximum number of reasons named in an answer; further ones are only counted. */
const maxReasons = 5

/** The number of entries of a request that could not be read, and the reason for the first of them. */
type Unreadable = Pick<DecodedEntries<object>, 'rejected' | 'reason'>

/** Collects the reasons why entries of one request are rejected, with the number of times each was given. */
export function createRejections(unreadable: Unreadable = { rejected: 0, reason: null }) {
  const counts = new Map<string, number>()
  const refusals: Refusal[] = []
  let rejected = 0
  const note = (reason: string) => void counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return {
    /** Adds a reason without a rejected entry. */
    note,
    /** Counts a rejected entry; with a null reason, its reason was added before. */
    reject(reason: Refusal | string | null): void {
      if (typeof reason === 'string') note(reason)
      else if (reason !== null) {
        note(reason.message)
        refusals.push(reason)
      }
      rejected += 1
    },
    /** The refusals among the rejected entries, which are shown with their source. */
    refused: (): RefusedCount[] => [...unreadableCounts(unreadable), ...countRefusals(refusals)],
    result: (): Rejection => joinRejections(rejectionOf(unreadable), { rejected, message: messageOf(counts) }),
  }
}

export type Rejections = ReturnType<typeof createRejections>

const rejectionOf = ({ rejected, reason }: Unreadable): Rejection => ({
  rejected,
  message: reason === null ? null : `${rejected} cannot be read, the first because: ${reason}`,
})

const unreadableCounts = ({ rejected }: Unreadable): RefusedCount[] =>
  rejected === 0 ? [] : [{ reason: 'UNREADABLE', count: rejected, environment: null }]

function messageOf(counts: ReadonlyMap<string, number>): string | null {
  const named = [...counts]
    .slice(0, maxReasons)
    .map(([reason, count]) => (count === 1 ? reason : `${reason} (${count}×)`))
  const further = counts.size - named.length
  if (further > 0) named.push(further === 1 ? 'And 1 more reason.' : `And ${further} more reasons.`)
  return named.length === 0 ? null : named.join(' ')
}
