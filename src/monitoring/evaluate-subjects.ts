import { inTransaction, type RootDatabase } from '../database/database.ts'
import { log } from '../lib/log.ts'
import { evaluate } from './health/rule/evaluate.ts'
import { applyEvaluation, applyTransitionsInBulk, type SubjectEvaluation } from './incidents/persist-verdict.ts'
import { telemetryOutageSince } from './telemetry-outage.ts'
import { createMemory, type RuleState } from './health/rule/rule-state.ts'
import { shiftTimers, writeMemories } from './health/rule-state-store.ts'
import type { Evaluation } from './health/rule/transition.ts'
import { bumpRevision } from '../database/revision.ts'
import type { SubjectSnapshot, SubjectWithPolicy } from './health/subject-queries.ts'
import { summarise } from './health/rule/window-summary.ts'
import type { SerialQueue } from '../lib/serial-queue.ts'
import { heardOf } from './telemetry/last-heard.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

type EvaluatedSubject = SubjectSnapshot & { judgement: Evaluation }

/** Dependencies of an evaluation. Each set of writes is queued in `writes`, so that other changes fit in between. */
export type JudgeDeps = { db: RootDatabase; telemetry: Telemetry; writes: SerialQueue }

/**
 * Evaluates all subjects at the tick `at` (milliseconds since 1970) and writes the results. Before `heldUntil` nothing
 * is evaluated. Changes advance the revisions of the views.
 */
export async function evaluateAll(
  { db, telemetry, writes }: JudgeDeps,
  charges: readonly SubjectWithPolicy[],
  { at, heldUntil }: { at: number; heldUntil: number },
): Promise<void> {
  const interrupted = telemetryOutageSince(
    charges.map(({ subject }) => heardOf(telemetry.windowOf(subject.id), at)),
    at,
  )
  const interruptedBefore = await recordTick(db, at, interrupted)
  if (interrupted !== null) return
  if (interruptedBefore !== null) {
    // The outage was not silence of the subjects: shift their timers. The next tick evaluates.
    await writes(() => shiftTimers(db, at - interruptedBefore))
    return
  }
  if (at < heldUntil) return
  const cases = charges.map((charge) => look(charge, telemetry, at))
  const judged = cases.map((one) => ({ ...one, judgement: evaluate(one.memory, one.summary, one.policy, at) }))
  await writeAll(db, writes, judged, at)
}

/** The snapshot of a subject at `at`: the state of the rule and the summary of its samples. */
export function look({ subject, policy }: SubjectWithPolicy, telemetry: Telemetry, at: number): SubjectSnapshot {
  const memory = (subject.memory as RuleState | null) ?? createMemory(at)
  return { subject, policy, memory, summary: summarise(telemetry.windowOf(subject.id), at, memory, policy) }
}

/**
 * Writes the time of this evaluation, and since when telemetry is interrupted, which the panel shows. Returns since
 * when it was interrupted at the previous tick, in milliseconds since 1970; null if it was not.
 */
async function recordTick(db: RootDatabase, at: number, interrupted: number | null): Promise<number | null> {
  const before = await db.judgement.findUnique({ where: { id: 1 } })
  const interruptedBefore = before?.interruptedSince?.getTime() ?? null
  const row = { at: new Date(at), interruptedSince: interrupted === null ? null : new Date(interrupted) }
  const isNews = interruptedBefore !== interrupted
  await inTransaction(db, async (tx) => {
    await tx.judgement.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row })
    if (isNews) await bumpRevision(tx, ['panel'])
  })
  if (isNews && interrupted !== null)
    log.warn({ since: row.interruptedSince }, 'telemetry is interrupted; no state changes until it is back')
  return interruptedBefore
}

async function writeAll(
  db: RootDatabase,
  writes: SerialQueue,
  judged: readonly EvaluatedSubject[],
  at: number,
): Promise<void> {
  const [eventful, quiet] = partition(
    judged,
    ({ judgement }) => judgement.transition !== null || judgement.events.length > 0,
  )
  const memories = quiet.map(({ subject, judgement }) => ({ subject, memory: judgement.memory }))
  await writes(() => writeMemories(db, memories))
  const apart: readonly SubjectEvaluation[] = await applyTransitionsInBulk(db, writes, eventful).catch(
    (error: unknown) => {
      log.warn({ err: error }, 'changes of state cannot be written together; writing them one by one')
      return eventful
    },
  )
  for (const one of apart) {
    // A failed write does not block the others; the next tick evaluates this subject again.
    await writes(() => applyEvaluation(db, one, at)).catch((error: unknown) => {
      log.error(
        { err: error, subject: one.subject.key },
        'a change of state cannot be written; judging again at the next tick',
      )
    })
  }
}

function partition<T>(all: readonly T[], fits: (one: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((one) => !fits(one))]
}
