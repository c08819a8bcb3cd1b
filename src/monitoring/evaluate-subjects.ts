import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type RootDatabase } from '../database/database.ts'
import { log } from '../lib/log.ts'
import { evaluate } from './health/rule/evaluate.ts'
import { writeVerdicts } from './incidents/write-verdicts.ts'
import { telemetryOutageSince } from './telemetry-outage.ts'
import { createRuleState, hasTimers, stampTimers, type RuleState } from './health/rule/rule-state.ts'
import { timersOf } from './health/rule/timers.ts'
import { shiftTimers, writeRuleStates } from './health/rule-state-store.ts'
import { isHeld, readLastBySilentSource, recordSilence, shiftReturned, type SourceSilence } from './silent-sources.ts'
import type { Evaluation } from './health/rule/transition.ts'
import { bumpRevision } from '../database/revision.ts'
import type { HealthSubject, SubjectSnapshot, SubjectWithPolicy } from './health/subject-queries.ts'
import { summarise } from './health/rule/window-summary.ts'
import type { SerialQueue } from '../lib/serial-queue.ts'
import { lastSample, lastSampleWithoutProbes } from './telemetry/last-sample.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** All silent sources are an outage only if nothing else had a sample for this long, in milliseconds. */
const quietMs = 60_000

type EvaluatedSubject = SubjectSnapshot & { evaluation: Evaluation }

/** Dependencies of an evaluation. Each set of writes is queued in `writes`, so that other changes fit in between. */
export type EvaluationDeps = { db: RootDatabase; telemetry: Telemetry; writes: SerialQueue }

/** The times of a tick, in milliseconds since 1970. Before `heldUntil` nothing is evaluated, as samples may be missing. */
type TickTimes = {
  at: number
  heldUntil: number
  /** When evaluation began, or went on after a pause. */
  resumedAt: number
}

/** Evaluates all subjects at a tick and writes the results. Changes advance the revisions of the views. */
export async function evaluateAll(
  deps: EvaluationDeps,
  subjects: readonly SubjectWithPolicy[],
  { at, heldUntil, resumedAt }: TickTimes,
): Promise<void> {
  const { db, telemetry, writes } = deps
  const silence = await recordSilence(db, { at, resumedAt })
  const outageSince = findOutage(telemetry, subjects, silence, at)
  const previousOutageSince = await recordTick(db, at, outageSince)
  const shifted = await writes(() => shiftReturned(db, subjects, silence.returned, at))
  const others = subjects.filter(({ subject }) => !shifted.has(subject.id))
  const held = silence.isAny ? await findHeld(deps, others, at) : new Set<number>()
  const [kept, evaluated] = partition(others, ({ subject }) => held.has(subject.id))
  if (previousOutageSince !== null && outageSince === null) {
    // The outage was not silence of the subjects: shift their timers. The next tick evaluates.
    const spared = new Set([...held, ...shifted])
    await writes(() => shiftTimers(db, at - previousOutageSince, ({ id }) => !spared.has(id)))
    return
  }
  if (outageSince !== null || at < heldUntil) {
    await writes(() => pauseTimers(db, others, at))
    return
  }
  if (kept.length > 0) await writes(() => pauseTimers(db, kept, at))
  await writeAll(db, writes, evaluateEach(telemetry, evaluated, at), at)
}

function evaluateEach(telemetry: Telemetry, subjects: readonly SubjectWithPolicy[], at: number): EvaluatedSubject[] {
  const snapshots = subjects.map((subject) => createSnapshot(subject, telemetry, at))
  return snapshots.map((one) => ({ ...one, evaluation: evaluate(one.memory, one.summary, one.policy, at) }))
}

/** The start of an outage of all telemetry: of all subjects, or of all sources while nothing else has a sample. */
function findOutage(
  telemetry: Telemetry,
  subjects: readonly SubjectWithPolicy[],
  { allSilentSince }: SourceSilence,
  at: number,
): number | null {
  const samples = subjects.map(({ subject, policy }) => {
    const sample = lastSampleWithoutProbes(telemetry.windowOf(subject.id), at, policy.silenceGapSamples)
    // The silence of a schedule is judged as its own failure: it is no evidence of an outage.
    return policy.silenceMeans === 'FALLANDO' ? { ...sample, meanGapMs: null } : sample
  })
  const isQuiet = samples.every(({ lastSampleAt }) => (lastSampleAt ?? 0) <= at - quietMs)
  return telemetryOutageSince(samples, at) ?? (isQuiet ? allSilentSince : null)
}

