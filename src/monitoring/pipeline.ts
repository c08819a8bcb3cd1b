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

/** Nothing changes state so soon after a pause: the samples have to come back first. Source: docs/health.md. */
const holdMs = 60_000

/** A tick that begins so long after its time is reported in the log. */
const lateMs = BUCKET_MS

type PipelineDeps = IntakeParts & { signals: Coordination; tell: () => Promise<void> }

/**
 * The way from what happens to what operators hear: request → observation → window → state → incident → counts → push.
 * Everything up to the window happens at once; the rest at every multiple of ten seconds. Of several instances on one
 * database each measures, and one judges what all of them measured. `tell` lets those hear who listen here.
 */
export async function startPipeline(parts: PipelineDeps) {
  const { db, clock, signals } = parts
  const intake = createIntake(parts)
  const ticks = createSerialQueue()
  // An operator's change waits for one set of writes at most, never for a whole tick.
  const writes = createYieldingQueue()
  const begun = clock.now()

  await loadState(db, intake, begun)
  const mustHold = await resumeAfterDowntime(db, signals, begun)
  const ticking = createTicking({ ...parts, intake, writes }, { begun, heldUntil: mustHold ? begun + holdMs : begun })
  const stopTicking = clock.every(BUCKET_MS, (at) => void ticks(() => ticking.tick(at)))

  return {
    ...intake,
    /** Does something that depends on how a subject stands, while nothing else is being written here. */
    withFrozenSubject: <T>(subjectId: number, work: (present: SubjectSnapshot, at: number) => Promise<T>): Promise<T> =>
      writes(async () => {
        const subject = await db.subject.findUniqueOrThrow({ where: { id: subjectId } })
        return work(snapshotSubject(intake, subject, clock.now()), clock.now())
      }),
    /** Ends once everything that was due by now has been judged. */
    settled: (): Promise<void> => ticks(() => Promise.resolve()),
    /** How long after its time the last tick had written everything, in milliseconds. */
    delayMs: ticking.delayMs,
    /** Stops judging and writes what was measured last. */
    async stop(): Promise<void> {
      stopTicking()
      await ticks(() => intake.flush.write()).catch((error: unknown) => {
        log.error({ err: error }, 'the samples of the last seconds could not be written')
      })
    },
  }
}

export type Pipeline = Awaited<ReturnType<typeof startPipeline>>

/** What is done every ten seconds, and how late that is. */
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
      // An instance that could not evaluate for a minute, asleep or without the database, knows as little as after a restart.
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

/** Knows again what was known before: the subjects, their samples and figures. */
async function loadState(db: RootDatabase, intake: SampleIntake, at: number): Promise<void> {
  intake.registry.replace(await listSubjects(db))
  await intake.flush.read(at)
  intake.refreshStats(at)
}

/**
 * Time during which nobody judged does not count: timers go on, and nobody was silent. Returns whether samples may be
 * missing: somebody had judged before, and no other instance went on.
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

/** Writes what was measured here and takes over what was measured elsewhere; other figures are a change of the inventory. */
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

/** How one subject stands at a moment. */
const snapshotSubject = ({ registry, telemetry }: SampleIntake, subject: HealthSubject, at: number): SubjectSnapshot =>
  look({ subject, policy: registry.watch(subject).policy }, telemetry, at)

/** Everything there is to judge, with the policy it is judged by. */
async function listSubjectsWithPolicy(db: RootDatabase, { registry }: SampleIntake): Promise<SubjectWithPolicy[]> {
  const subjects = await listSubjects(db)
  registry.replace(subjects)
  return subjects.flatMap((subject) => {
    const watched = registry.find(subject.kind, subject.key)
    return watched ? [{ subject, policy: watched.policy }] : []
  })
}
