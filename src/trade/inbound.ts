import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../database/away.ts'
import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { log } from '../log.ts'
import { giveUp, settle, type Circumstances } from './inbound-attempt.ts'
import { readMessage } from './inbound-reading.ts'
import { judge, type Foreseen, type Verdict } from './inbound-verdict.ts'
import type { Arrived } from './sinli-content.ts'

/** What an attempt came to, as far as the health of the entrance and of the library concerned goes. */
export type InboundOutcome = { ok: boolean; libraryCode: string | null; durationMs: number }

/** Is told of every attempt that was settled. */
export type Witness = (outcome: InboundOutcome) => void

/** What messages are processed with. */
export type Processing = { db: RootDatabase; clock: Clock; witness: Witness }

/** Stores a message as it arrived, together with the job to process it: both are there, or neither. Returns its id. */
export function receive(
  db: RootDatabase,
  { contentType, raw, toldSubject }: Arrived,
  at: Date,
  add: (tx: Database, id: string) => Promise<void>,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { id } = await tx.inboundMessage.create({
      data: { contentType, raw: Uint8Array.from(raw), toldSubject, receivedAt: at },
      select: { id: true },
    })
    await add(tx, id)
    return id
  })
}

/** So often a message may be begun without an end, the process dying each time, until it is given up. */
const mostBeginnings = 5

/** Processes a message that waits for it, with one effect however often it is called. `begunBefore` counts earlier calls. */
export async function processWaiting(
  parts: Processing,
  { id, begunBefore }: { id: string; begunBefore: number },
): Promise<void> {
  const { count } = await parts.db.inboundMessage.updateMany({
    where: { id, status: { in: ['RECEIVED', 'PROCESSING'] } },
    data: { status: 'PROCESSING' },
  })
  if (count === 0) return
  const circumstances = { from: 'PROCESSING', replayId: null } as const
  if (begunBefore < mostBeginnings) await attempt(parts, { id, force: false, ...circumstances })
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
): Promise<Verdict | null> {
  const begun = clock.elapsed()
  const circumstances = { ...rest, at: new Date(clock.now()) }
  const verdict = await readAndSettle(db, id, force, circumstances).catch((error: unknown) => {
    if (isDatabaseAway(error)) throw error
    log.error({ err: error, message: id }, 'a SINLI message could not be processed')
    return giveUp(db, id, circumstances)
  })
  if (verdict) {
    const { status, libraryCode } = verdict
    witness({ ok: status !== 'FAILED', libraryCode, durationMs: clock.elapsed() - begun })
  }
  return verdict
}

async function readAndSettle(db: RootDatabase, id: string, force: boolean, circumstances: Circumstances) {
  const { receivedAt, ...arrived } = await findArrived(db, id)
  return settle(db, { id, receivedAt, force, reading: await readMessage(arrived, { force }), ...circumstances })
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
