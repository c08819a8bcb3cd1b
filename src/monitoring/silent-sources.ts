import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { bumpRevision } from '../database/revision.ts'
import { isAhead } from '../lib/clock.ts'
import { log } from '../lib/log.ts'
import { afterDowntime, type RuleState } from './health/rule/rule-state.ts'
import { withLastSample, writeRuleStates } from './health/rule-state-store.ts'
import { listSubjects } from './health/subject-queries.ts'
import { bucketMs } from './telemetry/buckets.ts'
import { lastSamplesAt } from './telemetry/last-sample.ts'
import { silenceLimitOf, type Slots } from './telemetry/sources/cadence.ts'
import { sharedSourceId } from './telemetry/sources/source-queries.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** A stored source; `isLive` is false for a token that was revoked or has expired. */
type StoredSource = { id: string; slots: Slots; lastObservedAt: Date; silentSince: Date | null; isLive: boolean }

/** The silence of sources at a tick; times are in milliseconds since 1970. */
export type SourceSilence = {
  /** Whether any source is silent. */
  isAny: boolean
  /** The last observation of the sources that send regularly, if all of them are silent; otherwise null. */
  allSilentSince: number | null
}

/** Times of a tick, in milliseconds since 1970; `resumedAt` is when evaluation began or resumed. */
type SilenceTimes = { at: number; resumedAt: number }

type JudgedSource = StoredSource & { now: number | null }

/**
 * Start of a source's silence in milliseconds since 1970; null while it is not silent or does not send regularly. Never
 * before `resumedAt`, because nothing is received while evaluation is interrupted.
 */
export function silentSinceOf(
  { slots, lastObservedAt, silentSince, isLive }: Omit<StoredSource, 'id'>,
  { at, resumedAt }: SilenceTimes,
): number | null {
  const limit = isLive ? silenceLimitOf(slots) : null
  if (limit === null) return null
  const last = lastObservedAt.getTime()
  // One from before the clock was set back says nothing about the time since.
  const known = isAhead(last, at) ? resumedAt : last
  const isStillSilent = silentSince?.getTime() === last
  return isStillSilent || at - Math.max(known, resumedAt) > limit ? last : null
}

/** Determines which sources are silent at a tick. */
export const readSilence = async (db: Database, times: SilenceTimes): Promise<SourceSilence> =>
  silenceOf(await judgeSources(db, times))

/**
 * Determines which sources are silent at a tick and writes the changes, which the panel shows. With them it shifts the
 * timers of the subjects that were held until a source returned, and returns the ids of those.
 */
export async function recordSilence(
  deps: { db: RootDatabase; telemetry: Telemetry },
  times: SilenceTimes,
): Promise<SourceSilence & { shifted: ReadonlySet<number> }> {
  const sources = await judgeSources(deps.db, times)
  const changed = sources.filter(({ now, silentSince }) => now !== (silentSince?.getTime() ?? null))
  const returned = changed.flatMap(({ id, now, silentSince, isLive }) =>
    now === null && silentSince && isLive ? [{ id, since: silentSince.getTime() }] : [],
  )
  const shifted = changed.length === 0 ? [] : await writeSilence(deps, changed, returned, times.at)
  for (const { id, now } of changed)
    if (now !== null)
      log.warn({ source: id, since: new Date(now) }, 'a source is silent; its subjects keep their state')
  return { ...silenceOf(sources), shifted: new Set(shifted) }
}

async function judgeSources(db: Database, times: SilenceTimes): Promise<JudgedSource[]> {
  const sources = await listSources(db, times.at)
  return sources.map((source) => ({ ...source, now: silentSinceOf(source, times) }))
}

function silenceOf(sources: readonly JudgedSource[]): SourceSilence {
  const regular = sources.filter(({ isLive, slots }) => isLive && silenceLimitOf(slots) !== null)
  const areAllSilent = regular.length > 0 && regular.every(({ now }) => now !== null)
  return {
    isAny: sources.some(({ now }) => now !== null),
    allSilentSince: areAllSilent ? Math.max(...regular.map(({ now }) => now ?? 0)) : null,
  }
}

