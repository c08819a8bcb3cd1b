import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { InboundStatus } from '../../generated/prisma/enums.ts'
import type { Decoded } from '../../sinli/types.ts'
import { classifyMessage, type MessageToProcess, type ProcessingOutcome } from './classify-message.ts'
import { storeDocument } from './documents.ts'
import type { MessageWarning } from './parse-message.ts'
import { limitLockWait, settleTimeoutMs } from './retry.ts'
import type { SinliSentence } from '../../messages/sinli/sinli.ts'
import { forgetSalvage } from './salvage.ts'
import { toStored } from '../../messages/sinli/stored.ts'
import type { StoredSentence } from '../../messages/stored-sentence.ts'

/**
 * The circumstances of an attempt. `from` is the status of the message before it. `replayId` is null for the first
 * attempt. `traceId` is the trace of the message for the first attempt, and the trace of the replay for later ones.
 */
export type AttemptContext = { from: InboundStatus; at: Date; replayId: string | null; traceId: string | null }

export type ProcessingAttempt = MessageToProcess & AttemptContext

/**
 * Classifies a parsed message and writes the document, the status and the attempt atomically. Returns null if a
 * concurrent attempt settled the message first. Throws and writes nothing if `handBack` is aborted.
 */
export function settleAttempt(
  db: RootDatabase,
  attempt: ProcessingAttempt,
  handBack?: AbortSignal,
): Promise<ProcessingOutcome | null> {
  const work = async (tx: Prisma.TransactionClient) => {
    if (handBack) await limitLockWait(tx)
    await lockParties(tx, attempt)
    if (!(await hasStatus(tx, attempt))) return null
    const outcome = await classifyMessage(tx, attempt)
    await write(tx, attempt, outcome, handBack)
    handBack?.throwIfAborted()
    return outcome
  }
  return inTransaction(db, work, { timeoutMs: settleTimeoutMs })
}

/**
 * Marks a message as failed because a bug in Vigía prevents its processing, so that the messages after it are
 * processed. Null if another attempt settled it already.
 */
export function markInternalError(
  db: RootDatabase,
  id: string,
  { from, at, replayId, traceId }: AttemptContext,
): Promise<ProcessingOutcome | null> {
  const result = { status: 'FAILED', code: 'ERROR_INTERNO' } as const
  const sentence: SinliSentence = { code: 'INTERNAL_ERROR', parameters: {} }
  const data = { ...result, ...columnsOf(sentence) }
  return inTransaction(db, async (tx) => {
    // Stores nothing parsed from the message, because the database may have rejected exactly that.
    const { count } = await tx.inboundMessage.updateMany({ where: { id, status: from }, data })
    if (count === 0) return null
    await tx.inboundAttempt.create({ data: { messageId: id, at, replayId, traceId, ...data } })
    return { ...result, sentence, libraryCode: null, store: null }
  })
}

/** The columns in which messages and attempts store a sentence. */
function columnsOf(sentence: SinliSentence | null) {
  if (sentence === null) return { problem: null, sentence: Prisma.DbNull }
  const stored = toStored(sentence)
  return { problem: stored.text, sentence: stored.sentence as Prisma.InputJsonObject }
}

// Serialises messages of the same type and parties, so that the checks for duplicates and newest are safe.
async function lockParties(tx: Database, { parsed: { decoded } }: ProcessingAttempt) {
  const parties = `sinli ${decoded?.sender ?? ''} ${decoded?.receiver ?? ''} ${decoded?.document ?? ''}`
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${parties}, 0))`
}

// Locks the row as well: a second attempt waits here and then finds another status.
async function hasStatus(tx: Database, { id, from }: ProcessingAttempt): Promise<boolean> {
  const { count } = await tx.inboundMessage.updateMany({ where: { id, status: from }, data: { status: from } })
  return count > 0
}

async function write(
  tx: Database,
  { id, from, parsed, at, replayId, traceId }: ProcessingAttempt,
  { store, libraryCode, status, code, sentence }: ProcessingOutcome,
  handBack: AbortSignal | undefined,
) {
  const { identity, sha256, decoded } = parsed
  const result = { status, code, ...columnsOf(sentence) }
  const warnings = parsed.warnings.map(toStoredWarning)
  await tx.inboundAttempt.create({
    data: { messageId: id, at, warnings: warnings.slice(0, maxWarnings), replayId, traceId, ...result },
  })
  // A processed message stays processed, even if a later attempt fails.
  if (!store && isProcessed(from)) return
  await tx.inboundMessage.update({
    where: { id },
    data: { ...result, libraryCode, identity, sha256, ...partiesIn(decoded) },
    select: { id: true },
  })
  if (from === 'FAILED' && status !== 'FAILED') await forgetSalvage(tx, id)
  if (!store) return
  // The message's own document of an earlier attempt, and those it replaces by force.
  await tx.sinliDocument.deleteMany({ where: { OR: [{ messageId: id }, { id: { in: store.replaces } }] } })
  await storeDocument(tx, { messageId: id, ...store, sha256: sha256 ?? '', warnings }, handBack)
}

/** A warning as it is stored: with its message in English. Warnings of earlier versions have no `sentence`. */
export type StoredWarning = Omit<MessageWarning, 'sentence'> & { message: string; sentence?: StoredSentence }

function toStoredWarning({ code, line, sentence }: MessageWarning) {
  const stored = toStored(sentence)
  return { code, line, message: stored.text, sentence: stored.sentence as Prisma.InputJsonObject }
}

function partiesIn(decoded: Decoded | null) {
  if (!decoded) return { sender: null, receiver: null, document: null, version: null }
  const { sender, receiver, document, version } = decoded
  return { sender, receiver, document, version }
}

/** Whether the document of a message is stored. */
export const isProcessed = (status: InboundStatus): boolean =>
  status === 'PROCESSED' || status === 'PROCESSED_WITH_WARNINGS'

/** Maximum stored warnings of an attempt: a file of invalid lines has a warning for each line. */
const maxWarnings = 1_000
