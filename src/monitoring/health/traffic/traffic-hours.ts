import type { Database } from '../../../database/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { dayMs } from '../comparable-hours.ts'
import { hourMs } from '../learned-budget/hour-latency.ts'
import { comparedMs, type HourTraffic } from './expected-traffic.ts'
import type { HourSeen } from './traffic-state.ts'

/** An hour of a subject that has ended, as its ticks saw it. */
export type EndedHour = HourSeen & { subjectId: number }

/**
 * Writes hours that have ended. If an hour is written twice, the lower number wins, and null (nothing usual) wins over
 * both.
 */
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
 * Reads the hours of subjects in the 28 days before `to`, by their start. Hours that no tick saw and hours in which
 * Vigía was down are left out. Our own probes do not count as requests.
 */
export async function readTrafficHours(
  db: Database,
  subjectIds: readonly number[],
  to: number,
): Promise<(subjectId: number) => ReadonlyMap<number, HourTraffic>> {
  const [since, until] = [new Date(to - comparedMs), new Date(to)]
  const rows = await db.$queryRaw<(HourTraffic & { subjectId: number })[]>`
    SELECT t."subjectId", (extract(epoch FROM t."start") * 1000)::float8 AS "start",
      greatest(0, coalesce(b."n" - b."probes", 0)) AS "n", t."fewest"
    FROM "TrafficHour" t LEFT JOIN "Bucket" b
      ON b."subjectId" = t."subjectId" AND b."start" = t."start" AND b."span" = 3600
    WHERE t."subjectId" = ANY(${[...subjectIds]}) AND t."start" >= ${since} AND t."start" < ${until}`
  const paused = await findPausedHours(db, since)
  const seen = rows.filter(({ start }) => !paused.has(start))
  const bySubject = groupBy(seen, ({ subjectId }) => subjectId)
  return (subjectId) => new Map((bySubject.get(subjectId) ?? []).map((hour) => [hour.start, hour]))
}

/** The starts of the hours since a time in which Vigía was down. */
export async function findPausedHours(db: Database, since: Date): Promise<ReadonlySet<number>> {
  const pauses = await db.pause.findMany({ where: { endedAt: { gt: since } } })
  const starts = new Set<number>()
  for (const { startedAt, endedAt } of pauses) {
    const from = Math.floor(Math.max(startedAt.getTime(), since.getTime()) / hourMs) * hourMs
    for (let start = from; start < endedAt.getTime(); start += hourMs) starts.add(start)
  }
  return starts
}

/** The ids among these subjects that a service has reported. */
export async function findReported(db: Database, subjectIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.sourceSubject.findMany({
    where: { subjectId: { in: [...subjectIds] } },
    select: { subjectId: true },
    distinct: ['subjectId'],
  })
  return new Set(rows.map(({ subjectId }) => subjectId))
}

/** Deletes the hours that are too old at `at` to be compared with any other. */
export async function clearOldTrafficHours(db: Database, at: Date): Promise<void> {
  await db.trafficHour.deleteMany({ where: { start: { lt: new Date(at.getTime() - comparedMs - dayMs) } } })
}
