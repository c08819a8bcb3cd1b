import type { InboundStatus } from '../../generated/prisma/enums.ts'
import type { Selection } from './selection.ts'

/** What is asked for. With the same key, the same operator gets the same answer and no second effect. */
export type ReplayRequest = {
  selection: Selection
  limit: number
  dryRun: boolean
  force: boolean
  reason: string | null
  idempotencyKey: string | null
}

/** What became of one message; in a dry run, what would become of it. */
export type ReplayOutcome = {
  messageId: string
  outcome: 'reprocessed' | 'unchanged' | 'skipped' | 'failed'
  code: string | null
  message: string | null
}

/** What became of them all; the four counts add up to `selected`. */
export type ReplayResult = {
  replayId: string
  dryRun: boolean
  selected: number
  reprocessed: number
  unchanged: number
  skipped: number
  failed: number
  results: ReplayOutcome[]
}

const outcomes: Partial<Record<InboundStatus, ReplayOutcome['outcome']>> = {
  PROCESSED: 'reprocessed',
  PROCESSED_WITH_WARNINGS: 'reprocessed',
  DUPLICATE: 'unchanged',
  SKIPPED: 'skipped',
}

/** The outcome that an attempt at a message stands for. */
export const outcomeOf = (
  messageId: string,
  { status, code, problem }: { status: InboundStatus; code: string | null; problem: string | null },
): ReplayOutcome => ({ messageId, outcome: outcomes[status] ?? 'failed', code, message: problem })

const notComeTo = 'The replay was interrupted before it came to this message.'

/** The outcome of a message that a replay did not come to. */
export const interruptedOutcome = (messageId: string): ReplayOutcome => ({
  messageId,
  outcome: 'skipped',
  code: null,
  message: notComeTo,
})

/** How many messages a replay came to. */
export const countDone = (results: readonly ReplayOutcome[]): number =>
  results.filter(({ message }) => message !== notComeTo).length

/** The whole answer. */
export function summarise(replayId: string, dryRun: boolean, results: readonly ReplayOutcome[]): ReplayResult {
  const countOf = (outcome: ReplayOutcome['outcome']) => results.filter((result) => result.outcome === outcome).length
  return {
    replayId,
    dryRun,
    selected: results.length,
    reprocessed: countOf('reprocessed'),
    unchanged: countOf('unchanged'),
    skipped: countOf('skipped'),
    failed: countOf('failed'),
    results: [...results],
  }
}
