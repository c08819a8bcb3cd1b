import { randomUUID } from 'node:crypto'
import type { RootDatabase } from '../../../src/database/database.ts'
import { toGraph } from '../../../src/monitoring/suppression/dependency-graph.ts'
import { isActiveAt } from '../../../src/monitoring/suppression/maintenance-windows.ts'
import { matchesSubject, toMatcher } from '../../../src/monitoring/suppression/subject-matcher.ts'
import { bucketMs } from '../../../src/monitoring/telemetry/buckets.ts'
import { minutes } from './traffic.ts'

/** A tick at which every subject has samples. */
export const tickAt = (at: number) => ({
  at,
  isPaused: false,
  seenSince: (_subject: unknown, since: number) => since,
})

/** Suppressions to write evaluations with: there is no reason for any. */
export const noSuppressions = {
  ownReasonsOf: () => [],
  graph: toGraph([]),
  hasMaintenances: false,
}

/** It fails, recovers and falls silent quickly. */
const quickPolicy = {
  pendingFailingMs: 0,
  pendingDegradedMs: 0,
  cleanFailingMs: 10_000,
  cleanDegradedMs: 20_000,
  unstableFactor: 1,
  recentMs: 10_000,
  freezeAfterMs: 30_000,
  silenceMinMs: 60_000,
  silenceMaxMs: 60_000,
}

/** Creates libraries that change their states quickly, in the onboarding stage ACTIVA, and returns their codes. */
export async function givenQuickLibraries(db: RootDatabase, count: number, at: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => randomUUID())
  const subjects = await db.subject.createManyAndReturn({
    data: codes.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key, policy: quickPolicy })),
  })
  const updatedAt = new Date(at)
  await db.library.createMany({
    data: subjects.map(({ id, key }) => ({ code: key, name: key, subjectId: id, updatedAt })),
  })
  const stage = 'ACTIVA' as const
  await db.onboarding.createMany({ data: codes.map((libraryCode) => ({ libraryCode, stage, since: updatedAt })) })
  return codes
}

/** A failing subject: those that fail above it (itself included) by the reasons that they have. */
type Failing = { key: string; isCounted: boolean; isExcused: boolean }

/**
 * The subjects that fail at a time, those in `held` excepted: their source is silent. One is counted if it has an incident
 * that counts, or one above it that fails, at any distance through failing ones; it is excused if one of these is in a
 * maintenance, or under test.
 */
export async function readFailing(
  db: RootDatabase,
  keys: readonly string[],
  { at, held }: { at: number; held: readonly string[] },
): Promise<Failing[]> {
  const rows = await db.subject.findMany({
    where: { key: { in: keys.filter((key) => !held.includes(key)) }, state: 'FALLANDO' },
    include: {
      upstream: true,
      incidents: { where: { openKey: { not: null } } },
      library: { select: { onboarding: { select: { stage: true } } } },
    },
  })
  if (rows.length === 0) return []
  const maintenances = (await db.maintenance.findMany({ where: { endedAt: null } })).filter((one) =>
    isActiveAt(one, at),
  )
  const failing = new Map(rows.map((row) => [row.id, row]))
  const isPlanned = ({ kind, key }: (typeof rows)[number]) =>
    maintenances.some(({ matcher }) => matchesSubject(toMatcher(matcher), { kind, key, areaId: null }))
  return rows.map((row) => {
    const above = new Set([row])
    for (const one of above)
      for (const { upstreamId } of one.upstream) {
        const upstream = failing.get(upstreamId)
        if (upstream) above.add(upstream)
      }
    return {
      key: row.key,
      isCounted: [...above].some(({ incidents }) => incidents.some(({ suppressed }) => !suppressed)),
      isExcused: [...above].some((one) => isPlanned(one) || one.library?.onboarding?.stage === 'EN_PRUEBAS'),
    }
  })
}

/** How long a failing subject may be neither counted nor excused, in milliseconds: others may have just recovered. */
const recoveryMs = minutes(2)

/** A tick, in milliseconds since 1970: which subjects were seen at it, and whether states could change, or be written. */
type WatchedTick = { at: number; isSeen: (key: string) => boolean; isPaused: boolean; isRefused: boolean }

/**
 * Notes since when each failing subject is seen without being counted or excused, and returns those for which it is too
 * long. The time begins after ticks at which no state changes, and stands still at one that could not be written.
 */
export function watchHidden() {
  const since = new Map<string, number>()
  return (failing: readonly Failing[], { at, isSeen, isPaused, isRefused }: WatchedTick): string[] => {
    const hidden = failing.filter(({ isCounted, isExcused }) => !isCounted && !isExcused).map(({ key }) => key)
    for (const [key, begin] of since) {
      if (isRefused) since.set(key, begin + bucketMs)
      else if (!hidden.includes(key)) since.delete(key)
    }
    for (const key of hidden) if (isPaused || (!since.has(key) && isSeen(key))) since.set(key, at)
    return isRefused ? [] : hidden.filter((key) => at - (since.get(key) ?? at) >= recoveryMs)
  }
}
