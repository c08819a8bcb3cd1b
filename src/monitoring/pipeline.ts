import type { RootDatabase } from '../database/database.ts'
import type { Live } from '../live.ts'
import { log } from '../log.ts'
import { BUCKET_MS } from './telemetry/buckets.ts'
import { createIntake, type Intake, type IntakeParts } from './intake.ts'
import type { Case } from './health/subjects.ts'
import { judgeAll, look } from './judgement.ts'
import { createLine } from '../line.ts'
import { shiftMemories } from './health/memories.ts'
import { advance, readRevision, views } from '../database/revision.ts'
import { tidySamples } from './telemetry/samples.ts'
import { listSubjects } from './health/subjects.ts'

/** Nothing changes state so soon after a pause: the samples have to come back first. Source: docs/health.md. */
const holdMs = 60_000

/**
 * The way from what happens to what operators hear: request → observation → window → state → incident → counts → push.
 * Everything up to the window happens at once; the rest at every multiple of ten seconds.
 */
export async function startPipeline(parts: IntakeParts & { live: Live }) {
  const { db, clock } = parts
  const intake = createIntake(parts)
  const inLine = createLine()
  const tell = createTeller(parts)
  const exchange = createExchange(db, intake)
  const begun = clock.now()
  const pause = { lastTick: begun, heldUntil: begun }

  await remember(db, intake, begun)
  if (await goOnWhereItStopped(db, begun)) pause.heldUntil = begun + holdMs
  const stopTicking = clock.every(BUCKET_MS, (at) => void inLine(() => tick(at)))

  async function tick(at: number): Promise<void> {
    // Whoever could not judge for a minute, asleep or without the database, knows as little as after a restart.
    if (at - pause.lastTick > holdMs) pause.heldUntil = at + holdMs
    try {
      await exchange(at)
      await judgeSubjects(db, intake, { at, heldUntil: pause.heldUntil })
      await tell()
      pause.lastTick = at
      if (at % 60_000 === 0) await tidySamples(db, at)
    } catch (error) {
      log.warn({ err: error }, 'a tick failed and changed nothing; the next one starts afresh')
    }
  }

  return {
    ...intake,
    /** Does something that depends on how a subject stands, while nothing is being judged. */
    whileStill: <T>(subjectId: number, work: (present: Case, at: number) => Promise<T>): Promise<T> =>
      inLine(async () => {
        const subject = await db.subject.findUniqueOrThrow({ where: { id: subjectId } })
        const at = clock.now()
        return work(look({ subject, policy: intake.registry.watch(subject).policy }, intake.telemetry, at), at)
      }),
    /** Ends once everything that was due by now has been judged. */
    settled: (): Promise<void> => inLine(() => Promise.resolve()),
    /** Stops judging and writes what was measured last. */
    async stop(): Promise<void> {
      stopTicking()
      await inLine(() => intake.flush.write(clock.now())).catch((error: unknown) => {
        log.error({ err: error }, 'the samples of the last seconds could not be written')
      })
    },
  }
}

export type Pipeline = Awaited<ReturnType<typeof startPipeline>>

/** Knows again what was known before: the subjects, their samples and figures. */
async function remember(db: RootDatabase, intake: Intake, at: number): Promise<void> {
  intake.registry.replace(await listSubjects(db))
  await intake.flush.load(at)
  intake.takeFigures(at)
}

/** Time during which nobody judged does not count: timers go on, and nobody was silent. Returns whether anybody had judged before. */
async function goOnWhereItStopped(db: RootDatabase, at: number): Promise<boolean> {
  const judged = await db.judgement.findUnique({ where: { id: 1 } })
  const downMs = judged ? at - judged.at.getTime() : 0
  if (downMs > 2 * BUCKET_MS) await shiftMemories(db, downMs)
  return judged !== null
}

/** Writes what was measured here and takes over what was measured elsewhere; other figures are a change of the inventory. */
function createExchange(db: RootDatabase, intake: Intake) {
  let untold = false
  return async (at: number): Promise<void> => {
    await intake.flush.write(at)
    await intake.flush.read(at)
    untold = intake.takeFigures(at) || untold
    if (untold) await advance(db, 'inventory')
    untold = false
  }
}

async function judgeSubjects(
  db: RootDatabase,
  { registry, telemetry }: Intake,
  time: { at: number; heldUntil: number },
): Promise<void> {
  const subjects = await listSubjects(db)
  registry.replace(subjects)
  const charges = subjects.flatMap((subject) => {
    const watched = registry.find(subject.kind, subject.key)
    return watched ? [{ subject, policy: watched.policy }] : []
  })
  await judgeAll(db, charges, telemetry, time)
}

/** Nudges whoever listens to a view whose revision is another than the last time, whichever instance changed it. */
function createTeller({ db, live }: { db: RootDatabase; live: Live }) {
  const told = new Map<string, number>()
  return async (): Promise<void> => {
    for (const view of views) {
      const revision = await readRevision(db, view)
      if (told.get(view) !== revision) live.nudge(view)
      told.set(view, revision)
    }
  }
}
