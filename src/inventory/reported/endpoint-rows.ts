import type { Database } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { endpointId } from '../route-catalog.ts'
import type { IdentifiedEndpoint, StoredEndpoint } from './plan-import.ts'

/** Makes all writers of the list of endpoints wait for each other until the transaction ends. */
export async function lockEndpointLists(tx: Database): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('the list of endpoints', 0))`
}

/** The pattern of an endpoint `e`, as `requestPattern` makes it. */
export const storedPattern = Prisma.sql`regexp_replace(e."method" || ' ' || e."path", '/:[^/]+', '/:', 'g')`

/** All endpoints in use, and the retired ones that take the requests of these patterns, the last one retired first. */
export async function readStoredEndpoints(db: Database, patterns: readonly string[]): Promise<StoredEndpoint[]> {
  return db.$queryRaw<StoredEndpoint[]>`
    SELECT e."id", e."subjectId", e."method", e."path", e."service", e."areaId", e."authRequired", e."critical",
      s."retiredAt" IS NOT NULL AS "isRetired", e."missingSince" IS NOT NULL AS "isMissing", e."needsConfirmation"
    FROM "Endpoint" e JOIN "Subject" s ON s."id" = e."subjectId"
    WHERE s."retiredAt" IS NULL OR ${storedPattern} = ANY(${[...patterns]}::text[])
    ORDER BY s."retiredAt" DESC NULLS FIRST, e."id"`
}

/** The endpoints that an import left out and that stay in use, and which of them only a confirmation retires. */
export type MissingEndpoints = { service: string; missing: readonly string[]; needConfirmation: readonly string[] }

/**
 * Marks the endpoints in use that were missing from a service's last import as missing since `at`, and clears the mark
 * of its other endpoints. Returns the ids of the subjects whose mark changed.
 */
export async function markMissing(
  tx: Database,
  { service, missing, needConfirmation }: MissingEndpoints,
  at: Date,
): Promise<number[]> {
  const marked = await tx.$queryRaw<{ subjectId: number }[]>`
    UPDATE "Endpoint" e
    SET "missingSince" = CASE WHEN e."id" = ANY(${[...missing]}::text[])
        THEN coalesce(e."missingSince", ${at}::timestamp(3)) END,
      "needsConfirmation" = e."id" = ANY(${[...needConfirmation]}::text[])
    WHERE e."service" = ${service} AND ((e."missingSince" IS NOT NULL) <> (e."id" = ANY(${[...missing]}::text[]))
      OR e."needsConfirmation" <> (e."id" = ANY(${[...needConfirmation]}::text[])))
    RETURNING e."subjectId"`
  return marked.map(({ subjectId }) => subjectId)
}

/** Clears `missingSince` of retired endpoints, so that after a new declaration a confirmation is required again. */
export async function forgetMissing(tx: Database, subjectIds: readonly number[]): Promise<void> {
  const where = { subjectId: { in: [...subjectIds] } }
  await tx.endpoint.updateMany({ where, data: { missingSince: null, needsConfirmation: false } })
}

/** Stores endpoints of a service at `at`, retired ones too, which come back. Returns the ids of their subjects. */
export async function putReportedEndpoints(
  tx: Database,
  service: string,
  endpoints: readonly IdentifiedEndpoint[],
  at: Date,
): Promise<number[]> {
  if (endpoints.length === 0) return []
  const rows = endpoints.map((endpoint) => ({ ...endpoint, name: endpointId(endpoint) }))
  const put = await tx.$queryRaw<{ subjectId: number }[]>`
    WITH declared AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("id" text, "name" text, "method" text,
        "path" text, "areaId" text, "authRequired" boolean, "critical" boolean)
    ), subject AS (
      INSERT INTO "Subject" ("kind", "key", "name", "critical", "stateSince")
      SELECT 'ENDPOINTS', "id", "name", "critical", ${at}::timestamp(3) FROM declared ORDER BY "id"
      ON CONFLICT ("kind", "key") DO UPDATE SET "name" = excluded."name", "critical" = excluded."critical",
        "retiredAt" = NULL
      RETURNING "id", "key"
    )
    INSERT INTO "Endpoint" ("id", "subjectId", "method", "path", "areaId", "authRequired", "critical", "source", "service")
    SELECT d."id", s."id", d."method", d."path", d."areaId", d."authRequired", d."critical", 'REPORTED', ${service}
    FROM declared d JOIN subject s ON s."key" = d."id"
    ON CONFLICT ("id") DO UPDATE SET "path" = excluded."path", "areaId" = excluded."areaId",
      "authRequired" = excluded."authRequired", "critical" = excluded."critical", "position" = DEFAULT,
      "source" = 'REPORTED', "service" = excluded."service"
    RETURNING "subjectId"`
  return put.map(({ subjectId }) => subjectId)
}

/** Whether a service has endpoints, retired ones included. */
export const hasReportedEndpoints = async (db: Database, service: string): Promise<boolean> =>
  (await db.endpoint.findFirst({ where: { service }, select: { id: true } })) !== null
