import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { notify } from '../../database/coordination/notify.ts'
import { DomainError } from '../../lib/errors.ts'
import { newTraceId } from '../../lib/trace-context.ts'
import type { Prisma, Replay as ReplayRow } from '../../generated/prisma/client.ts'
import type { ReplayOutcome, ReplayResult, ReplayRequest } from './replay-result.ts'
import { countDone, interruptedOutcome, outcomeOfStored, summarise } from './replay-result.ts'

/**
 * A replay whose last heartbeat is further away than this died with its process. A heartbeat in the future is from
 * before the clock was set back.
 */
const staleMs = 30_000

/** A replay that this caller may run. `traceId` is the trace of the request that began it. */
export type ClaimedReplay = { id: string; traceId: string }

/**
 * Claims the right to run a replay: only one runs at a time. If an earlier replay has the same key, returns its result
 * instead, or null while it runs.
 * @throws DomainError CONFLICT while another replay runs, or for a key used for a different request.
 */
export async function claimReplay(
  db: RootDatabase,
  { request, selected, by }: { request: ReplayRequest; selected: readonly string[]; by: Actor },
  at: Date,
): Promise<ClaimedReplay | { result: ReplayResult } | null> {
  const key = keyOf(request, by)
  const earlier = key === null ? null : await findEarlier(db, key, request, at)
  if (earlier) return earlier.answer ? { result: earlier.answer as ReplayResult } : null
  const claimed = { id: randomUUID(), traceId: by.traceId ?? newTraceId() }
  const origin = { key, operatorId: by.operator.id, requestId: by.requestId }
  const claim = { ...claimed, ...origin, request: storedRequest(request), selected: [...selected] }
  const { count } = await db.replay.createMany({
    data: [{ ...claim, running: 1, startedAt: at, aliveAt: at }],
    skipDuplicates: true,
  })
  if (count > 0) return claimed
  await assertNoOtherRuns(db, key, at)
  return null
}

// Keys are scoped to the operator.
const keyOf = ({ idempotencyKey }: ReplayRequest, { operator }: Actor) =>
  idempotencyKey === null ? null : `${operator.id} ${idempotencyKey}`

/** The running replay of this operator with the key of the request; null if there is none. */
export async function findRunning(db: Database, request: ReplayRequest, by: Actor): Promise<{ id: string } | null> {
  const key = keyOf(request, by)
  return key === null ? null : db.replay.findFirst({ where: { key, running: 1 }, select: { id: true } })
}

/** The form of a request that is stored, compared with a repetition, and audited. */
const storedRequest = ({ selection, limit, dryRun, force, reason }: ReplayRequest) =>
  JSON.parse(JSON.stringify({ selection, limit, dryRun, force, reason })) as Prisma.InputJsonObject

async function findEarlier(db: RootDatabase, key: string, request: ReplayRequest, at: Date): Promise<ReplayRow | null> {
  const earlier = await db.replay.findUnique({ where: { key } })
  if (!earlier) return null
  if (!isDeepStrictEqual(earlier.request, storedRequest(request)))
    throw new DomainError('CONFLICT', { code: 'KEY_OF_OTHER_REPLAY', parameters: {} })
  if (!isStale(earlier, at)) return earlier
  await closeInterrupted(db, earlier, at)
  return db.replay.findUnique({ where: { key } })
}

// If the other replay's process died, closes that replay instead of rejecting this one.
async function assertNoOtherRuns(db: RootDatabase, key: string | null, at: Date) {
  const running = await db.replay.findUnique({ where: { running: 1 } })
  if (!running || (key !== null && running.key === key)) return
  if (!isStale(running, at)) throw new DomainError('CONFLICT', { code: 'REPLAY_OF_OTHER_RUNS', parameters: {} }, 5)
  await closeInterrupted(db, running, at)
}

const isStale = ({ running, aliveAt }: ReplayRow, at: Date) =>
  running !== null && Math.abs(at.getTime() - aliveAt.getTime()) > staleMs

/** Records that a replay is alive and how many messages it has reached. */
export async function heartbeat(db: Database, id: string, done: number, at: Date): Promise<void> {
  await db.replay.updateMany({ where: { id, running: 1 }, data: { done, aliveAt: at } })
  await notify(db, 'replays')
}

/** Finishes a replay: stores its result and writes one audit entry. Returns the result that was stored. */
export function finishReplay(
  db: RootDatabase,
  id: string,
  results: readonly ReplayOutcome[],
  { by, at }: { by: Actor | null; at: Date },
) {
  return commit(db, async (tx) => {
    const row = await tx.replay.findUniqueOrThrow({ where: { id } })
    const result = summarise(id, (row.request as { dryRun: boolean }).dryRun, results)
    // After a crash the stored counter or the number of attempts may lag behind: take the larger.
    const done = Math.max(row.done, countDone(results))
    const { count } = await tx.replay.updateMany({
      where: { id, running: 1 },
      data: { running: null, finishedAt: at, done, answer: result as Prisma.InputJsonObject },
    })
    if (count === 0) return { result: (await tx.replay.findUniqueOrThrow({ where: { id } })).answer as ReplayResult }
    await notify(tx, 'replays')
    const actor = by ?? { actor: await emailOf(tx, row.operatorId) }
    const entry = { object: `replay:${id}`, before: row.request, after: { ...result, results: undefined } }
    return {
      result,
      audit: [{ by: { ...actor, traceId: row.traceId }, at, action: 'integration.replay', ...entry }],
    }
  })
}

const emailOf = async (tx: Database, id: string) =>
  (await tx.operator.findUnique({ where: { id }, select: { email: true } }))?.email ?? 'system'

/** Finishes the replay whose process died. Call only at startup, when no other process can be running a replay. */
export async function closeAllInterrupted(db: RootDatabase, at: Date): Promise<void> {
  const running = await db.replay.findUnique({ where: { running: 1 } })
  if (running) await closeInterrupted(db, running, at)
}

/** Finishes a replay that died: builds its result from the attempts; messages it did not reach are skipped. */
async function closeInterrupted(db: RootDatabase, { id, selected }: ReplayRow, at: Date): Promise<void> {
  const attempts = await db.inboundAttempt.findMany({ where: { replayId: id } })
  const outcomes = new Map(attempts.map((attempt) => [attempt.messageId, outcomeOfStored(attempt)]))
  const results = (selected as string[]).map((messageId) => outcomes.get(messageId) ?? interruptedOutcome(messageId))
  await finishReplay(db, id, results, { by: null, at })
}
