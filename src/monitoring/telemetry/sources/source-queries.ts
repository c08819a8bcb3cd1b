import type { Database } from '../../../database/database.ts'
import type { Kind } from '../../../generated/prisma/enums.ts'
import { keptMs, keptSince } from '../../../lib/retention.ts'
import { findObservedIntervals, type ObservedInterval } from '../../services/observed-interval.ts'
import type { RefusedCount } from './refusal.ts'

/** The id and the name of the service that authenticates with the setting INGEST_TOKEN. */
export const sharedSourceId = 'INGEST_TOKEN'

/** Number of unmatched subjects stored per source, and number of them listed. */
export const maxUnmatched = 1_000
export const shownUnmatched = 20

/**
 * A source counts as sending in a format for this time after the last use, in milliseconds: as long as refused data is
 * counted.
 */
export const sendsWithinMs = keptMs.refusedTelemetry

/** The format in which a source sends: our own, or the protocol of OpenTelemetry. */
export type SourceFormat = 'OWN' | 'OPENTELEMETRY'

/** The subjects of one kind that a source observed within 24 hours. */
type SourceSends = { kind: Kind; subjects: number; lastAt: Date }

/** An unregistered subject that a source named. */
export type UnmatchedKey = { kind: Kind; key: string; count: number; lastAt: Date }

/** Telemetry received from a source. */
export type SourceTelemetry = {
  sourceId: string
  lastHeardAt: Date
  /** The median gap of the last 7 days in milliseconds; null while unknown. */
  meanGapMs: number | null
  /** Time of the last report while the source's integration fails; null otherwise. */
  silentSince: Date | null
  /** The formats used in the last 24 hours. */
  formats: SourceFormat[]
  sends: SourceSends[]
  unmatched: UnmatchedKey[]
  /** The number of all unmatched subjects. */
  unmatchedCount: number
  /** Telemetry refused in the last 24 hours, the last one first. */
  refused: RefusedTelemetry[]
}

/** Telemetry refused for one reason; the count begins anew after a day without a refusal. */
export type RefusedTelemetry = RefusedCount & { lastAt: Date }

/** Lists the telemetry received from these sources until the last flush, without sources that sent none. */
export async function listSourceTelemetry(db: Database, ids: readonly string[], at: Date): Promise<SourceTelemetry[]> {
  const stored = await db.service.findMany({
    include: { subject: { select: { state: true } } },
    where: { id: { in: [...ids] }, lastHeardAt: { not: null }, ...known },
  })
  const sources = stored.flatMap(({ lastHeardAt, ...source }) => (lastHeardAt ? [{ ...source, lastHeardAt }] : []))
  if (sources.length === 0) return []
  const subjectIds = sources.flatMap(({ subjectId }) => subjectId ?? [])
  const [intervals, sends, unmatched, counts, refused] = await Promise.all([
    findObservedIntervals(db, subjectIds, at),
    listSends(db, ids, at),
    listUnmatched(db, ids),
    countUnmatched(db, ids),
    listRefused(db, ids, at),
  ])
  return sources.map(({ id, lastHeardAt, lastReportAt, subject, subjectId, ...source }) => ({
    sourceId: id,
    formats: formatsOf(source, at),
    lastHeardAt,
    meanGapMs: toMs(intervals.find((interval) => interval.subjectId === subjectId)),
    silentSince: subject?.state === 'FALLANDO' ? lastReportAt : null,
    sends: sends
      .filter(({ sourceId }) => sourceId === id)
      .map(({ kind, subjects, lastAt }) => ({ kind, subjects, lastAt })),
    unmatched: unmatched
      .filter(({ sourceId }) => sourceId === id)
      .map(({ kind, key, count, lastAt }) => ({ kind, key, count, lastAt })),
    unmatchedCount: counts.find(({ sourceId }) => sourceId === id)?.count ?? 0,
    refused: refused
      .filter(({ sourceId }) => sourceId === id)
      .map(({ reason, count, lastAt, environment }) => ({ reason, count, lastAt, environment })),
  }))
}

