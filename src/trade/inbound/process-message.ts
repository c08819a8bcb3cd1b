import type { Clock } from '../../lib/clock.ts'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { notify } from '../../database/notify.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import { markInternalError, settleAttempt, type AttemptContext } from './process-attempt.ts'
import { isGivenUp } from './retry.ts'
import { readMessage } from './parse-message.ts'
import { classifyMessage, type DryRunDocument, type ProcessingOutcome } from './classify-message.ts'
import { beginWaiting, type WaitingMessage } from './waiting-messages.ts'
import type { RawMessage } from './unpack-message.ts'

/** The result of an attempt, for the health of the inbound integration and of the library concerned. */
export type InboundOutcome = { ok: boolean; libraryCode: string | null; durationMs: number }

/** Called for every attempt that was settled. */
export type OutcomeRecorder = (outcome: InboundOutcome) => void

/** Dependencies of processing. */
export type ProcessingDeps = { db: RootDatabase; clock: Clock; witness: OutcomeRecorder }

/** Stores a message as it arrived and notifies the worker. Returns its id. */
export function storeMessage(
  db: RootDatabase,
  { contentType, raw, toldSubject }: RawMessage,
  at: Date,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { id } = await tx.inboundMessage.create({
      data: { contentType, raw: Uint8Array.from(raw), toldSubject, receivedAt: at },
      select: { id: true },
    })
    await notify(tx, 'inbound')
    return id
  })
}

/**
 * Processes a waiting message; repeated calls have one effect. Throws if there is no result: the database was
 * unavailable or `handBack` was aborted; then only the beginning is written.
 */
export async function processWaiting(
  parts: ProcessingDeps,
  message: WaitingMessage,
  handBack?: AbortSignal,
): Promise<void> {
  const { id, beginnings } = message
  if (!(await beginWaiting(parts.db, message))) return
  log.debug({ message: id, beginnings: beginnings + 1 }, 'processing an inbound message')
  const circumstances = { from: 'PROCESSING', replayId: null } as const
  if (!isGivenUp(beginnings)) await processMessage(parts, { id, force: false, ...circumstances }, handBack)
  else if (await markInternalError(parts.db, id, { ...circumstances, at: new Date(parts.clock.now()) }))
    parts.witness({ ok: false, libraryCode: null, durationMs: 0 })
}

/**
 * Makes one attempt at a message, from its raw bytes. A bug in Vigía marks the message as failed and is logged with its
 * stack. Returns null if another attempt settled it meanwhile.
 */
export async function processMessage(
  { db, clock, witness }: ProcessingDeps,
  { id, force, ...rest }: { id: string; force: boolean } & Omit<AttemptContext, 'at'>,
  handBack?: AbortSignal,
): Promise<ProcessingOutcome | null> {
  const begun = clock.elapsed()
  const circumstances = { ...rest, at: new Date(clock.now()) }
  const verdict = await readAndSettle(db, { id, force, ...circumstances }, handBack).catch((error: unknown) => {
    if (isDatabaseUnavailable(error) || handBack?.aborted) throw error
    log.error({ err: error, message: id }, 'a SINLI message could not be processed')
    return markInternalError(db, id, circumstances)
  })
  if (verdict) {
    const { status, libraryCode } = verdict
    witness({ ok: status !== 'FAILED', libraryCode, durationMs: clock.elapsed() - begun })
  }
  return verdict
}

type Begun = AttemptContext & { id: string; force: boolean }

async function readAndSettle(db: RootDatabase, begun: Begun, handBack: AbortSignal | undefined) {
  const { receivedAt, ...arrived } = await findArrived(db, begun.id)
  const reading = await readMessage(arrived, { force: begun.force })
  return settleAttempt(db, { ...begun, receivedAt, reading }, handBack)
}

/** The result an attempt would have, without writing anything. */
export async function dryRunMessage(
  db: Database,
  { id, force, foreseen }: { id: string; force: boolean; foreseen: readonly DryRunDocument[] },
): Promise<{ verdict: ProcessingOutcome; document: DryRunDocument | null }> {
  const { receivedAt, ...arrived } = await findArrived(db, id)
  const reading = await readMessage(arrived, { force })
  const verdict = await classifyMessage(db, { id, receivedAt, reading, force, foreseen })
  return { verdict, document: verdict.store && { messageId: id, receivedAt, reading, decoded: verdict.store.decoded } }
}

/** Reads a message as it arrived. */
const findArrived = (db: Database, id: string) =>
  db.inboundMessage.findUniqueOrThrow({
    where: { id },
    select: { receivedAt: true, contentType: true, raw: true, toldSubject: true },
  })
