import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../audit/actor.ts'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { DomainError } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import { traitsOf } from '../../sinli/layouts/traits.ts'
import { processMessage, dryRunMessage, type ProcessingDeps } from '../inbound/process-message.ts'
import { isProcessed } from '../inbound/process-attempt.ts'
import type { ProcessingOutcome } from '../inbound/classify-message.ts'
import type { DryRunDocument } from '../inbound/earlier-documents.ts'
import {
  interruptedOutcome,
  outcomeOf,
  untouched,
  type ReplayOutcome,
  type ReplayResult,
  type ReplayRequest,
} from './replay-result.ts'
import { heartbeat, claimReplay, findRunning, finishReplay, type ClaimedReplay } from './replay-run.ts'
import { selectMessages } from './selection.ts'

/** Dependencies of a replay; `canContinue` is whether it may start the next message. */
export type ReplayDeps = ProcessingDeps & { canContinue: () => boolean }

const pollMs = 100
const maxPolls = 600

/**
 * Reprocesses inbound SINLI messages from their raw bytes, one by one, and writes one audit entry. A message that fails
 * does not stop the others. `leftOut` is the number of named messages beyond the limit of the request.
 * @throws DomainError NOT_FOUND naming unknown messages; CONFLICT while another replay runs, or for a key used
 * differently.
 */
export async function replay(
  deps: ReplayDeps,
  request: ReplayRequest,
  by: Actor,
): Promise<ReplayResult & { leftOut: number }> {
  const { selection } = request
  const result = await claimAndRun(deps, request, by)
  const leftOut = 'messageIds' in selection ? selection.messageIds.length - result.selected : 0
  return { ...result, leftOut }
}

/**
 * Begins a replay as `replay` does, and returns its id once it runs, or the id of the earlier replay with the same key.
 * `track` gets a promise of the remaining work, which never rejects.
 * @throws DomainError as `replay` does.
 */
export async function startReplay(
  deps: ReplayDeps,
  request: ReplayRequest,
  by: Actor,
  track: (work: Promise<unknown>) => void,
): Promise<string> {
  const { db, clock } = deps
  const selected = await selectMessages(db, request.selection, request.limit)
  for (let poll = 0; poll < maxPolls; poll++) {
    const claim = await claimReplay(db, { request, selected, by }, new Date(clock.now()))
    if (claim && 'result' in claim) return claim.result.replayId
    const running = claim ?? (await findRunning(db, request, by))
    if (claim) track(run(deps, { ...claim, selected, request, by }).catch(logFailureOf(claim)))
    if (running) return running.id
    // The other replay with this key ended between the two reads: claim again.
    await sleep(pollMs)
  }
  throw new DomainError('CONFLICT', { code: 'REPLAY_OF_OTHER_RUNS', parameters: {} }, 5)
}

const logFailureOf =
  ({ id, traceId }: ClaimedReplay) =>
  (error: unknown) => {
    log.warn({ err: error, replay: id, traceId }, 'a replay ended before its last message; the rest is skipped')
  }

async function claimAndRun(deps: ReplayDeps, request: ReplayRequest, by: Actor): Promise<ReplayResult> {
  const { db, clock } = deps
  const selected = await selectMessages(db, request.selection, request.limit)
  for (let poll = 0; poll < maxPolls; poll++) {
    const claim = await claimReplay(db, { request, selected, by }, new Date(clock.now()))
    if (claim && 'result' in claim) return claim.result
    if (claim) return run(deps, { ...claim, selected, request, by })
    await sleep(pollMs)
  }
  throw new DomainError('CONFLICT', { code: 'REPLAY_RUNS', parameters: {} }, 30)
}

type ReplayRun = ClaimedReplay & { selected: readonly string[]; request: ReplayRequest; by: Actor }

async function run(deps: ReplayDeps, replayRun: ReplayRun): Promise<ReplayResult> {
  const { id, selected, by } = replayRun
  const results: ReplayOutcome[] = []
  const finish = () =>
    finishReplay(deps.db, id, withUnreached(selected, results), { by, at: new Date(deps.clock.now()) })
  try {
    await reprocessAll(deps, replayRun, results)
  } catch (error) {
    // Completed work stays and is audited; the caller gets the error that stopped the rest.
    await finish().catch(() => undefined)
    throw error
  }
  return finish()
}

/** The outcomes of all selected messages: those given, and `interrupted` for messages that were not reached. */
const withUnreached = (selected: readonly string[], results: readonly ReplayOutcome[]) => [
  ...results,
  ...selected.slice(results.length).map(interruptedOutcome),
]

async function reprocessAll(
  deps: ReplayDeps,
  { id, traceId, selected, request }: ReplayRun,
  results: ReplayOutcome[],
): Promise<void> {
  const assumedDocuments: DryRunDocument[] = []
  for (const messageId of selected) {
    if (!deps.canContinue()) return
    results.push(await reprocess(deps, { messageId, replayId: id, traceId, request, assumedDocuments }))
    await heartbeat(deps.db, id, results.length, new Date(deps.clock.now()))
  }
}

type ReplayItem = {
  messageId: string
  replayId: string
  traceId: string
  request: ReplayRequest
  assumedDocuments: DryRunDocument[]
}

async function reprocess(deps: ReplayDeps, item: ReplayItem): Promise<ReplayOutcome> {
  const { messageId, request } = item
  const { status, code } = await deps.db.inboundMessage.findUniqueOrThrow({
    where: { id: messageId },
    select: { status: true, code: true },
  })
  if (status === 'RECEIVED' || status === 'PROCESSING')
    return untouched({ messageId, outcome: 'skipped', code }, 'STILL_WAITING')
  if (!request.force && (isProcessed(status) || status === 'DUPLICATE'))
    return untouched({ messageId, outcome: 'unchanged', code }, 'ALREADY_PROCESSED')
  const outcome = request.dryRun ? await dryRun(deps, item) : await retry(deps, item, status)
  if (outcome) return outcomeOf(messageId, outcome)
  return untouched({ messageId, outcome: 'unchanged', code }, 'PROCESSED_MEANWHILE')
}

const retry = (
  deps: ReplayDeps,
  { messageId: id, replayId, traceId, request }: ReplayItem,
  from: ProcessingOutcome['status'],
): Promise<ProcessingOutcome | null> => processMessage(deps, { id, force: request.force, from, replayId, traceId })

type DryRunOutcome = Pick<ProcessingOutcome, 'status' | 'code' | 'sentence'>

// The document of a message counts as stored for the messages after it.
async function dryRun({ db }: ReplayDeps, item: ReplayItem): Promise<DryRunOutcome> {
  const { messageId: id, traceId, request, assumedDocuments } = item
  try {
    const { outcome, document } = await dryRunMessage(db, { id, force: request.force, assumedDocuments })
    if (document) assumedDocuments.push(withoutLines(document))
    return outcome
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    log.error(
      { err: error, message: id, traceId },
      'the dry run of a SINLI message failed; reported it as an internal error',
    )
    const sentence = { code: 'INTERNAL_ERROR_EXPECTED', parameters: {} } as const
    return { status: 'FAILED', code: 'ERROR_INTERNO', sentence }
  }
}

// Other documents need only the lines of a catalogue, to identify articles.
const withoutLines = (document: DryRunDocument): DryRunDocument =>
  traitsOf(document.decoded.document).isCatalogue
    ? document
    : { ...document, decoded: { ...document.decoded, lines: [] }, parsed: { ...document.parsed, decoded: null } }
