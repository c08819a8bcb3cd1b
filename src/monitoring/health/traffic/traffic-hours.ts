import type { Database } from '../../../database/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { dayMs } from '../comparable-hours.ts'
import { hourMs } from '../learned-budget/hour-latency.ts'
import { comparedMs, type HourTraffic } from './expected-traffic.ts'
import type { HourSeen } from './traffic-state.ts'

/** An hour of a subject that has ended, as its ticks saw it. */
export type EndedHour = HourSeen & { subjectId: number }

/** Writes hours that have ended. Of two writes of the same hour the lower number counts, and that it shows nothing usual. */
export async function writeEndedHours(db: Database, hours: readonly EndedHour[]): Promise<void> {
  if (hours.length === 0) return
  const rows = hours.map(({ subjectId, start, fewest }) => ({ subjectId, start: new Date(start), fewest }))
  await db.$executeRaw`
    INSERT INTO "TrafficHour" AS t ("subjectId", "start", "fewest")
    SELECT v."subjectId", v."start", v."fewest"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("subjectId" int, "start" timestamp(3), "fewest" int)
    JOIN "Subject" s ON s."id" = v."subjectId"
    ON CONFLICT ("subjectId", "start") DO UPDATE SET "fewest" = CASE
      WHEN t."fewest" IS NULL OR excluded."fewest" IS NULL THEN NULL ELSE least(t."fewest", excluded."fewest") END`
}

/**
 * Reads the hours of subjects in the 28 days before `to`, without those of no requests. Our own probes are no requests of
 * others. An hour with samples that no tick has seen shows nothing usual.
 */
export async function readTrafficHours(
  db: Database,
  subjectIds: readonly number[],
  to: number,
): Promise<(subjectId: number) => HourTraffic[]> {
  const [since, until] = [new Date(to - comparedMs), new Date(to)]
  const rows = await db.$queryRaw<(HourTraffic & { subjectId: number })[]>`
    SELECT coalesce(b."subjectId", t."subjectId") AS "subjectId",
      (extract(epoch FROM coalesce(b."start", t."start")) * 1000)::float8 AS "start",
      greatest(0, coalesce(b."n" - b."probes", 0)) AS "n", t."fewest"
    FROM (
      SELECT "subjectId", "start", "n", "probes" FROM "Bucket"
      WHERE "subjectId" = ANY(${[...subjectIds]}) AND "span" = 3600 AND "start" >= ${since} AND "start" < ${until}
    ) b FULL JOIN (
      SELECT "subjectId", "start", "fewest" FROM "TrafficHour"
      WHERE "subjectId" = ANY(${[...subjectIds]}) AND "start" >= ${since} AND "start" < ${until}
    ) t ON t."subjectId" = b."subjectId" AND t."start" = b."start"`
  const bySubject = groupBy(rows, ({ subjectId }) => subjectId)
  const paused = await findPausedHours(db, since)
  return (subjectId) => {
    const hours = bySubject.get(subjectId) ?? []
    return paused.size === 0 ? hours : [...hours.filter(({ start }) => !paused.has(start)), ...asUnknown(paused)]
  }
}

const asUnknown = (starts: ReadonlySet<number>): HourTraffic[] =>
  [...starts].map((start) => ({ start, n: 0, fewest: null }))

/** The starts of the hours since a time in which we were away ourselves. */
export async function findPausedHours(db: Database, since: Date): Promise<ReadonlySet<number>> {
  const pauses = await db.pause.findMany({ where: { endedAt: { gt: since } } })
  const starts = new Set<number>()
  for (const { startedAt, endedAt } of pauses) {
    const from = Math.floor(Math.max(startedAt.getTime(), since.getTime()) / hourMs) * hourMs
    for (let start = from; start < endedAt.getTime(); start += hourMs) starts.add(start)
  }
  return starts
}

/** Which of these subjects a service has reported. */
export async function findReported(db: Database, subjectIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.sourceSubject.findMany({
    where: { subjectId: { in: [...subjectIds] } },
    select: { subjectId: true },
    distinct: ['subjectId'],
  })
  return new Set(rows.map(({ subjectId }) => subjectId))
}

/** Deletes the hours that are compared with nothing any more at `at`. */
export async function clearOldTrafficHours(db: Database, at: Date): Promise<void> {
  await db.trafficHour.deleteMany({ where: { start: { lt: new Date(at.getTime() - comparedMs - dayMs) } } })
}
