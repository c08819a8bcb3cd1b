import type { Database } from '../../database/database.ts'
import { endpointId } from '../route-catalog.ts'
import type { DeclaredEndpoint } from './endpoint-declaration.ts'
import type { StoredEndpoint } from './plan-import.ts'

/** Makes all writers of the list of endpoints wait for each other until the transaction ends. */
export async function lockEndpointLists(tx: Database): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('the list of endpoints', 0))`
}

/** All endpoints in use, and those with these ids. */
export async function readStoredEndpoints(db: Database, ids: readonly string[]): Promise<StoredEndpoint[]> {
  return db.$queryRaw<StoredEndpoint[]>`
    SELECT e."id", e."subjectId", e."method", e."path", e."service", e."areaId", e."authRequired", e."critical",
      s."retiredAt" IS NOT NULL AS "isRetired"
    FROM "Endpoint" e JOIN "Subject" s ON s."id" = e."subjectId"
    WHERE s."retiredAt" IS NULL OR e."id" = ANY(${[...ids]}::text[])`
}

/** Stores endpoints of a service, retired ones too, which come back. Returns the ids of their subjects. */
export async function putReportedEndpoints(
  tx: Database,
  service: string,
  endpoints: readonly DeclaredEndpoint[],
): Promise<number[]> {
  if (endpoints.length === 0) return []
  const rows = endpoints.map((endpoint) => ({ ...endpoint, id: endpointId(endpoint) }))
  const put = await tx.$queryRaw<{ subjectId: number }[]>`
    WITH declared AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("id" text, "method" text, "path" text,
        "areaId" text, "authRequired" boolean, "critical" boolean)
    ), subject AS (
      INSERT INTO "Subject" ("kind", "key", "name", "critical")
      SELECT 'ENDPOINTS', "id", "id", "critical" FROM declared ORDER BY "id"
      ON CONFLICT ("kind", "key") DO UPDATE SET "critical" = excluded."critical", "retiredAt" = NULL
      RETURNING "id", "key"
    )
    INSERT INTO "Endpoint" ("id", "subjectId", "method", "path", "areaId", "authRequired", "critical", "source", "service")
    SELECT d."id", s."id", d."method", d."path", d."areaId", d."authRequired", d."critical", 'REPORTED', ${service}
    FROM declared d JOIN subject s ON s."key" = d."id"
    ON CONFLICT ("id") DO UPDATE SET "areaId" = excluded."areaId", "authRequired" = excluded."authRequired",
      "critical" = excluded."critical", "position" = DEFAULT, "source" = 'REPORTED', "service" = excluded."service"
    RETURNING "subjectId"`
  return put.map(({ subjectId }) => subjectId)
}

/** Whether a service has endpoints, retired ones included. */
export const hasReportedEndpoints = async (db: Database, service: string): Promise<boolean> =>
  (await db.endpoint.findFirst({ where: { service }, select: { id: true } })) !== null
