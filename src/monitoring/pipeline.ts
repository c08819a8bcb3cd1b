import type { RootDatabase } from '../database/database.ts'
import type { Coordination } from '../database/coordination/coordination.ts'
import { isAhead } from '../lib/clock.ts'
import { log } from '../lib/log.ts'
import { bucketMs } from './telemetry/buckets.ts'
import { createIntake, type SampleIntake, type IntakeDeps } from './intake/sample-intake.ts'
import { createSnapshot, pauseTimers } from './evaluate-subjects.ts'
import { listReportingServices } from './services/watched-services.ts'
import { readSurroundings } from './surroundings.ts'
import { createSerialQueue, type SerialQueue } from '../lib/serial-queue.ts'
import { importEndpoints, type EndpointImport, type ImportResult } from './reported-endpoints/import-endpoints.ts'
import type { ImportSource } from './reported-endpoints/import-source.ts'
import { retirePending, type ConfirmedRetirement } from './reported-endpoints/retire-pending.ts'
import type { ImportPlan } from '../inventory/reported/plan-import.ts'
import type { Registry } from './intake/subject-registry.ts'
import { retireSubject, type Retirement, type RetirementSource, type SubjectRef } from './incidents/retire-subject.ts'
import type { WithFrozenSubject, WithFrozenSubjects } from './incidents/operator-actions.ts'
import { listSubjects, type HealthSubject } from './health/subject-queries.ts'
import { createRecordedTicks, type RecordedTicks } from './recorded-ticks.ts'
import { createTicking, heldUntilAfter, holdMs, writeActivity } from './tick.ts'
import { moveOnboarding, type MoveInput } from '../onboarding/manage-onboarding.ts'
import type { Onboarding } from '../onboarding/onboarding-row.ts'
import type { Actor } from '../audit/actor.ts'

type PipelineDeps = IntakeDeps & { coordination: Coordination; notifySubscribers: () => Promise<void> }

/**
 * The monitoring pipeline: request → observation → window → state → incident → counts → push. The steps up to the
 * window are immediate, the others run at every multiple of 10 s. Every instance on one database records samples, and
 * evaluates the subjects of its shards by the samples of all of them. The leader does what concerns all subjects.
 * `notifySubscribers` notifies those of this instance.
 */
export async function startPipeline(deps: PipelineDeps) {
  const { db, clock } = deps
  const intake = createIntake(deps)
  const ticks = createSerialQueue()
  // Bounds the wait of an operator's change to one set of writes rather than a whole tick.
  const writes = createSerialQueue({ yields: true })
  const startedAt = clock.now()

  await loadState(db, intake, startedAt)
  const recorded = createRecordedTicks(db)
  const heldUntil = await resume(deps, recorded, startedAt)
  const ticking = createTicking({ ...deps, intake, writes, recorded }, { startedAt, heldUntil })
  let newest = startedAt
  const stopTicking = clock.every(bucketMs, (at) => {
    newest = at
    void ticks(() => (at === newest ? ticking.tick(at) : skipTick(at)))
  })

  return {
    ...intake,
    /** Whether the service itself probes a subject. */
    isProbed: intake.registry.isProbed,
    ...freezing({ db, clock, intake, writes, recorded }),
    ...changingSubjects({ db, clock, intake }),
    /** Resolves once all ticks due by now are done. */
    evaluated: (): Promise<void> => ticks(() => Promise.resolve()),
    /** Resolves once all ticks due by now and the work they started in the background are done. */
    settled: (): Promise<void> => ticks(ticking.rolledUp),
    /** Milliseconds from the scheduled time of the last tick to its last write. */
    delayMs: ticking.delayMs,
    /** Stops the ticks and writes the last samples. */
    async stop(): Promise<void> {
      stopTicking()
      await ticks(async () => {
        await intake.flush.write()
        await writeActivity(intake)
        await ticking.rolledUp()
      }).catch((error: unknown) => {
        log.error({ err: error }, 'failed to write the last samples at shutdown; up to 10 s of them are lost')
      })
    },
  }
}

/** Skips a tick when a newer one is due: subjects are evaluated once, at present, and not for each missed tick. */
function skipTick(at: number): Promise<void> {
  log.warn({ at: new Date(at) }, 'a tick was skipped, since the one before it took too long')
  return Promise.resolve()
}

export type Pipeline = Awaited<ReturnType<typeof startPipeline>>

/**
 * Operations that change the set of monitored subjects. This instance applies the change to incoming samples at once,
 * others soon after.
 */
