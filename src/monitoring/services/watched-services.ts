import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { ReportRefusal } from '../../generated/prisma/enums.ts'
import { notAhead } from '../../lib/clock.ts'
import type { ReportEvidence } from '../health/rule/state.ts'
import { refusalOf } from './service-queries.ts'

/** A service that has reported and is not retired, as of a tick. Times are in milliseconds since 1970. */
export type ReportingService = {
  id: string
  name: string
  subjectId: number
  /** The interval between reports as the service states it; null if the service is not watched. */
  intervalMs: number | null
  lastReportAt: number
  /** Whether the service is watched and told silent. */
  isTold: boolean
  /** The last refused request since the last report; null if there is none. */
  refusal: ReportEvidence['refusal']
}

/** A service that states how often it reports, so that its silence opens an incident. */
export type WatchedService = ReportingService & { intervalMs: number }

/** A report may be this much later than its interval before a service counts as late, in milliseconds. */
const lateMs = 10_000

type Row = {
  id: string
  name: string
  subjectId: number
  intervalSeconds: number | null
  lastReportAt: Date
  isFailing: boolean
  refusal: ReportRefusal | null
  refusalValues: Prisma.JsonValue
  refusedAt: Date | null
  refusedCount: number
}

/** The services that have reported and are not retired, by id. */
export async function listReportingServices(db: Database, at: number): Promise<ReportingService[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT v."id", v."name", v."subjectId", v."intervalSeconds", v."lastReportAt", s."state" = 'FALLANDO' AS "isFailing",
      v."refusal"::text, v."refusalValues", v."refusedAt", v."refusedCount"
    FROM "Service" v JOIN "Subject" s ON s."id" = v."subjectId"
    WHERE v."retiredAt" IS NULL AND s."retiredAt" IS NULL AND v."lastReportAt" IS NOT NULL ORDER BY v."id"`
  return rows.map(({ intervalSeconds, lastReportAt, isFailing, ...row }) => ({
    id: row.id,
    name: row.name,
    subjectId: row.subjectId,
    intervalMs: intervalSeconds === null ? null : intervalSeconds * 1_000,
    lastReportAt: notAhead(lastReportAt.getTime(), at),
    isTold: intervalSeconds !== null && isFailing,
    refusal: refusalSince({ lastReportAt, intervalSeconds, ...row }),
  }))
}

/** The last refused request since the last report. */
function refusalSince({ lastReportAt, ...row }: Omit<Row, 'isFailing'>): ReportEvidence['refusal'] {
  const last = refusalOf(row)
  return last && last.at > lastReportAt ? { ...last, at: last.at.getTime() } : null
}

/** Whether a service is watched. */
export const isWatched = (service: ReportingService): service is WatchedService => service.intervalMs !== null

/** Whether a report of a service is overdue at `at`; always false if the service is not watched. */
export const isLate = (
  { intervalMs, lastReportAt }: Pick<ReportingService, 'intervalMs' | 'lastReportAt'>,
  at: number,
): boolean => intervalMs !== null && at - lastReportAt > intervalMs + lateMs

/** The reports of a service as evidence. */
export const reportsOf = ({
  name,
  lastReportAt,
  intervalMs,
  refusal,
}: Pick<ReportingService, 'name' | 'lastReportAt' | 'intervalMs' | 'refusal'>): ReportEvidence => ({
  service: name,
  lastReportAt,
  intervalSeconds: intervalMs === null ? null : intervalMs / 1_000,
  refusal,
})
