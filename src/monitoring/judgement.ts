import { inTransaction, type RootDatabase } from '../database/database.ts'
import { log } from '../log.ts'
import { judge } from './health/health.ts'
import { settle, settleUneventful, type Verdict } from './incidents/incidents.ts'
import { interruptedSince } from './interruption.ts'
import { createMemory, type Memory } from './health/memory.ts'
import { writeMemories } from './health/memories.ts'
import type { Judgement } from './health/moves.ts'
import { advance } from '../database/revision.ts'
import type { Case, Charge } from './health/subjects.ts'
import { summarise } from './health/summary.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

type Judged = Case & { judgement: Judgement }

/**
 * Judges all subjects at the tick `at` (milliseconds since 1970) and writes what came of it. Until `heldUntil`
 * nothing is judged. What changed shows in the revisions of the views.
 */
export async function judgeAll(
  db: RootDatabase,
  charges: readonly Charge[],
  telemetry: Telemetry,
  time: { at: number; heldUntil: number },
): Promise<void> {
  const { at, heldUntil } = time
  const cases = charges.map((charge) => look(charge, telemetry, at))
  const interrupted = interruptedSince(
    cases.map(({ summary }) => summary),
    at,
  )
  await noteTick(db, at, interrupted)
  if (interrupted !== null || at < heldUntil) return
  const judged = cases.map((one) => ({ ...one, judgement: judge(one.memory, one.summary, one.policy, at) }))
  await writeAll(db, judged, at)
}

/** What there is to judge a subject by. */
export function look({ subject, policy }: Charge, telemetry: Telemetry, at: number): Case {
  const memory = (subject.memory as Memory | null) ?? createMemory(at)
  return { subject, policy, memory, summary: summarise(telemetry.windowOf(subject.id), at, memory, policy) }
}

/** Writes that everything was judged at `at`, and whether telemetry arrives; the panel shows the latter. */
async function noteTick(db: RootDatabase, at: number, interrupted: number | null): Promise<void> {
  const before = await db.judgement.findUnique({ where: { id: 1 } })
  const row = { at: new Date(at), interruptedSince: interrupted === null ? null : new Date(interrupted) }
  const isNews = (before?.interruptedSince ?? null)?.getTime() !== row.interruptedSince?.getTime()
  await inTransaction(db, async (tx) => {
    await tx.judgement.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row })
    if (isNews) await advance(tx, ['panel'])
  })
  if (isNews && interrupted !== null)
    log.warn({ since: row.interruptedSince }, 'telemetry is interrupted; no state changes until it is back')
}

async function writeAll(db: RootDatabase, judged: readonly Judged[], at: number): Promise<void> {
  const [eventful, quiet] = partition(
    judged,
    ({ judgement }) => judgement.transition !== null || judgement.events.length > 0,
  )
  await writeMemories(
    db,
    quiet.map(({ subject, judgement }) => ({ subject, memory: judgement.memory })),
  )
  const apart: readonly Verdict[] = await settleUneventful(db, eventful).catch((error: unknown) => {
    log.warn({ err: error }, 'changes of state cannot be written together; writing them one by one')
    return eventful
  })
  for (const one of apart) {
    // One that cannot be written does not keep the others from it; the next tick judges it again.
    await settle(db, one, at).catch((error: unknown) => {
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
