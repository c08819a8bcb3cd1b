import type { Clock } from '../../lib/clock.ts'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { notify } from '../../database/coordination/notify.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import { markInternalError, settleAttempt, type AttemptContext } from './process-attempt.ts'
import { isGivenUp } from './retry.ts'
import { parseMessage } from './parse-message.ts'
import { classifyMessage, type ProcessingOutcome } from './classify-message.ts'
import type { DryRunDocument } from './earlier-documents.ts'
import { beginWaiting, type WaitingMessage } from './waiting-messages.ts'
import type { RawMessage } from './unpack-message.ts'

/** The result of an attempt, for the health of the inbound integration and of the library concerned. */
export type InboundOutcome = { ok: boolean; libraryCode: string | null; durationMs: number }

/** Called for every attempt that was settled. */
export type OutcomeRecorder = (outcome: InboundOutcome) => void

export type ProcessingDeps = { db: RootDatabase; clock: Clock; recordOutcome: OutcomeRecorder }

/** The time, trace and request of a message's arrival. `requestId` is null for a message from the mailbox. */
export type Arrival = { at: Date; traceId: string; requestId: string | null }

/** Stores a message as it arrived and notifies the worker. Returns its id. */
export async function storeMessage(
  tx: Database,
  { contentType, raw, declaredSubject }: RawMessage,
  { at, traceId, requestId }: Arrival,
): Promise<string> {
  const { id } = await tx.inboundMessage.create({
    data: { contentType, raw: Uint8Array.from(raw), toldSubject: declaredSubject, receivedAt: at, traceId, requestId },
    select: { id: true },
  })
  await notify(tx, 'inbound')
  return id
}

/**
 * Processes a waiting message; repeated calls have one effect. Throws if the database was unavailable or `handBack` was
 * aborted: then the message has no result, and only the start of its processing is stored.
 */
export async function processWaiting(
  deps: ProcessingDeps,
  message: WaitingMessage,
  handBack?: AbortSignal,
): Promise<void> {
  const { id, beginnings, traceId } = message
  if (!(await beginWaiting(deps.db, message))) return
  log.debug({ message: id, beginnings: beginnings + 1, traceId }, 'processing an inbound message')
  const context = { from: 'PROCESSING', replayId: null, traceId } as const
  if (!isGivenUp(beginnings)) await processMessage(deps, { id, force: false, ...context }, handBack)
  else if (await markInternalError(deps.db, id, { ...context, at: new Date(deps.clock.now()) }))
    deps.recordOutcome({ ok: false, libraryCode: null, durationMs: 0 })
}

/**
 * Makes one attempt at a message, from its raw bytes. A bug in Vigía marks the message as failed and is logged with its
 * stack. Returns null if another attempt settled it meanwhile.
 */
export async function processMessage(
  { db, clock, recordOutcome }: ProcessingDeps,
  { id, force, ...rest }: { id: string; force: boolean } & Omit<AttemptContext, 'at'>,
  handBack?: AbortSignal,
): Promise<ProcessingOutcome | null> {
  const startedAt = clock.elapsed()
  const context = { ...rest, at: new Date(clock.now()) }
  const outcome = await parseAndSettle(db, { id, force, ...context }, handBack).catch((error: unknown) => {
    if (isDatabaseUnavailable(error) || handBack?.aborted) throw error
    log.error(
      { err: error, message: id, traceId: rest.traceId },
      'failed to process a SINLI message; marked it as an internal error',
    )
    return markInternalError(db, id, context)
  })
  if (outcome) {
    const { status, libraryCode } = outcome
    recordOutcome({ ok: status !== 'FAILED', libraryCode, durationMs: clock.elapsed() - startedAt })
  }
  return outcome
}

async function parseAndSettle(
  db: RootDatabase,
  attempt: AttemptContext & { id: string; force: boolean },
  handBack: AbortSignal | undefined,
) {
  const { id, force } = attempt
  return settleAttempt(db, { ...attempt, ...(await parseStored(db, id, force)) }, handBack)
}

/** The result an attempt would have, without writing anything. */
export async function dryRunMessage(
  db: Database,
  { id, force, assumedDocuments }: { id: string; force: boolean; assumedDocuments: readonly DryRunDocument[] },
): Promise<{ outcome: ProcessingOutcome; document: DryRunDocument | null }> {
  const { receivedAt, parsed } = await parseStored(db, id, force)
  const outcome = await classifyMessage(db, { id, receivedAt, parsed, force, assumedDocuments })
  return { outcome, document: outcome.store && { messageId: id, receivedAt, parsed, decoded: outcome.store.decoded } }
}

/** Parses a stored message from its raw bytes. */
async function parseStored(db: Database, id: string, force: boolean) {
  const { receivedAt, toldSubject, ...message } = await db.inboundMessage.findUniqueOrThrow({
    where: { id },
    select: { receivedAt: true, contentType: true, raw: true, toldSubject: true },
  })
  return { receivedAt, parsed: await parseMessage({ ...message, declaredSubject: toldSubject }, { force }) }
}
