import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../database/away.ts'
import { announce } from '../database/announce.ts'
import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { log } from '../log.ts'
import { giveUp, settle, type Circumstances } from './inbound-attempt.ts'
import { isGivenUp } from './inbound-retry.ts'
import { readMessage } from './inbound-reading.ts'
import { judge, type Foreseen, type Verdict } from './inbound-verdict.ts'
import { beginWaiting, type WaitingMessage } from './inbound-waiting.ts'
import type { Arrived } from './sinli-content.ts'

/** What an attempt came to, as far as the health of the entrance and of the library concerned goes. */
export type InboundOutcome = { ok: boolean; libraryCode: string | null; durationMs: number }

/** Is told of every attempt that was settled. */
export type Witness = (outcome: InboundOutcome) => void

/** What messages are processed with. */
export type Processing = { db: RootDatabase; clock: Clock; witness: Witness }

/** Stores a message as it arrived and announces that it waits. Returns its id. */
export function receive(db: RootDatabase, { contentType, raw, toldSubject }: Arrived, at: Date): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { id } = await tx.inboundMessage.create({
      data: { contentType, raw: Uint8Array.from(raw), toldSubject, receivedAt: at },
      select: { id: true },
    })
    await announce(tx, 'inbound')
    return id
  })
}

/**
 * Processes a message that waits for it, with one effect however often it is called. Throws if there is no result: the
 * database was unavailable, or `handBack` was aborted; then nothing is written but the beginning.
 */
export async function processWaiting(
  parts: Processing,
  message: WaitingMessage,
  handBack?: AbortSignal,
): Promise<void> {
  const { id, beginnings } = message
  if (!(await beginWaiting(parts.db, message))) return
  log.debug({ message: id, beginnings: beginnings + 1 }, 'processing an inbound message')
  const circumstances = { from: 'PROCESSING', replayId: null } as const
  if (!isGivenUp(beginnings)) await attempt(parts, { id, force: false, ...circumstances }, handBack)
  else if (await giveUp(parts.db, id, { ...circumstances, at: new Date(parts.clock.now()) }))
    parts.witness({ ok: false, libraryCode: null, durationMs: 0 })
}

/**
 * Makes one attempt at a message, from its raw bytes. A mistake of ours marks the message and is logged whole. Returns
 * null where somebody else settled it meanwhile.
 */
export async function attempt(
  { db, clock, witness }: Processing,
  { id, force, ...rest }: { id: string; force: boolean } & Omit<Circumstances, 'at'>,
  handBack?: AbortSignal,
): Promise<Verdict | null> {
  const begun = clock.elapsed()
  const circumstances = { ...rest, at: new Date(clock.now()) }
  const verdict = await readAndSettle(db, { id, force, ...circumstances }, handBack).catch((error: unknown) => {
    if (isDatabaseAway(error) || handBack?.aborted) throw error
    log.error({ err: error, message: id }, 'a SINLI message could not be processed')
    return giveUp(db, id, circumstances)
  })
  if (verdict) {
    const { status, libraryCode } = verdict
    witness({ ok: status !== 'FAILED', libraryCode, durationMs: clock.elapsed() - begun })
  }
  return verdict
}

type Begun = Circumstances & { id: string; force: boolean }

async function readAndSettle(db: RootDatabase, begun: Begun, handBack: AbortSignal | undefined) {
  const { receivedAt, ...arrived } = await findArrived(db, begun.id)
  const reading = await readMessage(arrived, { force: begun.force })
  return settle(db, { ...begun, receivedAt, reading }, handBack)
}

/** What an attempt would come to, without making it. */
export async function foresee(
  db: Database,
  { id, force, foreseen }: { id: string; force: boolean; foreseen: readonly Foreseen[] },
): Promise<{ verdict: Verdict; document: Foreseen | null }> {
  const { receivedAt, ...arrived } = await findArrived(db, id)
  const reading = await readMessage(arrived, { force })
  const verdict = await judge(db, { id, receivedAt, reading, force, foreseen })
  return { verdict, document: verdict.store && { messageId: id, receivedAt, reading, decoded: verdict.store.decoded } }
}

/** A message as it arrived. */
const findArrived = (db: Database, id: string) =>
  db.inboundMessage.findUniqueOrThrow({
    where: { id },
    select: { receivedAt: true, contentType: true, raw: true, toldSubject: true },
  })
