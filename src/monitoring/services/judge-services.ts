import { commit } from '../../audit/commit.ts'
import type { RootDatabase } from '../../database/database.ts'
import { listSubjectsById } from '../health/subject-queries.ts'
import type { Registry } from '../intake/subject-registry.ts'
import {
  createSnapshot,
  evaluatedOf,
  isEventful,
  writeAll,
  type EvaluatedSubject,
  type EvaluationDeps,
} from '../evaluate-subjects.ts'
import type { Surroundings } from '../surroundings.ts'
import { endWatching } from './end-watching.ts'
import { judgeEach, type ServiceTick } from './judge-each.ts'
import { createTelemetrySubject } from './telemetry-subject.ts'
import { isWatched, type ReportingService, type WatchedService } from './watched-services.ts'

export type JudgeDeps = EvaluationDeps & { registry: Pick<Registry, 'register'>; surroundings: Surroundings }

/**
 * Evaluates the services that have reported, and the reception of telemetry, on which all watched services depend. Only
 * the leader calls this, before any subject of the services is evaluated. The changes are written together, the
 * reception first. Returns the row id of the reception (null if there is none), and whether a state or an incident was
 * changed.
 */
export async function judgeServices(
  deps: JudgeDeps,
  services: readonly ReportingService[],
  tick: ServiceTick & { receptionId: number | null },
): Promise<{ receptionId: number | null; hasChanged: boolean }> {
  const receptionId = await receptionOf(deps.db, services.filter(isWatched), tick)
  if (services.length === 0 && receptionId === null) return { receptionId, hasChanged: false }
  const snapshots = await snapshotsOf(deps, [receptionId, ...services.map(({ subjectId }) => subjectId)], tick.at)
  const all = judgeEach(services, snapshots, snapshots.get(receptionId ?? 0), tick)
  const ended = all.find((one) => one.subject.id === receptionId && isWatchedNoLonger(one))
  const judged = all.filter((one) => one !== ended)
  const evaluated = evaluatedOf(judged, { ...deps.surroundings, telemetry: deps.telemetry }, tick.at)
  // The last report of the reception is known from its rule state alone.
  const reception = judged.filter(
    (one) => one.subject.id === receptionId && one.evaluation.memory !== one.memory && !evaluated.toWrite.includes(one),
  )
  await writeAll(deps, { ...evaluated, toWrite: [...evaluated.toWrite, ...reception] }, tick.at)
  if (ended) await endReception(deps.db, ended, tick.at)
  return {
    receptionId,
    hasChanged: ended !== undefined || evaluated.toWrite.some(({ evaluation }) => isEventful(evaluation)),
  }
}

/** Whether the reception is told silent although no watched service is silent any more. */
const isWatchedNoLonger = ({ memory, evaluation }: EvaluatedSubject) =>
  memory.state === 'FALLANDO' && evaluation.transition?.to === 'DESCONOCIDO'

const endReception = (db: RootDatabase, { subject: { id }, memory }: EvaluatedSubject, at: number): Promise<void> =>
  commit(db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Subject" WHERE "id" = ${id} FOR NO KEY UPDATE`
    const subject = await tx.subject.findUniqueOrThrow({ where: { id } })
    const reports = { service: null, lastReportAt: memory.lastSampleAt ?? at, intervalSeconds: null, refusal: null }
    return endWatching(tx, subject, reports, at)
  })

/** The row id of the reception's subject, which is created with the second watched service; null before. */
const receptionOf = async (
  db: RootDatabase,
  watched: readonly WatchedService[],
  { receptionId, at }: { receptionId: number | null; at: number },
): Promise<number | null> =>
  receptionId === null && watched.length >= 2 ? createTelemetrySubject(db, new Date(at)) : receptionId

async function snapshotsOf(
  { db, registry, telemetry, surroundings }: JudgeDeps,
  ids: readonly (number | null)[],
  at: number,
) {
  const subjects = await listSubjectsById(
    db,
    ids.filter((id) => id !== null),
  )
  return new Map(
    subjects.map((subject) => {
      const { policy, budget } = registry.register(subject)
      return [subject.id, createSnapshot({ subject, policy, budget }, { telemetry, ...surroundings }, at)]
    }),
  )
}
