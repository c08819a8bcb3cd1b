import { inTransaction, type RootDatabase } from '../database/database.ts'
import type { Coordination } from '../database/coordination.ts'
import { log } from '../lib/log.ts'
import { BUCKET_MS } from './telemetry/buckets.ts'
import { createIntake, type SampleIntake, type IntakeParts } from './sample-intake.ts'
import type { SubjectSnapshot, SubjectWithPolicy } from './health/subject-queries.ts'
import { evaluateAll, look } from './evaluate-subjects.ts'
import { createSerialQueue, createYieldingQueue, type SerialQueue } from '../lib/serial-queue.ts'
import { shiftTimers } from './health/rule-state-store.ts'
import { bumpRevision } from '../database/revision.ts'
import { rollUpAndPrune } from './telemetry/roll-up.ts'
import { listSubjects, type HealthSubject } from './health/subject-queries.ts'

/** For this long after a pause no state changes: samples have to arrive again first. Source: docs/health.md. */
const holdMs = 60_000

/** A tick that begins this late is logged, in milliseconds. */
const lateMs = BUCKET_MS

type PipelineDeps = IntakeParts & { signals: Coordination; tell: () => Promise<void> }

/**
 * The monitoring pipeline: request → observation → window → state → incident → counts → push. The steps up to the
 * window are immediate, the others run at every multiple of 10 s. Every instance on one database records samples; the
 * leader evaluates the samples of all of them. `tell` notifies the subscribers of this instance.
 */
export async function startPipeline(parts: PipelineDeps) {
  const { db, clock, signals } = parts
  const intake = createIntake(parts)
  const ticks = createSerialQueue()
  // An operator's change waits for at most one set of writes, never for a whole tick.
  const writes = createYieldingQueue()
  const begun = clock.now()

  await loadState(db, intake, begun)
  const mustHold = await resumeAfterDowntime(db, signals, begun)
  const ticking = createTicking({ ...parts, intake, writes }, { begun, heldUntil: mustHold ? begun + holdMs : begun })
  const stopTicking = clock.every(BUCKET_MS, (at) => void ticks(() => ticking.tick(at)))

  return {
    ...intake,
    /** Runs `work` with a snapshot of the subject; this instance writes nothing else meanwhile. */
    withFrozenSubject: <T>(subjectId: number, work: (present: SubjectSnapshot, at: number) => Promise<T>): Promise<T> =>
      writes(async () => {
        const subject = await db.subject.findUniqueOrThrow({ where: { id: subjectId } })
        return work(snapshotSubject(intake, subject, clock.now()), clock.now())
      }),
    /** Resolves once all ticks due by now are done. */
    settled: (): Promise<void> => ticks(() => Promise.resolve()),
    /** Milliseconds from the scheduled time of the last tick to its last write. */
    delayMs: ticking.delayMs,
    /** Stops the ticks and writes the last samples. */
    async stop(): Promise<void> {
      stopTicking()
      await ticks(() => intake.flush.write()).catch((error: unknown) => {
        log.error({ err: error }, 'the samples of the last seconds could not be written')
      })
    },
  }
}

export type Pipeline = Awaited<ReturnType<typeof startPipeline>>

/** The tick that runs every 10 s, and its delay. */
function createTicking(
  { db, clock, signals, tell, intake, writes }: PipelineDeps & { intake: SampleIntake; writes: SerialQueue },
  { begun, heldUntil }: { begun: number; heldUntil: number },
) {
  const exchange = createFlushStep(db, intake)
  const pause = { lastTick: begun, heldUntil }
  let delayMs = 0

  return {
    async tick(at: number): Promise<void> {
      warnIfLate(at, clock.now())
      // A minute without evaluation (machine asleep, database unavailable) counts as a restart: samples are missing.
      if (at - pause.lastTick > holdMs) pause.heldUntil = at + holdMs
      try {
        await exchange(at)
        const charges = await listSubjectsWithPolicy(db, intake)
        const leads = await signals.tryLead()
        if (leads)
          await evaluateAll({ db, telemetry: intake.telemetry, writes }, charges, { at, heldUntil: pause.heldUntil })
        await tell()
        pause.lastTick = at
        delayMs = clock.now() - at
        if (leads && at % 60_000 === 0) await rollUpAndPrune(db, at)
      } catch (error) {
        log.warn({ err: error }, 'a tick failed and changed nothing; the next one starts afresh')
      }
    },
    delayMs: (): number => delayMs,
  }
}

function warnIfLate(at: number, now: number): void {
  if (now - at >= lateMs)
    log.warn({ at: new Date(at), delayMs: now - at }, 'a tick is late: states are evaluated later than every 10 s')
}

/** Loads the subjects, their samples and their statistics from the database. */
async function loadState(db: RootDatabase, intake: SampleIntake, at: number): Promise<void> {
  intake.registry.replace(await listSubjects(db))
  await intake.flush.read(at)
  intake.refreshStats(at)
}

/**
 * Shifts the timers by the time without evaluation, so that downtime does not count as silence. Returns whether samples
 * may be missing: subjects were evaluated before, but more than two ticks ago, or no other instance is running.
 */
async function resumeAfterDowntime(db: RootDatabase, signals: Coordination, at: number): Promise<boolean> {
  const leads = await signals.tryLead()
  const judged = await db.judgement.findUnique({ where: { id: 1 } })
  if (!judged) return false
  const downMs = at - judged.at.getTime()
  const isLong = downMs > 2 * BUCKET_MS
  if (isLong && leads)
    await inTransaction(db, async (tx) => {
      await shiftTimers(tx, downMs)
      await tx.judgement.update({ where: { id: 1 }, data: { at: new Date(at) } })
    })
  return isLong || (await signals.isAlone())
}

/** Writes own samples, reads those of other instances, and bumps the inventory's revision if any statistics changed. */
function createFlushStep(db: RootDatabase, intake: SampleIntake) {
  let untold = false
  return async (at: number): Promise<void> => {
    await intake.flush.write()
    await intake.flush.read(at)
    untold = intake.refreshStats(at) || untold
    if (untold) await bumpRevision(db, ['inventory'])
    untold = false
  }
}

/** The snapshot of one subject at a time, in milliseconds since 1970. */
const snapshotSubject = ({ registry, telemetry }: SampleIntake, subject: HealthSubject, at: number): SubjectSnapshot =>
  look({ subject, policy: registry.watch(subject).policy }, telemetry, at)

/** All subjects to evaluate, each with its policy; the registry is updated to match. */
async function listSubjectsWithPolicy(db: RootDatabase, { registry }: SampleIntake): Promise<SubjectWithPolicy[]> {
  const subjects = await listSubjects(db)
  registry.replace(subjects)
  return subjects.flatMap((subject) => {
    const watched = registry.find(subject.kind, subject.key)
    return watched ? [{ subject, policy: watched.policy }] : []
  })
}
