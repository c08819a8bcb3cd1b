import type { Database } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { sharedSourceId } from '../telemetry/sources/source-queries.ts'
import { hasSchedule } from './service-interval.ts'

/** A service and the stored values of its integration, which are null before the integration exists. */
export type ServiceState = {
  id: string
  name: string
  intervalSeconds: number | null
  lastReportAt: Date | null
  retiredAt: Date | null
  /**
   * Whether the service has a token that is not revoked. Expired tokens count: they are replaced, so the silence of the
   * service is still told.
   */
  hasToken: boolean
  subjectId: number | null
  key: string | null
  shownName: string | null
  policy: object | null
}

/** The services with their integrations: all of them, or only the service with this id. */
export const listServiceStates = (db: Database, id: string | null = null): Promise<ServiceState[]> =>
  db.$queryRaw`
    SELECT v."id", v."name", v."intervalSeconds", v."lastReportAt", v."retiredAt", v."subjectId", s."key",
      s."name" AS "shownName", s."policy",
      v."id" = ${sharedSourceId} OR EXISTS (
        SELECT FROM "ApiToken" t WHERE t."serviceId" = v."id" AND t."revokedAt" IS NULL) AS "hasToken"
    FROM "Service" v LEFT JOIN "Subject" s ON s."id" = v."subjectId"
    ${id === null ? Prisma.empty : Prisma.sql`WHERE v."id" = ${id}`} ORDER BY v."id"`

/** The next step that makes the integration of a service match the service; null if it matches. */
export function stepOf(service: ServiceState): 'retire' | 'register' | 'restore' | 'describe' | null {
  const { lastReportAt, retiredAt, hasToken, subjectId } = service
  if (!hasToken) return retiredAt === null ? 'retire' : null
  if (lastReportAt === null) return null
  if (retiredAt !== null) return lastReportAt > retiredAt ? 'restore' : null
  if (subjectId === null) return 'register'
  return isDescribed(service) ? null : 'describe'
}

const isDescribed = ({ shownName, name, policy, intervalSeconds }: ServiceState) =>
  shownName === name && hasSchedule(policy, intervalSeconds)
