import { DestinationType } from '../../generated/prisma/enums.ts'
import type { AttemptOutcome } from './next-attempt.ts'

/** The effect of an attempt on its delivery: delivered, scheduled for a retry, or given up. */
type AttemptResult = 'delivered' | 'retried' | 'dead'

/** Attempts since the start by type of destination and result. */
export type AttemptCounts = readonly { type: DestinationType; result: AttemptResult; count: number }[]

const results = { DELIVERED: 'delivered', PENDING: 'retried', DEAD: 'dead' } as const

/** Counts attempts by type of destination and result, from 0 for each of them. */
export function createAttemptCounter() {
  const counts = Object.values(DestinationType).flatMap((type) =>
    Object.values(results).map((result) => ({ type, result, count: 0 })),
  )
  return {
    counts: counts as AttemptCounts,
    count: (type: DestinationType, { status }: AttemptOutcome) => {
      const counted = counts.find((one) => one.type === type && one.result === results[status])
      if (counted) counted.count += 1
    },
  }
}
