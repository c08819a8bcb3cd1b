import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type RootDatabase } from '../database/database.ts'
import { evaluate } from './health/rule/evaluate.ts'
import { writeVerdicts } from './incidents/write-verdicts.ts'
import { createRuleState, hasTimers, stampTimers, type RuleState } from './health/rule/rule-state.ts'
import { timersOf } from './health/rule/timers.ts'
import { mustWrite, withoutFuture, writeRuleStates } from './health/rule-state-store.ts'
import type { Pauses } from './health/rule/pauses.ts'
import type { Evaluation } from './health/rule/transition.ts'
import { bumpRevision } from '../database/revision.ts'
import type { HealthSubject, SubjectSnapshot, SubjectWithPolicy } from './health/subject-queries.ts'
import { summarise } from './health/rule/window-summary.ts'
import type { SerialQueue } from '../lib/serial-queue.ts'
import { bucketMs } from './telemetry/buckets.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

type EvaluatedSubject = SubjectSnapshot & { evaluation: Evaluation }

/** The subjects with something to write, and whether a timer that clients see began, ended, paused or went on. */
type Evaluated = { toWrite: EvaluatedSubject[]; timersChanged: boolean }

/** Dependencies of an evaluation. Each set of writes is queued in `writes`, so that other changes fit in between. */
export type EvaluationDeps = { db: RootDatabase; telemetry: Telemetry; writes: SerialQueue }

/** What is known at a tick besides the samples of a subject. */
export type Surroundings = { pauses: Pauses }

/**
 * Evaluates these subjects at a tick and writes the results. Changes advance the revisions of the views. Times are in
 * milliseconds since 1970; before `heldUntil` nothing is evaluated, as samples may be missing.
 */
export async function evaluateAll(
  { db, telemetry, writes }: EvaluationDeps,
  subjects: readonly SubjectWithPolicy[],
  surroundings: Surroundings,
  { at, heldUntil }: { at: number; heldUntil: number },
): Promise<void> {
  if (at < heldUntil) {
    const present = subjects.map(({ subject }) => subject)
    await writes(() => pauseTimers(db, present, at))
  } else await writeAll({ db, writes }, evaluateEach({ telemetry, ...surroundings }, subjects, at), at)
}

/** The sources of a snapshot. */
type SnapshotSources = Surroundings & { telemetry: Telemetry }

/** Evaluates subjects; usually few have something to write. */
function evaluateEach(sources: SnapshotSources, subjects: readonly SubjectWithPolicy[], at: number): Evaluated {
  const toWrite: EvaluatedSubject[] = []
  let timersChanged = false
  for (const subject of subjects) {
    const snapshot = createSnapshot(subject, sources, at)
    const evaluation = evaluate(snapshot.memory, snapshot.summary, snapshot.policy, at)
    const eventful = isEventful(evaluation)
    if (eventful || mustWrite(subject.subject, evaluation.memory)) toWrite.push({ ...snapshot, evaluation })
    if (!timersChanged && !eventful) timersChanged = changesTimers(snapshot, evaluation.memory, sources, at)
  }
  return { toWrite, timersChanged }
}

const isEventful = ({ transition, events }: Evaluation): boolean => transition !== null || events.length > 0

/** Whether clients see other timers than after the previous tick. Their numbers are those of the time of reading. */
function changesTimers(before: SubjectSnapshot, memory: RuleState, sources: SnapshotSources, at: number): boolean {
  if (!hasTimers(before.memory) && !hasTimers(memory)) return false
  // The last minute of then: a breach that it contradicts is not shown.
  const summary = createSnapshot(before, sources, at - bucketMs).summary
  return !isDeepStrictEqual(shownTimers({ ...before, summary }), shownTimers({ ...before, memory }))
}

function shownTimers({ memory, summary, policy }: SubjectSnapshot) {
  const { pending, recovering } = timersOf(memory, summary, policy)
  return [pending, recovering].map(
    (timer) => timer && { ...timer, limits: timer.limits.map(({ signal, percent }) => ({ signal, percent })) },
  )
}

/** The snapshot of a subject at `at`: the state of the rule and the summary of its samples. */
export function createSnapshot(
  { subject, policy, budget }: SubjectWithPolicy,
  { telemetry, pauses }: SnapshotSources,
  at: number,
): SubjectSnapshot {
  const memory = withoutFuture((subject.memory as RuleState | null) ?? createRuleState(at), at)
  const summary = { ...summarise(telemetry.windowOf(subject.id), at, memory, policy), budget, pauses }
  return { subject, policy, budget, memory, summary }
}

async function writeAll(
  { db, writes }: { db: RootDatabase; writes: SerialQueue },
  { toWrite, timersChanged }: Evaluated,
  at: number,
): Promise<void> {
  const [eventful, quiet] = partition(toWrite, ({ evaluation }) => isEventful(evaluation))
  await writeVerdicts({ db, writes }, eventful, at)
  const entries = quiet.map(({ subject, evaluation }) => ({ subject, memory: evaluation.memory }))
  await writes(() => writeWithTimers(db, entries, timersChanged))
}

/** Pauses the running timers while nothing is evaluated. */
export async function pauseTimers(db: RootDatabase, subjects: readonly HealthSubject[], at: number): Promise<void> {
  const entries = subjects.flatMap((subject) => {
    const memory = subject.memory as RuleState | null
    if (!memory || memory.timersPaused || !hasTimers(memory)) return []
    return [{ subject, memory: stampTimers(memory, at, true) }]
  })
  await writeWithTimers(db, entries, entries.length > 0)
}

/** Writes rule states without a change of state; clients are notified if timers changed. */
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
