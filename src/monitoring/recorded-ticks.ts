import { commit, type ChangePart } from '../audit/commit.ts'
import type { Database, RootDatabase } from '../database/database.ts'
import type { Judgement } from '../generated/prisma/client.ts'
import { log } from '../lib/log.ts'
import { keptSince } from '../lib/retention.ts'
import type { Pauses } from './health/rule/pauses.ts'
import { bucketMs } from './telemetry/buckets.ts'

/** A longer time without a tick of any instance is a pause, in milliseconds. */
const maxGapMs = 3 * bucketMs

/** A stored tick that is further ahead was written before the clock was set back, in milliseconds. */
const maxAheadMs = 2 * bucketMs

/**
 * The latest tick of all instances, which is stored, and the pauses between ticks, as of the last call of `record`. The
 * first instance that ticks after a pause stores the pause together with its tick, so that the pause counts once.
 */
export function createRecordedTicks(db: RootDatabase) {
  let pauses: Pauses = []
  return {
    pauses: (): Pauses => pauses,
    /** Records the tick at `at` (milliseconds since 1970). Returns the stored ticks and pauses of all instances. */
    async record(at: number): Promise<Judgement> {
      const judgement = (await continueTicks(db, at)) ?? (await commit(db, (tx) => recordTick(tx, at)))
      pauses = await listPauses(db)
      return judgement
    },
  }
}

export type RecordedTicks = ReturnType<typeof createRecordedTicks>

/**
 * Records a tick that follows another one, as nearly all ticks do; null after a pause, or if the clock may have been
 * set back.
 */
async function continueTicks(db: Database, at: number): Promise<Judgement | null> {
  const where = { id: 1, at: { gte: new Date(at - maxGapMs), lte: new Date(at) } }
  const [judgement] = await db.judgement.updateManyAndReturn({ where, data: { at: new Date(at) } })
  return judgement ?? null
}

async function recordTick(tx: Database, at: number): Promise<ChangePart & { result: Judgement }> {
  const [last] = await tx.$queryRaw<{ at: Date }[]>`SELECT "at" FROM "Judgement" WHERE "id" = 1 FOR UPDATE`
  const before = last?.at.getTime() ?? at
  const isSetBack = before > at + maxAheadMs
  const part = isSetBack ? await forgetAfter(tx, at) : {}
  if (at - before > maxGapMs) await recordPause(tx, { startedAt: new Date(before), endedAt: new Date(at) })
  const row = { at: new Date(isSetBack ? at : Math.max(at, before)) }
  return { ...part, result: await tx.judgement.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row }) }
}

async function recordPause(tx: Database, { startedAt, endedAt }: { startedAt: Date; endedAt: Date }): Promise<void> {
  await tx.pause.create({ data: { startedAt, endedAt } })
  log.info({ from: startedAt, to: endedAt }, 'nothing was evaluated for a while, which counts as no silence')
}

/**
 * After the clock was set back, moves stored times that are ahead to the present. Times in rule states are corrected
 * when they are read.
 */
async function forgetAfter(tx: Database, ms: number): Promise<ChangePart> {
  const at = new Date(ms)
  await tx.pause.deleteMany({ where: { startedAt: { gte: at } } })
  await tx.pause.updateMany({ where: { endedAt: { gt: at } }, data: { endedAt: at } })
  await tx.heartbeat.updateMany({ where: { lastAt: { gt: at } }, data: { lastAt: at } })
  for (const column of ['lastReportAt', 'lastHeardAt', 'lastOwnAt', 'lastOtlpAt', 'refusedAt', 'retiredAt'] as const)
    await tx.service.updateMany({ where: { [column]: { gt: at } }, data: { [column]: at } })
  for (const column of ['lastAt', 'reportedAt'] as const)
    await tx.sourceSubject.updateMany({ where: { [column]: { gt: at } }, data: { [column]: at } })
  await tx.subject.updateMany({ where: { stateSince: { gt: at } }, data: { stateSince: at } })
  return { views: ['inventory'] }
}

/** The stored pauses, the last first. */
export async function listPauses(db: Database): Promise<Pauses> {
  const rows = await db.pause.findMany({ orderBy: { endedAt: 'desc' } })
  return rows.map(({ startedAt, endedAt }) => ({ startedAt: startedAt.getTime(), endedAt: endedAt.getTime() }))
}

/** Deletes pauses that are too old, at `at`, to matter for any silence. */
export async function clearOldPauses(db: Database, at: Date): Promise<void> {
  await db.pause.deleteMany({ where: { endedAt: { lt: keptSince('pause', at) } } })
}