// One transaction: an instance that no longer finds the source silent finds the timers shifted.
const writeSilence = (
  { db, telemetry }: { db: RootDatabase; telemetry: Telemetry },
  changed: JudgedSource[],
  returned: ReturnedSource[],
  at: number,
) =>
  inTransaction(db, async (tx) => {
    for (const { id, now } of changed)
      await tx.telemetrySource.update({ where: { id }, data: { silentSince: now === null ? null : new Date(now) } })
    const shifted = returned.length > 0 ? await shiftReturned({ db: tx, telemetry }, returned, at) : []
    await bumpRevision(tx, ['panel'])
    return shifted
  })

const listSources = (db: Database, at: number) =>
  db.$queryRaw<StoredSource[]>`
    SELECT s."id", s."slots", s."lastObservedAt", s."silentSince",
      s."id" = ${sharedSourceId} OR coalesce(t."revokedAt" IS NULL AND t."expiresAt" > ${new Date(at)}, false) AS "isLive"
    FROM "TelemetrySource" s LEFT JOIN "ApiToken" t ON t."id" = s."id"
    WHERE s."lastObservedAt" IS NOT NULL`

/** The last samples of subjects by silent sources, in milliseconds since 1970, by subject id. */
export type LastBySilentSource = ReadonlyMap<number, { lastAt: number; isOnlySubject: boolean }>

/** Reads the last samples of silent sources, of all subjects that they observed. */
export async function readLastBySilentSource(db: Database): Promise<LastBySilentSource> {
  const rows = await db.$queryRaw<{ subjectId: number; lastAt: Date; subjects: number }[]>`
    SELECT o."subjectId", o."lastAt", count(*) OVER (PARTITION BY o."sourceId")::int AS "subjects"
    FROM "SourceSubject" o JOIN "TelemetrySource" s ON s."id" = o."sourceId"
    WHERE s."silentSince" IS NOT NULL ORDER BY o."lastAt"`
  return new Map(
    rows.map(({ subjectId, lastAt, subjects }) => [
      subjectId,
      { lastAt: lastAt.getTime(), isOnlySubject: subjects === 1 },
    ]),
  )
}

/**
 * Whether a subject keeps its state because its last sample came from a silent source. If its silence means failure,
 * only if the source observed other subjects too: otherwise the silence is the subject's own.
 */
export function isHeld(
  last: LastBySilentSource,
  { subjectId, lastSampleAt, silenceFails }: { subjectId: number; lastSampleAt: number | null; silenceFails: boolean },
): boolean {
  const bySource = last.get(subjectId)
  if (!bySource || (silenceFails && bySource.isOnlySubject)) return false
  // Samples of other instances are known only to the bucket, so compare with the end of the bucket.
  return lastSampleAt === null || lastSampleAt <= endOfBucket(bySource.lastAt)
}

/** A source that sends again, and the start of its silence in milliseconds since 1970. */
type ReturnedSource = { id: string; since: number }

/** Shifts the timers of the subjects of returned sources, because a source's silence is not that of its subjects. */
async function shiftReturned(
  { db, telemetry }: { db: Database; telemetry: Telemetry },
  returned: readonly ReturnedSource[],
  at: number,
): Promise<number[]> {
  const sinceBySource = new Map(returned.map(({ id, since }) => [id, since]))
  const observed = await db.sourceSubject.findMany({ where: { sourceId: { in: [...sinceBySource.keys()] } } })
  const sinceBySubject = new Map(
    observed.map(({ sourceId, subjectId }) => [subjectId, sinceBySource.get(sourceId) ?? at]),
  )
  // Times of the previous tick, at which the returned sources were still silent.
  const lastSampleOf = lastSamplesAt(telemetry, at - bucketMs)
  const entries = (await listSubjects(db)).flatMap((subject) => {
    const since = sinceBySubject.get(subject.id)
    if (since === undefined || !subject.memory) return []
    const memory = withLastSample(subject.memory as RuleState, lastSampleOf(subject.id))
    // Skips subjects with a later sample from elsewhere: they were evaluated during the silence.
    if ((memory.lastSampleAt ?? 0) > endOfBucket(since)) return []
    const silentMs = Math.max(0, Math.min(at - since, at - (memory.lastSampleAt ?? since)))
    return [{ subject, memory: afterDowntime(memory, silentMs) }]
  })
  await writeRuleStates(db, entries)
  return entries.map(({ subject }) => subject.id)
}

/** The end of the bucket of a time, both in milliseconds since 1970. */
const endOfBucket = (at: number): number => (Math.floor(at / bucketMs) + 1) * bucketMs