const toMs = (interval: ObservedInterval | undefined) => (interval ? interval.seconds * 1_000 : null)

/** The setting INGEST_TOKEN is left out once it is removed. */
const known = { OR: [{ retiredAt: null }, { tokens: { some: {} } }] }

function formatsOf({ lastOwnAt, lastOtlpAt }: { lastOwnAt: Date | null; lastOtlpAt: Date | null }, at: Date) {
  const isRecent = (last: Date | null) => last !== null && last.getTime() > at.getTime() - sendsWithinMs
  const formats: SourceFormat[] = []
  if (isRecent(lastOwnAt)) formats.push('OWN')
  if (isRecent(lastOtlpAt)) formats.push('OPENTELEMETRY')
  return formats
}

const listSends = (db: Database, ids: readonly string[], at: Date) =>
  db.$queryRaw<(SourceSends & { sourceId: string })[]>`
    SELECT o."sourceId", s."kind", count(*)::int AS "subjects", max(o."lastAt") AS "lastAt"
    FROM "SourceSubject" o JOIN "Subject" s ON s."id" = o."subjectId" AND s."retiredAt" IS NULL
    WHERE o."sourceId" = ANY(${[...ids]}) AND o."lastAt" > ${new Date(at.getTime() - sendsWithinMs)}
    GROUP BY o."sourceId", s."kind" ORDER BY s."kind"`

/** The latest unmatched subjects of each source, without subjects registered since. */
const listUnmatched = (db: Database, ids: readonly string[]) =>
  db.$queryRaw<(UnmatchedKey & { sourceId: string })[]>`
    SELECT "sourceId", "kind", "key", "count", "lastAt" FROM (
      SELECT u.*, row_number() OVER (PARTITION BY u."sourceId" ORDER BY u."lastAt" DESC, u."kind", u."key") AS "place"
      FROM "UnmatchedSubject" u
      WHERE u."sourceId" = ANY(${[...ids]}) AND NOT EXISTS (
        SELECT FROM "Subject" s WHERE s."kind" = u."kind" AND s."key" = u."key" AND s."retiredAt" IS NULL)
    ) o
    WHERE "place" <= ${shownUnmatched} ORDER BY "lastAt" DESC, "kind", "key"`

const countUnmatched = (db: Database, ids: readonly string[]) =>
  db.$queryRaw<{ sourceId: string; count: number }[]>`
    SELECT u."sourceId", count(*)::int AS "count" FROM "UnmatchedSubject" u
    WHERE u."sourceId" = ANY(${[...ids]}) AND NOT EXISTS (
      SELECT FROM "Subject" s WHERE s."kind" = u."kind" AND s."key" = u."key" AND s."retiredAt" IS NULL)
    GROUP BY u."sourceId"`

const listRefused = (db: Database, ids: readonly string[], at: Date) =>
  db.refusedTelemetry.findMany({
    where: { sourceId: { in: [...ids] }, lastAt: { gt: new Date(at.getTime() - sendsWithinMs) } },
    orderBy: [{ lastAt: 'desc' }, { reason: 'asc' }],
  })

/** Deletes refusals older than 24 hours, so that their counts begin anew. */
export async function clearOldRefusals(db: Database, at: Date): Promise<void> {
  await db.refusedTelemetry.deleteMany({ where: { lastAt: { lt: keptSince('refusedTelemetry', at) } } })
}

/** Deletes services retired thirty days ago that have no stored token, with everything known about them. */
export async function clearRetiredServices(db: Database, at: Date): Promise<void> {
  const old = { retiredAt: { lt: keptSince('retiredService', at) }, tokens: { none: {} } }
  await db.service.deleteMany({ where: { ...old, id: { not: sharedSourceId } } })
}
