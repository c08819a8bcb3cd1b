import type { Coordination } from '../database/coordination/coordination.ts'
import type { RootDatabase } from '../database/database.ts'
import { bumpRevision } from '../database/revision.ts'
import { shardOf, type Shards } from '../database/coordination/shards.ts'
import { log } from '../lib/log.ts'
import { createSerialQueue, type SerialQueue } from '../lib/serial-queue.ts'
import { evaluateAll } from './evaluate-subjects.ts'
import { createLatencySteps } from './health/learned-budget/latency-steps.ts'
import { createSubjectCache, type SubjectCache } from './health/subject-cache.ts'
import type { SubjectWithPolicy } from './health/subject-queries.ts'
import type { IntakeDeps, SampleIntake } from './intake/sample-intake.ts'
import { endSuppressions } from './suppression/end-suppressions.ts'
import { surveySubjects } from './survey-subjects.ts'
import { bucketMs } from './telemetry/buckets.ts'
import { rollUpAndPrune } from './telemetry/roll-up.ts'

/** For this long after a pause no state changes: samples have to arrive again first. Source: docs/health.md. */
export const holdMs = 60_000

/** A tick that begins this late is logged, in milliseconds. */
const lateMs = bucketMs

type TickDeps = Pick<IntakeDeps, 'db' | 'clock'> & {
  coordination: Coordination
  notifySubscribers: () => Promise<void>
  intake: SampleIntake
  writes: SerialQueue
}

/** The tick that runs every 10 s, and its delay. */
export function createTicking(
  { db, clock, coordination, notifySubscribers, intake, writes }: TickDeps,
  { startedAt, heldUntil }: { startedAt: number; heldUntil: number },
) {
  const flushSamples = createFlushStep(db, intake)
  const pause = { lastTick: startedAt, resumedAt: startedAt, heldUntil }
  const latency = createLatencySteps(db)
  const deps = { db, telemetry: intake.telemetry, writes }
  const claims = createClaims(coordination)
  const subjects = createSubjectCache(db)
  // Not part of the tick: rolling up the samples of many subjects may take longer than the time to the next one.
  const rollUps = createSerialQueue()
  let delayMs = 0

  return {
    async tick(at: number): Promise<void> {
      warnIfLate(at, clock.now())
      // A minute without evaluation (machine asleep, database unavailable) counts as a restart: samples are missing.
      if (at - pause.lastTick > holdMs) Object.assign(pause, { resumedAt: at, heldUntil: at + holdMs })
      try {
        await flushSamples(at)
        const isLeader = await coordination.tryLead()
        const shards = await claims.claim(at)
        const readSubjects = () => listSubjectsWithPolicy(subjects, intake, shards)
        const overview = await surveySubjects(deps, readSubjects, { at, isLeader, resumedAt: pause.resumedAt })
        const own = overview.subjects.filter(({ subject }) => shards.has(shardOf(subject.id)))
        await evaluateAll(deps, own, overview, { at, heldUntil: pause.heldUntil })
        if (isLeader) await endSuppressions({ db, writes }, at)
        await latency(overview.subjects, { at, isLeader })
        await notifySubscribers()
        pause.lastTick = at
        delayMs = clock.now() - at
        if (isLeader && at % 60_000 === 0) void rollUps(() => rollUp(db, at))
      } catch (error) {
        log.warn({ err: error }, 'a tick failed; the next one starts from the beginning')
        subjects.clear()
        await claims.giveUp()
      }
    },
    delayMs: (): number => delayMs,
    /** Resolves once no samples are being rolled up. */
    rolledUp: (): Promise<void> => rollUps(() => Promise.resolve()),
  }
}

async function rollUp(db: RootDatabase, at: number): Promise<void> {
  await rollUpAndPrune(db, at).catch((error: unknown) => {
    log.warn({ err: error }, 'samples could not be rolled up; trying again in a minute')
  })
}

/** Claims shards. After a failed tick, other instances have one tick to take them; if none does, they are kept. */
function createClaims(coordination: Pick<Coordination, 'claimShards' | 'releaseShards' | 'isAlone'>) {
  let hasGivenUp = false
  return {
    async claim(at: number): Promise<Shards> {
      const mustWait = hasGivenUp && !(await coordination.isAlone())
      hasGivenUp = false
      return mustWait ? new Set() : coordination.claimShards(at)
    },
    async giveUp(): Promise<void> {
      hasGivenUp = true
      await coordination.releaseShards()
    },
  }
}

function warnIfLate(at: number, now: number): void {
  if (now - at >= lateMs)
    log.warn({ at: new Date(at), delayMs: now - at }, 'a tick is late: states are evaluated later than every 10 s')
}

/** Writes own samples, reads those of other instances, and bumps the inventory's revision if any statistics changed. */
function createFlushStep(db: RootDatabase, intake: SampleIntake) {
  let mustPublish = false
  return async (at: number): Promise<void> => {
    await intake.flush.write()
    await intake.sources.write()
    await writeExamples(intake)
    await intake.flush.read(at)
    mustPublish = intake.refreshStats(at) || mustPublish
    if (mustPublish) await bumpRevision(db, ['inventory'])
    mustPublish = false
  }
}

/** Writes the examples of failed requests. They are displayed only, so that a failure ends no tick. */
export async function writeExamples({ examples }: SampleIntake): Promise<void> {
  await examples.write().catch((error: unknown) => {
    log.warn({ err: error }, 'could not write examples of failed requests; trying again at the next tick')
  })
}

/** All subjects, each with its policy, those of the shards with their rule state; the registry is updated to match. */
async function listSubjectsWithPolicy(
  cache: SubjectCache,
  { registry }: SampleIntake,
  shards: Shards,
): Promise<SubjectWithPolicy[]> {
  const subjects = await cache.read(shards)
  registry.replace(subjects)
  return subjects.flatMap((subject) => {
    const watched = registry.find(subject.kind, subject.key)
    return watched ? [{ subject, policy: watched.policy, budget: watched.budget }] : []
  })
}
