import { randomUUID } from 'node:crypto'
import { hashToken } from '../../auth/secret-token.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import type { Subject } from '../../generated/prisma/client.ts'
import { budgetOf, policyOf } from '../health/subject-queries.ts'
import { appendSamples } from '../telemetry/bucket-store.ts'
import type { SubjectRow } from '../telemetry/telemetry.ts'
import { createWindow, record, takePending } from '../telemetry/window.ts'

/** A run reported by a job. */
export type Beat = {
  ok: boolean
  /** Duration of the run in milliseconds; null if the job did not state it. */
  ms: number | null
  /** Message of at most 500 characters; null without a message. */
  message: string | null
}

/** A heartbeat found by its secret. */
export type BeatingHeartbeat = { id: string; subject: Subject }

/**
 * The heartbeat with this secret; null if there is none. The look-up is by hash, so its timing reveals nothing of the
 * secret.
 */
export const findBySecret = (db: Database, secret: string): Promise<BeatingHeartbeat | null> =>
  db.heartbeat.findUnique({ where: { hash: hashToken(secret) }, select: { id: true, subject: true } })

/**
 * Records a beat. It is committed as a separate flush, which every instance reads at its next tick, so that no beat is
 * lost if a process is killed. For a retired heartbeat, only the time is recorded.
 */
export function recordBeat(
  db: RootDatabase,
  { id, subject }: BeatingHeartbeat,
  { ok, ms, message }: Beat,
  at: Date,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    // Locks the row, so that beats of the same heartbeat are recorded one after the other.
    await tx.heartbeat.update({
      where: { id },
      data: { lastAt: at, lastOk: ok, lastMs: ms, lastMessage: message },
    })
    if (subject.retiredAt !== null) return
    const sample = { at: at.getTime(), ok, durationMs: ms ?? 0 }
    await appendSamples(tx, await rowOf(tx, subject, sample), `heartbeat.${randomUUID()}`)
  })
}

/** The row of a sample. Rows of a bucket add up, so a bad sample subtracts the run of good samples before it. */
async function rowOf(
  tx: Database,
  subject: Subject,
  sample: { at: number; ok: boolean; durationMs: number },
): Promise<SubjectRow[]> {
  const window = createWindow()
  record(window, sample, budgetOf(subject, policyOf(subject, false)).budgetMs)
  const rows = takePending(window).map((row) => ({ ...row, subjectId: subject.id }))
  return sample.ok ? rows : Promise.all(rows.map(async (row) => ({ ...row, tail: -(await tailOf(tx, row)) })))
}

async function tailOf(tx: Database, { subjectId, start }: SubjectRow): Promise<number> {
  const where = { subjectId, span: 10, start: new Date(start) }
  const { _sum: sums } = await tx.bucket.aggregate({ where, _sum: { tail: true } })
  return sums.tail ?? 0
}
