import type { InboundStatus } from '../../generated/prisma/enums.ts'
import type { Selection } from './selection.ts'

/** A request for a replay. The same operator with the same key gets the same result and no second effect. */
export type ReplayRequest = {
  selection: Selection
  limit: number
  dryRun: boolean
  force: boolean
  reason: string | null
  idempotencyKey: string | null
}

/** The outcome for one message; in a dry run, the expected one. */
export type ReplayOutcome = {
  messageId: string
  outcome: 'reprocessed' | 'unchanged' | 'skipped' | 'failed'
  code: string | null
  message: string | null
}

/** The result of a whole replay; the four counts add up to `selected`. */
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

/** Maps an attempt at a message to its replay outcome. */
export const outcomeOf = (
  messageId: string,
  { status, code, problem }: { status: InboundStatus; code: string | null; problem: string | null },
): ReplayOutcome => ({ messageId, outcome: outcomes[status] ?? 'failed', code, message: problem })

const notReached = 'The replay was interrupted before it came to this message.'

/** The outcome of a message that an interrupted replay did not reach. */
export const interruptedOutcome = (messageId: string): ReplayOutcome => ({
  messageId,
  outcome: 'skipped',
  code: null,
  message: notReached,
})

/** How many messages a replay reached. */
export const countDone = (results: readonly ReplayOutcome[]): number =>
  results.filter(({ message }) => message !== notReached).length

/** Builds the result of a replay from its outcomes. */
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
