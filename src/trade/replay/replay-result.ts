import type { InboundAttempt } from '../../generated/prisma/client.ts'
import type { InboundStatus } from '../../generated/prisma/enums.ts'
import type { AnySentence } from '../../messages/catalogue.ts'
import type { SinliSentence } from '../../messages/sinli/sinli.ts'
import { toStored } from '../../messages/sinli/stored.ts'
import type { Selection } from './selection.ts'

/** A request for a replay. If the same operator repeats the key, the first result is returned; nothing runs again. */
export type ReplayRequest = {
  selection: Selection
  limit: number
  dryRun: boolean
  force: boolean
  reason: string | null
  idempotencyKey: string | null
}

/** The stored outcome for one message; in a dry run, the expected outcome. `message` is the sentence in English. */
export type ReplayOutcome = {
  messageId: string
  outcome: 'reprocessed' | 'unchanged' | 'skipped' | 'failed'
  code: string | null
  message: string | null
  sentence?: unknown
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
  { status, code, sentence }: { status: InboundStatus; code: string | null; sentence: SinliSentence | null },
): ReplayOutcome => ({ messageId, outcome: outcomes[status] ?? 'failed', code, ...toldBy(sentence) })

/** Maps a stored attempt to its replay outcome. */
export const outcomeOfStored = ({ messageId, status, code, problem, sentence }: InboundAttempt): ReplayOutcome => ({
  ...{ messageId, outcome: outcomes[status] ?? 'failed', code, message: problem },
  ...(sentence !== null && { sentence }),
})

/** The outcome of a message that a replay does not change. */
export const untouched = (
  { messageId, outcome, code }: Pick<ReplayOutcome, 'messageId' | 'outcome' | 'code'>,
  reason: 'STILL_WAITING' | 'ALREADY_PROCESSED' | 'PROCESSED_MEANWHILE' | 'REPLAY_NOT_REACHED',
): ReplayOutcome => ({ messageId, outcome, code, ...toldBy({ code: reason, parameters: {} }) })

function toldBy(sentence: SinliSentence | null) {
  if (sentence === null) return { message: null }
  const stored = toStored(sentence)
  return { message: stored.text, sentence: stored.sentence }
}

/** The outcome of a message that an interrupted replay did not reach. */
export const interruptedOutcome = (messageId: string): ReplayOutcome =>
  untouched({ messageId, outcome: 'skipped', code: null }, 'REPLAY_NOT_REACHED')

/** The number of messages that a replay reached before it ended or was interrupted. */
export const countDone = (results: readonly ReplayOutcome[]): number =>
  results.filter(({ sentence }) => (sentence as AnySentence | undefined)?.code !== 'REPLAY_NOT_REACHED').length

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
