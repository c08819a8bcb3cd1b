import { setTimeout as after } from 'node:timers/promises'
import type { Coordination, OldestFlush } from '../../database/coordination/coordination.ts'
import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import type { Judgement } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import { judgeServices, type JudgeDeps } from './judge-services.ts'
import { lastReportOf } from './telemetry-interruption.ts'
import { findTelemetrySubject } from './telemetry-subject.ts'
import { isLate, isWatched, listReportingServices, type ReportingService } from './watched-services.ts'

/**
 * Maximum time that the silence of services waits for an instance that has not written its reports, in milliseconds.
 */
const maxFlushLagMs = 120_000

/**
 * Time to wait for the reports of other instances at a tick that may tell a silence, in milliseconds: all instances
 * tick at the same time.
 */
const maxWaitMs = 2_000
const pollMs = 100

/**
 * Services that have reported, and the row ids of the subjects that the leader evaluates: those of the services and of
 * the reception.
 */
export type ServicesAtTick = { services: readonly ReportingService[]; subjectIds: ReadonlySet<number> }

type ServicesDeps = JudgeDeps & { coordination: Pick<Coordination, 'recordFlush'> }

/**
 * A tick in milliseconds since 1970, with what is stored of all instances. The leader evaluates services from `heldUntil`
 * on, and tells silence from `tellFrom` on.
 */
type Tick = { at: number; isLeader: boolean; heldUntil: number; tellFrom: number; judgement: Judgement }

/** The services at a tick, after the leader has evaluated them. */
export async function evaluateServices(deps: ServicesDeps, tick: Tick): Promise<ServicesAtTick> {
  const { db } = deps
  const flushed = await deps.coordination.recordFlush(tick.at)
  const judges = tick.isLeader && tick.at >= tick.heldUntil
  const { services, receptionId } = judges ? await judge(deps, tick, flushed) : await present(db, tick.at)
  if (tick.isLeader) await recordInterruption(db, services, tick.judgement.interruptedSince)
  return { services, subjectIds: new Set([receptionId ?? 0, ...services.map(({ subjectId }) => subjectId)]) }
}

type Present = { services: readonly ReportingService[]; receptionId: number | null }

const present = async (db: Database, at: number): Promise<Present> => ({
  services: await listReportingServices(db, at),
  receptionId: await findTelemetrySubject(db),
})

async function judge(
  deps: ServicesDeps,
  { at, tellFrom, judgement }: Tick,
  flushed: OldestFlush | null,
): Promise<Present> {
  const known = await listReportingServices(deps.db, at)
  const mayTell = known.some((service) => !service.isTold && isLate(service, at))
  const waited = mayTell && isBehind(flushed, at) ? await awaitFlushes(deps.coordination, at) : flushed
  const services = waited === flushed ? known : await listReportingServices(deps.db, at)
  const tick = { at, tellFrom, flushedAt: flushedBy(waited, at), receptionId: judgement.telemetrySubjectId }
  const { receptionId, hasChanged } = await judgeServices(deps, services, tick)
  return { services: hasChanged ? await listReportingServices(deps.db, at) : services, receptionId }
}

const isBehind = (flushed: OldestFlush | null, at: number) => flushed !== null && flushed.at < at

async function awaitFlushes(coordination: ServicesDeps['coordination'], at: number): Promise<OldestFlush | null> {
  const until = performance.now() + maxWaitMs
  for (;;) {
    await after(pollMs)
    const flushed = await coordination.recordFlush(at)
    if (!isBehind(flushed, at) || performance.now() > until) return flushed
  }
}

/**
 * The time up to which the reports of all instances are known. Instances that lag too far behind are not waited for.
 */
function flushedBy(flushed: OldestFlush | null, at: number): number {
  if (!flushed || flushed.at >= at - maxFlushLagMs) return Math.min(at, flushed?.at ?? at)
  log.warn(
    { session: flushed.session, flushedAt: new Date(flushed.at) },
    'an instance has not written its reports for two minutes; services are judged without them',
  )
  return at - maxFlushLagMs
}

/** The sessions of instances that are no longer waited for at `at` (milliseconds since 1970), the oldest first. */
export async function listLaggingInstances(db: Database, at: number): Promise<string[]> {
  const rows = await db.instance.findMany({
    where: { flushedAt: { lt: new Date(at - maxFlushLagMs) } },
    orderBy: { flushedAt: 'asc' },
  })
  return rows.map(({ session }) => session)
}

/** Stores the time since which every watched service is told silent; the panel shows it. */
async function recordInterruption(
  db: RootDatabase,
  services: readonly ReportingService[],
  before: Date | null,
): Promise<void> {
  const watched = services.filter(isWatched)
  const isInterrupted = watched.length > 0 && watched.every(({ isTold }) => isTold)
  const since = isInterrupted ? new Date(lastReportOf(watched)) : null
  if (before?.getTime() === since?.getTime()) return
  await commit(db, async (tx) => {
    await tx.judgement.update({ where: { id: 1 }, data: { interruptedSince: since } })
    return { views: ['panel'] }
  })
}

/** The last report of the watched services while all of them are told silent; null otherwise. */
export const interruptedSince = async (db: Database): Promise<Date | null> =>
  (await db.judgement.findUnique({ where: { id: 1 } }))?.interruptedSince ?? null
