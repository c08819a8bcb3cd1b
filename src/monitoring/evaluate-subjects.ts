import { isDeepStrictEqual } from 'node:util'
import { commit } from '../audit/commit.ts'
import type { RootDatabase } from '../database/database.ts'
import { evaluate } from './health/rule/evaluate.ts'
import { writeVerdicts } from './incidents/write-verdicts.ts'
import { createRuleState, hasTimers, stampTimers, type RuleState } from './health/rule/rule-state.ts'
import { timersOf } from './health/rule/timers.ts'
import { mustWrite, withoutFuture, writeRuleStates } from './health/rule-state-store.ts'
import { withReports, type Evaluation } from './health/rule/transition.ts'
import type { HealthSubject, SubjectSnapshot, SubjectWithPolicy } from './health/subject-queries.ts'
import { summarise } from './health/rule/window-summary.ts'
import type { LearnedTraffic } from './health/traffic/expected-traffic.ts'
import { summariseTraffic } from './health/traffic/summarise-traffic.ts'
import { writeEndedHours } from './health/traffic/traffic-hours.ts'
import { endedHour } from './health/traffic/traffic-state.ts'
import type { SerialQueue } from '../lib/serial-queue.ts'
import { findReports } from './services/subject-services.ts'
import type { ReportingService } from './services/watched-services.ts'
import type { Surroundings } from './surroundings.ts'
import { bucketMs } from './telemetry/buckets.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export type EvaluatedSubject = SubjectSnapshot & { evaluation: Evaluation }

/** The subjects with something to write. `timersChanged`: a timer that clients see began, ended, paused or resumed. */
export type Evaluated = { toWrite: EvaluatedSubject[]; timersChanged: boolean }

/** Dependencies of an evaluation. Each set of writes is queued in `writes`, so that other changes fit in between. */
export type EvaluationDeps = { db: RootDatabase; telemetry: Telemetry; writes: SerialQueue }

/**
 * Evaluates these subjects at a tick and writes the results. Changes advance the revisions of the views. Times are in
 * milliseconds since 1970; before `heldUntil` nothing is evaluated, as samples may be missing.
 */
export async function evaluateAll(
  { db, telemetry, writes }: EvaluationDeps,
  subjects: readonly SubjectWithPolicy[],
  { services, ...surroundings }: Surroundings & { services: readonly ReportingService[] },
  { at, heldUntil }: { at: number; heldUntil: number },
): Promise<void> {
  if (at < heldUntil) {
    const present = subjects.map(({ subject }) => subject)
    return writes(() => pauseTimers(db, present, at))
  }
  const sources = { telemetry, ...surroundings }
  const { toWrite, timersChanged } = evaluatedOf(evaluateEach(sources, subjects, at), sources, at)
  await writeAll({ db, writes }, { toWrite: await nameServices(db, services, toWrite), timersChanged }, at)
}

/** The sources of a snapshot. */
type SnapshotSources = Surroundings & { telemetry: Telemetry }

function* evaluateEach(
  sources: SnapshotSources,
  subjects: readonly SubjectWithPolicy[],
  at: number,
): Generator<EvaluatedSubject> {
  for (const subject of subjects) {
    const snapshot = createSnapshot(subject, sources, at)
    yield { ...snapshot, evaluation: evaluate(snapshot.memory, snapshot.summary, snapshot.policy, at) }
  }
}

/** Evaluates subjects and selects those with something to write, usually few. */
export function evaluatedOf(all: Iterable<EvaluatedSubject>, sources: SnapshotSources, at: number): Evaluated {
  const toWrite: EvaluatedSubject[] = []
  let timersChanged = false
  for (const evaluated of all) {
    const { subject, evaluation } = evaluated
    const eventful = isEventful(evaluation)
    if (eventful || mustWrite(subject, evaluation.memory)) toWrite.push(evaluated)
    if (!timersChanged && !eventful) timersChanged = changesTimers(evaluated, evaluation.memory, sources, at)
  }
  return { toWrite, timersChanged }
}

/** Names the services of the subjects that become Desconocido. */
async function nameServices(
  db: RootDatabase,
  services: readonly ReportingService[],
  evaluated: readonly EvaluatedSubject[],
): Promise<EvaluatedSubject[]> {
  const silent = evaluated.filter(({ evaluation }) => evaluation.transition?.to === 'DESCONOCIDO')
  if (silent.length === 0) return [...evaluated]
  const reports = await findReports(
    db,
    services,
    silent.map(({ subject }) => subject.id),
  )
  return evaluated.map((one) => {
    const known = reports.get(one.subject.id)
    return known ? { ...one, evaluation: withReports(one.evaluation, known) } : one
  })
}

/** Whether an evaluation changes a state or contains an event. */
export const isEventful = ({ transition, events }: Evaluation): boolean => transition !== null || events.length > 0

/**
 * Whether clients see different timers than after the previous tick. The numbers of a timer do not count: clients
 * compute them when they read.
 */
function changesTimers(before: SubjectSnapshot, memory: RuleState, sources: SnapshotSources, at: number): boolean {
  if (!hasTimers(before.memory) && !hasTimers(memory)) return false
  // The summary of the previous tick, because a breach that its last minute contradicts is not shown.
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
  { telemetry, pauses, serviceOf, explanationOf }: SnapshotSources,
  at: number,
): SubjectSnapshot {
  const memory = withoutFuture((subject.memory as RuleState | null) ?? createRuleState(at), at)
  const window = telemetry.windowOf(subject.id)
  const summary = summarise(window, at, memory, policy)
  const service = serviceOf(subject.id, summary.lastSampleAt)
  const learned = subject.traffic as LearnedTraffic | null
  const explanation = explanationOf(subject)
  const traffic = summariseTraffic(window, at, { policy, learned, memory, pauses, explanation })
  return {
    ...{ subject, policy, budget, memory },
    summary: { ...summary, budget, pauses, ...(service && { service }), ...(traffic && { traffic }) },
  }
}

/** Writes what was evaluated at a tick. */
export async function writeAll(
  { db, writes }: { db: RootDatabase; writes: SerialQueue },
  { toWrite, timersChanged }: Evaluated,
  at: number,
): Promise<void> {
  const [eventful, quiet] = partition(toWrite, ({ evaluation }) => isEventful(evaluation))
  await writeEndedHours(db, toWrite.flatMap(endedHourOf))
  await writeVerdicts({ db, writes }, eventful, at)
  const entries = quiet.map(({ subject, evaluation }) => ({ subject, memory: evaluation.memory }))
  await writes(() => writeWithTimers(db, entries, timersChanged))
}

/**
 * The hour of traffic that ended with this tick. It is written before the rule state, in which the next hour has begun.
 */
function endedHourOf({ subject, memory, evaluation }: EvaluatedSubject) {
  const hour = endedHour(memory.traffic, evaluation.memory.traffic)
  return hour ? [{ subjectId: subject.id, ...hour }] : []
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
  await commit(db, async (tx) => {
    await writeRuleStates(tx, entries)
    return { views: ['panel', 'inventory'] }
  })
}

function partition<T>(all: readonly T[], fits: (one: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((one) => !fits(one))]
}