const changingSubjects = ({ db, clock, intake }: Pick<PipelineDeps, 'db' | 'clock'> & { intake: SampleIntake }) => ({
  /** Retires a subject. */
  retireSubject: async (ref: SubjectRef, source: RetirementSource): Promise<Retirement> => {
    const retirement = await retireSubject(db, ref, source, clock.now())
    intake.registry.remove(ref.kind, ref.key)
    return retirement
  },
  /** Moves a library to another stage of its onboarding. */
  moveOnboarding: async (input: MoveInput, by: Actor): Promise<Onboarding> => {
    const moved = await moveOnboarding(db, input, by, new Date(clock.now()))
    if (moved.stage === 'BAJA') intake.registry.remove('LIBRERIAS', moved.code)
    return moved
  },
  /** Imports the endpoints of a service. */
  importEndpoints: async (wanted: EndpointImport, source: ImportSource): Promise<ImportResult> => {
    const result = await importEndpoints(db, wanted, source, clock.now())
    if (!wanted.dryRun) await registerImported(intake.registry, result)
    return result
  },
  /** Retires endpoints that imports of their service leave out. */
  retirePending: async (confirmed: ConfirmedRetirement, source: ImportSource): Promise<string[]> => {
    const retired = await retirePending(db, confirmed, source, clock.now())
    for (const id of retired) intake.registry.remove('ENDPOINTS', id)
    return retired
  },
})

/** Registers the endpoints of an import with their present policy, and removes those that it retired. */
async function registerImported(registry: Registry, plan: ImportPlan): Promise<void> {
  const changed = plan.changed.map(({ id }) => id)
  for (const id of [...changed, ...plan.retired]) registry.remove('ENDPOINTS', id)
  await registry.load('ENDPOINTS', [...plan.added, ...plan.restored, ...changed])
}

type FreezingDeps = Pick<PipelineDeps, 'db' | 'clock'> & {
  intake: SampleIntake
  writes: SerialQueue
  recorded: RecordedTicks
}

/** Functions that run work with snapshots of subjects; this instance writes nothing else meanwhile. */
function freezing({ db, clock, intake, writes, recorded }: FreezingDeps) {
  const withFrozenSubjects: WithFrozenSubjects = (subjectIds, work) =>
    writes(async () => {
      const at = clock.now()
      const rows = await db.subject.findMany({ where: { id: { in: [...subjectIds] } } })
      const subjects = rows.map((subject) => ({ subject, ...policyIn(intake.registry, subject) }))
      const services = await listReportingServices(db, at)
      const known = await readSurroundings(db, { pauses: recorded.pauses(), services, subjects }, at)
      return work(
        subjects.map((subject) => createSnapshot(subject, { telemetry: intake.telemetry, ...known }, at)),
        at,
      )
    })
  const withFrozenSubject: WithFrozenSubject = (subjectId, work) =>
    withFrozenSubjects([subjectId], ([present], at) => {
      if (!present) throw new Error(`There is no subject ${subjectId}.`)
      return work(present, at)
    })
  return { withFrozenSubject, withFrozenSubjects }
}

/** Loads the subjects, their samples and their statistics from the database. */
async function loadState(db: RootDatabase, intake: SampleIntake, at: number): Promise<void> {
  intake.registry.replace(await listSubjects(db))
  // After a long downtime, the last samples before it are loaded too: the stored rule states do not have their exact
  // times.
  const lastTick = await db.judgement.findUnique({ where: { id: 1 } })
  await intake.flush.read(Math.min(at, lastTick?.at.getTime() ?? at), at)
  // These samples are from before the clock was set back. A tolerated sample may be up to a minute ahead.
  if (lastTick && isAhead(lastTick.at.getTime(), at)) intake.telemetry.forgetAfter(at)
  intake.refreshStats(at)
}

/**
 * Records the start as a tick. Returns the end of the hold, in milliseconds since 1970: after a time in which no
 * instance received samples, no state changes until they have arrived again. Pauses the timers of the subjects
 * meanwhile.
 */
async function resume(
  { db, coordination }: Pick<PipelineDeps, 'db' | 'coordination'>,
  recorded: RecordedTicks,
  at: number,
): Promise<number> {
  const last = await db.judgement.findUnique({ where: { id: 1 } })
  await recorded.record(at)
  if (!last) return at
  const heldUntil = Math.max((await coordination.isAlone()) ? at + holdMs : at, heldUntilAfter(recorded.pauses(), at))
  const isHeld = heldUntil > at && (await coordination.tryLead())
  if (isHeld) await pauseTimers(db, await listSubjects(db), Math.min(at, last.at.getTime()))
  return heldUntil
}

function policyIn(registry: Registry, subject: HealthSubject) {
  const { policy, budget } = registry.register(subject)
  return { policy, budget }
}
