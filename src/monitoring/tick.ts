import { commit } from '../audit/commit.ts'
import type { Coordination } from '../database/coordination/coordination.ts'
import type { RootDatabase } from '../database/database.ts'
import { shardOf, type Shards } from '../database/coordination/shards.ts'
import type { Clock } from '../lib/clock.ts'
import { log } from '../lib/log.ts'
import { createSerialQueue, type SerialQueue } from '../lib/serial-queue.ts'
import { evaluateAll } from './evaluate-subjects.ts'
import { createLearningSteps } from './health/learning-steps.ts'
import { createSubjectCache, type SubjectCache } from './health/subject-cache.ts'
import type { Pauses } from './health/rule/pauses.ts'
import type { SubjectWithPolicy } from './health/subject-queries.ts'
import type { IntakeDeps, SampleIntake } from './intake/sample-intake.ts'
import type { RecordedTicks } from './recorded-ticks.ts'
import { ensureServiceIntegrations } from './services/ensure-service-integrations.ts'
import { evaluateServices } from './services/evaluate-services.ts'
import { onlyPauses, readSurroundings } from './surroundings.ts'
import { updateSuppressions } from './suppression/update-suppressions.ts'
import type { SuppressedSubject } from './suppression/decide-suppressions.ts'
import { bucketMs } from './telemetry/buckets.ts'
import { firstSampleSince } from './telemetry/last-sample.ts'
import { rollUpAndPrune } from './telemetry/roll-up.ts'

/**
 * Time after a pause in which no state changes, in milliseconds, because samples have to arrive again first. Source:
 * docs/health.md.
 */
export const holdMs = 60_000

/** A tick that begins this much too late is logged, in milliseconds. */
const lateMs = bucketMs

type TickDeps = Pick<IntakeDeps, 'db' | 'clock'> & {
  coordination: Coordination
  notifySubscribers: () => Promise<void>
  intake: SampleIntake
  writes: SerialQueue
  recorded: RecordedTicks
}

/** Creates the tick, which runs every 10 s. */
export function createTicking(deps: TickDeps, { startedAt, heldUntil }: { startedAt: number; heldUntil: number }) {
  const { db, clock, intake, notifySubscribers } = deps
  const own = { lastTick: startedAt, heldUntil }
  const evaluation = createEvaluation(deps)
  const flushSamples = createFlushStep(db, clock, intake)
  const rollUps = createRollUps(db, clock.now, startedAt)
  let delayMs = 0

  return {
    async tick(at: number): Promise<void> {
      // A late tick already has samples from after its own time, so the present is the limit.
      if (!followTime(own, at, () => intake.telemetry.forgetAfter(clock.now()))) return
      warnIfLate(at, clock.now())
      try {
        await flushSamples(at)
        const isLeader = await evaluation.evaluate(at, own.heldUntil)
        await notifySubscribers()
        own.lastTick = at
        delayMs = clock.now() - at
        rollUps.begin(at, isLeader)
      } catch (error) {
        log.warn({ err: error }, 'a tick failed; the next one starts from the beginning')
        await evaluation.giveUp()
      }
    },
    delayMs: (): number => delayMs,
    /** Resolves once no samples are being rolled up. */
    rolledUp: rollUps.settled,
  }
}

/**
 * The part of a tick that evaluates: first the services, then the subjects of this instance, then the suppression of
 * incidents.
 */
function createEvaluation({ db, clock, coordination, intake, writes, recorded }: TickDeps) {
  const { registry, telemetry } = intake
  const deps = { db, telemetry, writes }
  const learn = createLearningSteps(db)
  const claims = createClaims(coordination, clock.now)
  const cache = createSubjectCache(db)

  return {
    /**
     * Evaluates a tick and returns whether this instance leads. Before `startHeldUntil` no state changes, because the
     * instance has just started.
     */
    async evaluate(at: number, startHeldUntil: number): Promise<boolean> {
      const judgement = await recorded.record(at)
      const pauses = recorded.pauses()
      const heldUntil = Math.max(startHeldUntil, heldUntilAfter(pauses, at))
      const isLeader = await coordination.tryLead()
      if (isLeader) await ensureServiceIntegrations(db, at)
      const shards = await claims.claim(at)
      const times = { at, heldUntil, tellFrom: heldUntil + holdMs, isLeader, judgement }
      const judging = { ...deps, coordination, registry, surroundings: onlyPauses(pauses) }
      const { services, subjectIds } = await evaluateServices(judging, times)
      const all = await listSubjectsWithPolicy(cache, intake, shards)
      const own = all.filter(({ subject }) => shards.has(shardOf(subject.id)) && !subjectIds.has(subject.id))
      const surroundings = await readSurroundings(db, { pauses, services, subjects: own }, at)
      await evaluateAll(deps, own, { ...surroundings, services }, { at, heldUntil })
      if (isLeader) await updateSuppressions(deps, suppressionTick(intake, { at, heldUntil }))
      await learn(all, { at, isLeader })
      return isLeader
    },
    async giveUp(): Promise<void> {
      cache.clear()
      await claims.giveUp()
    },
  }
}

