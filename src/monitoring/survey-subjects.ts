import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { bumpRevision } from '../database/revision.ts'
import { log } from '../lib/log.ts'
import type { SerialQueue } from '../lib/serial-queue.ts'
import { shiftTimers } from './health/rule-state-store.ts'
import type { HealthSubject, SubjectWithPolicy } from './health/subject-queries.ts'
import { bucketMs } from './telemetry/buckets.ts'
import { isHeld, readLastBySilentSource, readSilence, recordSilence, type SourceSilence } from './silent-sources.ts'
import { telemetryOutageSince } from './telemetry-outage.ts'
import { lastSample, lastSamplesAt, lastSampleWithoutProbes } from './telemetry/last-sample.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** There is an outage only if no subject had a sample for this long, in milliseconds. */
const quietMs = 60_000

/** A tick of the leader that is further ahead, of two ticks, is not of the same time. In milliseconds. */
const maxAheadMs = 2 * bucketMs

/** Dependencies of an evaluation. Each set of writes is queued in `writes`, so that other changes fit in between. */
export type EvaluationDeps = { db: RootDatabase; telemetry: Telemetry; writes: SerialQueue }

/** The part of a tick that concerns all subjects, made before those of its shards are evaluated. */
export type Overview = {
  /** All subjects; those of the own shards have the rule state of this tick. */
  subjects: readonly SubjectWithPolicy[]
  /** Whether a subject, by its row id, keeps its state because its source is silent. */
  isHeld: (subjectId: number) => boolean
  /** The start of an outage of all telemetry in milliseconds since 1970; null without one. */
  outageSince: number | null
  /** Whether the timers were shifted after the subjects were read: then only the next tick evaluates them. */
  isStale: boolean
}

/** Reads all subjects with their policies. */
type ReadSubjects = () => Promise<readonly SubjectWithPolicy[]>

/**
 * The part of a tick that concerns all subjects: which sources are silent, and whether all telemetry is. Only the leader
 * writes it, and with its end shifts the timers. Reads the subjects last, so that a subject is never evaluated by timers
 * from before a shift and by sources from after it.
 */
export async function surveySubjects(
  deps: EvaluationDeps,
  readSubjects: ReadSubjects,
  { at, resumedAt, isLeader }: { at: number; resumedAt: number; isLeader: boolean },
): Promise<Overview> {
  const { db, telemetry, writes } = deps
  const silence = isLeader
    ? await writes(() => recordSilence(deps, { at, resumedAt }))
    : { ...(await readSilence(db, { at, resumedAt })), shifted: new Set<number>() }
  const previousOutageSince = await readOutage(db, isLeader ? Infinity : at + maxAheadMs)
  const subjects = await readSubjects()
  const outageSince = findOutage(telemetry, subjects, silence, at)
  const isHeld = silence.isAny ? await findHeld(deps, subjects, at) : () => false
  // Other instances treat the outage as ongoing until the leader has shifted the timers.
  if (!isLeader) return { subjects, isHeld, outageSince: previousOutageSince ?? outageSince, isStale: false }
  const spared = new Set([...silence.shifted, ...subjects.map(({ subject }) => subject.id).filter(isHeld)])
  const times = { at, outageSince, previousOutageSince }
  const isStale = await writes(() => recordTick(deps, times, ({ id }) => !spared.has(id)))
  return { subjects, isHeld, outageSince, isStale }
}

/**
 * The start of an outage of all telemetry: of all subjects, or of all sources while nothing else has a sample. Usually
 * one of the first subjects has a recent sample, so that there is none.
 */
function findOutage(
  telemetry: Telemetry,
  subjects: readonly SubjectWithPolicy[],
  { allSilentSince }: SourceSilence,
  at: number,
): number | null {
  const lastOf = ({ subject, policy }: SubjectWithPolicy) =>
    lastSampleWithoutProbes(telemetry.windowOf(subject.id), at, policy.silenceGapSamples)
  if (subjects.some((subject) => (lastOf(subject).lastSampleAt ?? 0) > at - quietMs)) return null
  const samples = subjects.map((subject) => {
    const sample = lastOf(subject)
    // The silence of a scheduled job is a failure of that job, not evidence of an outage.
    return subject.policy.silenceMeans === 'FALLANDO' ? { ...sample, meanGapMs: null } : sample
  })
  return telemetryOutageSince(samples, at) ?? allSilentSince
}

/** Determines of each subject whether its last sample came from a silent source. */
async function findHeld(
  { db, telemetry }: EvaluationDeps,
  subjects: readonly SubjectWithPolicy[],
  at: number,
): Promise<Overview['isHeld']> {
  const last = await readLastBySilentSource(db)
  const held = subjects.filter(({ subject, policy }) =>
    isHeld(last, {
      subjectId: subject.id,
      // Includes our own probes: they are samples of the subject, though not of the source.
      lastSampleAt: lastSample(telemetry.windowOf(subject.id), at, 1).lastSampleAt,
      silenceFails: policy.silenceMeans === 'FALLANDO',
    }),
  )
  const ids = new Set(held.map(({ subject }) => subject.id))
  return (subjectId) => ids.has(subjectId)
}

/**
 * Since when telemetry is interrupted according to the leader's last tick, in milliseconds since 1970; null if it is
 * not, or if that tick is after `until`: that leader goes by another time, so that it took all samples for old.
 */
const readOutage = async (db: Database, until: number): Promise<number | null> => {
  const last = await db.judgement.findUnique({ where: { id: 1 } })
  return last && last.at.getTime() <= until ? (last.interruptedSince?.getTime() ?? null) : null
}

/** The time of a tick, and the starts of the outage at it and at the tick before; in milliseconds since 1970. */
type OutageTimes = { at: number; outageSince: number | null; previousOutageSince: number | null }

/**
 * Writes the time of this tick, and since when telemetry is interrupted, which the panel shows. An outage that ends was
 * not silence of the subjects: with its end, the timers of those in `concerns` are shifted by its length. Returns whether
 * they were.
 */
async function recordTick(
  { db, telemetry }: EvaluationDeps,
  { at, outageSince, previousOutageSince }: OutageTimes,
  concerns: (subject: HealthSubject) => boolean,
): Promise<boolean> {
  const endOf = outageSince === null ? previousOutageSince : null
  const row = { at: new Date(at), interruptedSince: outageSince === null ? null : new Date(outageSince) }
  const hasChanged = previousOutageSince !== outageSince
  await inTransaction(db, async (tx) => {
    if (endOf !== null)
      await shiftTimers(tx, Math.max(0, at - endOf), { concerns, lastSampleOf: lastSamplesAt(telemetry, endOf + 1) })
    await tx.judgement.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row })
    if (hasChanged) await bumpRevision(tx, ['panel'])
  })
  if (hasChanged && outageSince !== null)
    log.warn({ since: row.interruptedSince }, 'telemetry is interrupted; no state changes until it is back')
  return endOf !== null
}