/** The ids of the subjects whose last sample came from a silent source. */
async function findHeld(
  { db, telemetry }: EvaluationDeps,
  subjects: readonly SubjectWithPolicy[],
  at: number,
): Promise<ReadonlySet<number>> {
  const last = await readLastBySilentSource(db)
  const held = subjects.filter(({ subject, policy }) =>
    isHeld(last, {
      subjectId: subject.id,
      // Our own probes count here: they are samples of the subject, if not of the source.
      lastSampleAt: lastSample(telemetry.windowOf(subject.id), at, 1).lastSampleAt,
      silenceFails: policy.silenceMeans === 'FALLANDO',
    }),
  )
  return new Set(held.map(({ subject }) => subject.id))
}

/** The snapshot of a subject at `at`: the state of the rule and the summary of its samples. */
export function createSnapshot(
  { subject, policy, budget }: SubjectWithPolicy,
  telemetry: Telemetry,
  at: number,
): SubjectSnapshot {
  const memory = (subject.memory as RuleState | null) ?? createRuleState(at)
  const summary = { ...summarise(telemetry.windowOf(subject.id), at, memory, policy), budget }
  return { subject, policy, budget, memory, summary }
}

/**
 * Writes the time of this evaluation, and since when telemetry is interrupted, which the panel shows. Returns since
 * when it was interrupted at the previous tick, in milliseconds since 1970; null if it was not.
 */
async function recordTick(db: RootDatabase, at: number, outageSince: number | null): Promise<number | null> {
  const before = await db.judgement.findUnique({ where: { id: 1 } })
  const previousOutageSince = before?.interruptedSince?.getTime() ?? null
  const row = { at: new Date(at), interruptedSince: outageSince === null ? null : new Date(outageSince) }
  const hasChanged = previousOutageSince !== outageSince
  await inTransaction(db, async (tx) => {
    await tx.judgement.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row })
    if (hasChanged) await bumpRevision(tx, ['panel'])
  })
  if (hasChanged && outageSince !== null)
    log.warn({ since: row.interruptedSince }, 'telemetry is interrupted; no state changes until it is back')
  return previousOutageSince
}

async function writeAll(
  db: RootDatabase,
  writes: SerialQueue,
  evaluated: readonly EvaluatedSubject[],
  at: number,
): Promise<void> {
  const [eventful, quiet] = partition(
    evaluated,
    ({ evaluation }) => evaluation.transition !== null || evaluation.events.length > 0,
  )
  await writeVerdicts({ db, writes }, eventful, at)
  await writes(() => writeQuiet(db, quiet))
}

/** Writes rule states without a change of state. Clients are notified if a timer began, ended, paused or went on. */
async function writeQuiet(db: RootDatabase, quiet: readonly EvaluatedSubject[]): Promise<void> {
  const entries = quiet.map(({ subject, evaluation }) => ({ subject, memory: evaluation.memory }))
  const changed = quiet.some(
    ({ memory, evaluation, policy }) =>
      (hasTimers(memory) || hasTimers(evaluation.memory)) &&
      !isDeepStrictEqual(timersOf(memory, policy), timersOf(evaluation.memory, policy)),
  )
  await writeWithTimers(db, entries, changed)
}

/** Pauses the timers that run, at a tick that evaluates nothing. */
async function pauseTimers(db: RootDatabase, subjects: readonly SubjectWithPolicy[], at: number): Promise<void> {
  const entries = subjects.flatMap(({ subject }) => {
    const memory = subject.memory as RuleState | null
    if (!memory || memory.timersPaused || !hasTimers(memory)) return []
    return [{ subject, memory: stampTimers(memory, at, true) }]
  })
  await writeWithTimers(db, entries, entries.length > 0)
}

async function writeWithTimers(
  db: RootDatabase,
  entries: readonly { subject: HealthSubject; memory: RuleState }[],
  timersChanged: boolean,
): Promise<void> {
  if (!timersChanged) return writeRuleStates(db, entries)
  await inTransaction(db, async (tx) => {
    await writeRuleStates(tx, entries)
    await bumpRevision(tx, ['panel', 'inventory'])
  })
}

function partition<T>(all: readonly T[], fits: (one: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((one) => !fits(one))]
}