/** The facts of a tick that suppression depends on. */
const suppressionTick = (
  { registry, telemetry }: SampleIntake,
  { at, heldUntil }: { at: number; heldUntil: number },
) => ({
  at,
  isPaused: at < heldUntil,
  seenSince: ({ id, kind, key }: SuppressedSubject, since: number): number | null =>
    // A missed schedule is evidence as well.
    registry.find(kind, key)?.policy.silenceMeans === 'FALLANDO'
      ? since
      : firstSampleSince(telemetry.windowOf(id), since),
})

/**
 * The end of the hold after the last pause, in milliseconds since 1970: until then no state changes. 0 without a pause.
 */
export const heldUntilAfter = ([last]: Pauses, at: number): number =>
  last && last.endedAt <= at ? last.endedAt + holdMs : 0

/** The last successful tick of this instance, and the end of the hold after its start, in which no state changes. */
type OwnTicks = { lastTick: number; heldUntil: number }

/**
 * Returns whether to evaluate the tick: false if the clock was set back by less than two ticks and this one was
 * evaluated before.
 */
function followTime(own: OwnTicks, at: number, forgetFuture: () => void): boolean {
  if (at > own.lastTick) return true
  if (own.lastTick - at < 2 * bucketMs) return false
  // The clock was set back: move the end of the hold back by the same amount.
  forgetFuture()
  const setBackMs = own.lastTick + bucketMs - at
  Object.assign(own, { lastTick: at - bucketMs, heldUntil: own.heldUntil - setBackMs })
  return true
}

/**
 * Rolls up at the first tick of each minute if the instance leads. That need not be the tick on the full minute, which
 * may have been skipped.
 */
function createRollUps(db: RootDatabase, now: () => number, startedAt: number) {
  // Runs outside the tick: rolling up the samples of many subjects may take longer than the time to the next tick.
  const queue = createSerialQueue()
  let minute = minuteOf(startedAt)
  return {
    begin(at: number, isLeader: boolean): void {
      if (isLeader && minuteOf(at) !== minute) void queue(() => rollUp(db, now()))
      minute = minuteOf(at)
    },
    settled: (): Promise<void> => queue(() => Promise.resolve()),
  }
}

const minuteOf = (at: number) => Math.floor(at / 60_000)

async function rollUp(db: RootDatabase, at: number): Promise<void> {
  await rollUpAndPrune(db, at).catch((error: unknown) => {
    log.warn({ err: error }, 'samples could not be rolled up; trying again in a minute')
  })
}

/**
 * Claims shards. After a failed tick, this instance waits for one tick, in which other instances can take its shards.
 */
function createClaims(
  coordination: Pick<Coordination, 'claimShards' | 'releaseShards' | 'isAlone'>,
  now: () => number,
) {
  let hasGivenUp = false
  return {
    async claim(at: number): Promise<Shards> {
      const mustWait = hasGivenUp && !(await coordination.isAlone())
      hasGivenUp = false
      return mustWait ? new Set() : coordination.claimShards(at, now)
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
function createFlushStep(db: RootDatabase, clock: Pick<Clock, 'now'>, intake: SampleIntake) {
  let mustPublish = false
  return async (at: number): Promise<void> => {
    await intake.flush.write()
    await writeActivity(intake)
    await intake.flush.read(at, clock.now())
    mustPublish = intake.refreshStats(at) || mustPublish
    if (mustPublish) await commit(db, () => ({ views: ['inventory'] }))
    mustPublish = false
  }
}

/**
 * Writes the activity of sources and the examples of failed requests. A failure does not end the tick: samples show
 * that reports arrive, too.
 */
export async function writeActivity({ sources, examples }: SampleIntake): Promise<void> {
  await sources.write().catch((error: unknown) => {
    log.warn({ err: error }, 'could not write what is known of sources; trying again at the next tick')
  })
  await examples.write().catch((error: unknown) => {
    log.warn({ err: error }, 'could not write examples of failed requests; trying again at the next tick')
  })
}

/**
 * Reads all subjects with their policies, and those of the shards with their rule states. Updates the registry to
 * match.
 */
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
