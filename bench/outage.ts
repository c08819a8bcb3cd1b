import { withHorizon } from '../src/inventory/endpoint-matcher.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { bucketMs } from '../src/monitoring/telemetry/buckets.ts'
import { createChangeBus, type ChangeBus } from '../src/lib/change-bus.ts'
import type { Clock } from '../src/lib/clock.ts'
import { startChangeFeed } from '../src/change-feed.ts'
import { startPipeline } from '../src/monitoring/pipeline.ts'
import type { RootDatabase } from '../src/database/database.ts'
import { manualClock } from '../test/support/clock.ts'
import { openFresh, type Fresh } from './database.ts'
import { invent } from './invented.ts'
import { databaseOn, jsonOf, serversOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { mediansOf, timed } from './statistics.ts'

const sizes = [1_000, 10_000]
// Each round fills a database, which takes much longer than what is measured.
const mostRounds = 3
/** Changes within this many milliseconds are one message, as in `createFanout`. */
const combinedMs = 250

/** Subjects that fail, and recover, all in the same tick. */
export const outage: Benchmark = {
  name: 'outage',
  about: 'subjects that fail in the same tick, and recover together',
  run: async (settings) => {
    const figures: Figure[] = []
    for (const server of serversOf(settings))
      for (const size of sizes) figures.push(...(await measureOutage(server, size, settings)))
    const json = jsonOf(figures)
    return { title: outage.about, limit: 'inserting as many rows in one statement', figures, json }
  },
}

type Measured = Record<'insertMs' | `${'fail' | 'recover'}${'Ms' | 'CpuMs' | 'Pushes'}`, number>

async function measureOutage(server: string | null, size: number, { rounds, tell }: Settings): Promise<Figure[]> {
  const on = databaseOn(server)
  const all: Measured[] = []
  for (let round = 1; round <= Math.min(rounds, mostRounds); round++) {
    tell(`${size} subjects on ${on}, round ${round}`)
    await using fresh = await openFresh(server)
    all.push(await measureRound(fresh, size))
  }
  const medians = mediansOf(all)
  const lineOf = (name: string, what: 'fail' | 'recover'): Figure => ({
    of: `${size.toLocaleString('en')} ${name} on ${on}`,
    value: medians[`${what}Ms`],
    unit: 'ms',
    ratio: medians[`${what}Ms`] / medians.insertMs,
    beside: `${Math.round(medians[`${what}CpuMs`])} ms CPU, ${medians[`${what}Pushes`]} pushes`,
  })
  return [lineOf('fail', 'fail'), lineOf('recover', 'recover')]
}

async function openChangeFeed({ db, openCoordination }: Fresh['opened'], clock: Clock, changeBus: ChangeBus) {
  const coordination = await openCoordination((...topics) => {
    changeBus.publish(...topics)
  })
  return startChangeFeed({ db, changeBus, clock, coordination })
}

async function measureRound({ opened }: Fresh, size: number): Promise<Measured> {
  const { db } = opened
  await invent(opened, { endpoints: 0, libraries: size, incidents: 0 })
  await db.subject.updateMany({ data: { policy: atOnce } })
  const clock = manualClock()
  const changeBus = createChangeBus()
  const feed = await openChangeFeed(opened, clock, changeBus)
  const pipeline = await startPipeline({
    db,
    clock,
    coordination: feed,
    notifySubscribers: feed.pollRevisions,
    probed: new Set(),
    environment: 'STG',
    readEndpointMatcher: () => Promise.resolve(withHorizon(() => undefined, 0n)),
  })
  const tick = async (good: number, bad: number) => {
    for (let subject = 1; subject <= size; subject++)
      for (let sample = 0; sample < good + bad; sample++)
        pipeline.observe('LIBRERIAS', `B-${subject}`, { at: clock.now(), ok: sample >= bad, durationMs: 20 })
    return measured(() => clock.advance(bucketMs, pipeline.settled), changeBus)
  }
  await tick(1, 0)
  const insertMs = await insertRows(db, size)
  const fail = await tick(0, 8)
  await assertOpen(db, size)
  const recover = await tick(300, 0)
  await assertOpen(db, 0)
  await pipeline.stop()
  await feed.close()
  return {
    insertMs,
    failMs: fail.ms,
    failCpuMs: fail.cpuMs,
    failPushes: fail.pushes,
    recoverMs: recover.ms,
    recoverCpuMs: recover.cpuMs,
    recoverPushes: recover.pushes,
  }
}

/** A policy by which states are entered and left at the next tick. */
const atOnce = { pendingFailingMs: 0, pendingDegradedMs: 0, cleanFailingMs: 0, cleanDegradedMs: 0 }

/** Runs some work, and waits until what it changed is pushed. */
async function measured(work: () => Promise<void>, changeBus: ReturnType<typeof createChangeBus>) {
  const pushes: Promise<void>[] = []
  let isScheduled = false
  const stop = changeBus.listen('panel', () => {
    if (isScheduled) return
    isScheduled = true
    pushes.push(after(combinedMs).then(() => void (isScheduled = false)))
  })
  const { ms, cpuMs } = await timed(work)
  for (const push of pushes) await push
  stop()
  return { ms, cpuMs, pushes: pushes.length }
}

async function insertRows(db: RootDatabase, count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, index) => ({ id: randomUUID(), position: 1_000 + index }))
  const began = performance.now()
  await db.$executeRaw`INSERT INTO "Area" ("id", "name", "position")
    SELECT "id", "id", "position" FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("id" text, "position" int)`
  return performance.now() - began
}

async function assertOpen(db: RootDatabase, size: number) {
  const open = await db.incident.count({ where: { openKey: { not: null } } })
  if (open !== size) throw new Error(`${open} incidents are open instead of ${size}.`)
}
