import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { auditActor, type Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Prisma, Replay as Row } from '../../generated/prisma/client.ts'
import type { ReplayOutcome, ReplayResult, ReplayRequest } from './replay-result.ts'
import { countDone, interruptedOutcome, outcomeOf, summarise } from './replay-result.ts'

/** A replay without a heartbeat for this long died with its process. */
const staleMs = 30_000

/**
 * Claims the single running replay, or finds the earlier one with the same key: its result, or null while it runs.
 * @throws DomainError CONFLICT while another one runs, or for a key used for a different request.
 */
export async function claimReplay(
  db: RootDatabase,
  { request, selected, by }: { request: ReplayRequest; selected: readonly string[]; by: Actor },
  at: Date,
): Promise<{ id: string } | { answer: ReplayResult } | null> {
  const key = keyOf(request, by)
  const earlier = key === null ? null : await findEarlier(db, key, request, at)
  if (earlier) return earlier.answer ? { answer: earlier.answer as ReplayResult } : null
  const id = randomUUID()
  const asks = { id, key, operatorId: by.operator.id, request: asked(request), selected: [...selected] }
  const { count } = await db.replay.createMany({
    data: [{ ...asks, running: 1, startedAt: at, aliveAt: at }],
    skipDuplicates: true,
  })
  if (count > 0) return { id }
  await refuseWhileAnotherRuns(db, key, at)
  return null
}

// Keys are scoped to the operator.
const keyOf = ({ idempotencyKey }: ReplayRequest, { operator }: Actor) =>
  idempotencyKey === null ? null : `${operator.id} ${idempotencyKey}`

/** The request as it is stored, compared and audited. */
const asked = ({ selection, limit, dryRun, force, reason }: ReplayRequest) =>
  JSON.parse(JSON.stringify({ selection, limit, dryRun, force, reason })) as Prisma.InputJsonObject

async function findEarlier(db: RootDatabase, key: string, request: ReplayRequest, at: Date): Promise<Row | null> {
  const earlier = await db.replay.findUnique({ where: { key } })
  if (!earlier) return null
  if (!isDeepStrictEqual(earlier.request, asked(request)))
    throw new DomainError('CONFLICT', 'This Idempotency-Key was used for another request: take a new one.')
  if (!isStale(earlier, at)) return earlier
  await closeInterrupted(db, earlier, at)
  return db.replay.findUnique({ where: { key } })
}

async function refuseWhileAnotherRuns(db: RootDatabase, key: string | null, at: Date) {
  const running = await db.replay.findUnique({ where: { running: 1 } })
  if (!running || (key !== null && running.key === key)) return
  if (!isStale(running, at))
    throw new DomainError('CONFLICT', 'Another replay of this integration is running. Try again when it is over.', 5)
  await closeInterrupted(db, running, at)
}

const isStale = ({ running, aliveAt }: Row, at: Date) => running !== null && at.getTime() - aliveAt.getTime() > staleMs

/** Records that a replay is alive and how many messages it has reached. */
export async function heartbeat(db: Database, id: string, done: number, at: Date): Promise<void> {
  await db.replay.updateMany({ where: { id, running: 1 }, data: { done, aliveAt: at } })
}

/** Finishes a replay: stores its result and writes one audit entry. Returns the result that was stored. */
export function finishReplay(
  db: RootDatabase,
  id: string,
  results: readonly ReplayOutcome[],
  { by, at }: { by: Actor | null; at: Date },
) {
  return inTransaction(db, async (tx) => {
    const row = await tx.replay.findUniqueOrThrow({ where: { id } })
    const answer = summarise(id, (row.request as { dryRun: boolean }).dryRun, results)
    // After a crash the counter and the attempts may each lag: take the larger.
    const done = Math.max(row.done, countDone(results))
    const { count } = await tx.replay.updateMany({
      where: { id, running: 1 },
      data: { running: null, finishedAt: at, done, answer },
    })
    if (count === 0) return (await tx.replay.findUniqueOrThrow({ where: { id } })).answer as ReplayResult
    const who = by ? auditActor(by) : { actor: await emailOf(tx, row.operatorId) }
    const told = { object: `replay:${id}`, before: row.request, after: { ...answer, results: undefined } }
    await writeAudit(tx, { ...who, at, action: 'integration.replay', ...told })
    return answer
  })
}

const emailOf = async (tx: Database, id: string) =>
  (await tx.operator.findUnique({ where: { id }, select: { email: true } }))?.email ?? 'system'

/** Finishes the replays whose process died. Only for a startup at which no other process can be running one. */
export async function closeAllInterrupted(db: RootDatabase, at: Date): Promise<void> {
  const running = await db.replay.findUnique({ where: { running: 1 } })
  if (running) await closeInterrupted(db, running, at)
}

/** Finishes a replay that died: builds its result from the attempts; messages it did not reach are skipped. */
async function closeInterrupted(db: RootDatabase, { id, selected }: Row, at: Date): Promise<void> {
  const attempts = await db.inboundAttempt.findMany({ where: { replayId: id } })
  const outcomes = new Map(attempts.map((attempt) => [attempt.messageId, outcomeOf(attempt.messageId, attempt)]))
  const results = (selected as string[]).map((messageId) => outcomes.get(messageId) ?? interruptedOutcome(messageId))
  await finishReplay(db, id, results, { by: null, at })
}
