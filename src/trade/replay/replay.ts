import { setTimeout as after } from 'node:timers/promises'
import type { Actor } from '../../audit/actor.ts'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { DomainError } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import { processMessage, dryRunMessage, type ProcessingDeps } from '../inbound/process-message.ts'
import { isProcessed } from '../inbound/process-attempt.ts'
import type { DryRunDocument, ProcessingOutcome } from '../inbound/classify-message.ts'
import {
  interruptedOutcome,
  outcomeOf,
  type ReplayOutcome,
  type ReplayResult,
  type ReplayRequest,
} from './replay-result.ts'
import { heartbeat, claimReplay, finishReplay } from './replay-run.ts'
import { selectMessages } from './selection.ts'

/** Dependencies of a replay; `mayGoOn` is whether it may start the next message. */
export type ReplayParts = ProcessingDeps & { mayGoOn: () => boolean }

const askAgainMs = 100
const patience = 600

/**
 * Reprocesses inbound SINLI messages from their raw bytes, one by one, and writes one audit entry. A message that fails
 * does not stop the others.
 * @throws DomainError NOT_FOUND naming unknown messages; CONFLICT while another replay runs, or for a key used
 * differently.
 */
export async function replay(parts: ReplayParts, request: ReplayRequest, by: Actor): Promise<ReplayResult> {
  const { db, clock } = parts
  const selected = await selectMessages(db, request.selection, request.limit)
  for (let turn = 0; turn < patience; turn++) {
    const begun = await claimReplay(db, { request, selected, by }, new Date(clock.now()))
    if (begun && 'answer' in begun) return begun.answer
    if (begun) return run(parts, { id: begun.id, selected, request, by })
    await after(askAgainMs)
  }
  throw new DomainError('CONFLICT', 'This replay is still running. Ask again later, with the same Idempotency-Key.', 30)
}

type ReplayRun = { id: string; selected: readonly string[]; request: ReplayRequest; by: Actor }

async function run(parts: ReplayParts, asked: ReplayRun): Promise<ReplayResult> {
  const { db, clock } = parts
  const { id, selected, by } = asked
  const results: ReplayOutcome[] = []
  try {
    await goThrough(parts, asked, results)
  } catch (error) {
    // Completed work stays and is audited; the caller gets the error that stopped the rest.
    await finishReplay(db, id, whole(selected, results), { by, at: new Date(clock.now()) }).catch(() => undefined)
    throw error
  }
  return finishReplay(db, id, whole(selected, results), { by, at: new Date(clock.now()) })
}

async function goThrough(
  parts: ReplayParts,
  { id, selected, request }: ReplayRun,
  results: ReplayOutcome[],
): Promise<void> {
  const foreseen: DryRunDocument[] = []
  for (const messageId of selected) {
    if (!parts.mayGoOn()) return
    results.push(await reprocess(parts, { messageId, replayId: id, request, foreseen }))
    await heartbeat(parts.db, id, results.length, new Date(parts.clock.now()))
  }
}

type ReplayItem = { messageId: string; replayId: string; request: ReplayRequest; foreseen: DryRunDocument[] }

async function reprocess(parts: ReplayParts, item: ReplayItem): Promise<ReplayOutcome> {
  const { messageId, request } = item
  const { status, code } = await parts.db.inboundMessage.findUniqueOrThrow({
    where: { id: messageId },
    select: { status: true, code: true },
  })
  const untouched = (outcome: ReplayOutcome['outcome'], message: string): ReplayOutcome => ({
    messageId,
    outcome,
    code,
    message,
  })
  if (status === 'RECEIVED' || status === 'PROCESSING')
    return untouched('skipped', 'It still waits to be processed for the first time.')
  if (!request.force && (isProcessed(status) || status === 'DUPLICATE'))
    return untouched('unchanged', 'It was processed already; with force it is decoded anew.')
  const verdict = request.dryRun ? await dryRun(parts, item) : await retry(parts, item, status)
  return verdict ? outcomeOf(messageId, verdict) : untouched('unchanged', 'Somebody else processed it meanwhile.')
}

function retry(
  parts: ReplayParts,
  item: ReplayItem,
  from: ProcessingOutcome['status'],
): Promise<ProcessingOutcome | null> {
  const { messageId: id, replayId, request } = item
  return processMessage(parts, { id, force: request.force, from, replayId })
}

type DryRunOutcome = Pick<ProcessingOutcome, 'status' | 'code' | 'problem'>

// The expected result of one message counts as stored for those after it.
async function dryRun({ db }: ReplayParts, { messageId: id, request, foreseen }: ReplayItem): Promise<DryRunOutcome> {
  try {
    const { verdict, document } = await dryRunMessage(db, { id, force: request.force, foreseen })
    if (document) foreseen.push(withoutLines(document))
    return verdict
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    log.error({ err: error, message: id }, 'a SINLI message could not be rehearsed')
    return { status: 'FAILED', code: 'ERROR_INTERNO', problem: 'It would fail because of a mistake in Vigía.' }
  }
}

// Only lines of LIBROS matter for other documents.
const withoutLines = (document: DryRunDocument): DryRunDocument =>
  document.decoded.document === 'LIBROS'
    ? document
    : { ...document, decoded: { ...document.decoded, lines: [] }, reading: { ...document.reading, decoded: null } }

/** The outcomes, completed with those of the messages that were not reached. */
const whole = (selected: readonly string[], results: readonly ReplayOutcome[]) => [
  ...results,
  ...selected.slice(results.length).map(interruptedOutcome),
]
