import { commit } from '../audit/commit.ts'
import type { Database, RootDatabase } from '../database/database.ts'
import { areas } from './areas.ts'
import { requestPattern } from './read-route.ts'
import { forgetMissing, lockEndpointLists, storedPattern } from './reported/endpoint-rows.ts'
import { endpointId, type CatalogueEntry } from './route-catalog.ts'

/**
 * Synchronises the database with the declared routes: adds new endpoints, updates changed ones, retires missing ones
 * and restores returning ones. Nothing is ever deleted. Endpoints that services report stay as they are, except one that
 * is now a route of our own: it becomes ours, or is retired if the names of its parameters differ.
 */
export function syncRoutes(db: RootDatabase, catalogue: readonly CatalogueEntry[], at: Date): Promise<void> {
  return commit(db, async (tx) => {
    await putAreas(tx)
    await lockEndpointLists(tx)
    const present = await putEndpoints(tx, catalogue, at)
    const retired = await retireOthers(tx, { present, patterns: catalogue.map(requestPattern) }, at)
    return { views: ['inventory'], changed: [...present, ...retired] }
  })
}

// One statement per table, to keep restarts fast.
async function putAreas(tx: Database) {
  const rows = Object.entries(areas).map(([id, name], position) => ({ id, name, position }))
  await tx.$executeRaw`
    INSERT INTO "Area" ("id", "name", "position")
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("id" text, "name" text, "position" int)
    ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "position" = excluded."position"`
}

/** Returns the subject ids of all endpoints of the catalogue. */
async function putEndpoints(tx: Database, catalogue: readonly CatalogueEntry[], at: Date): Promise<number[]> {
  const rows = catalogue.map((entry, position) => ({ ...entry, id: endpointId(entry), position }))
  const put = await tx.$queryRaw<{ subjectId: number }[]>`
    WITH declared AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("id" text, "method" text, "path" text,
        "areaId" text, "authRequired" boolean, "critical" boolean, "position" int)
    ), subject AS (
      INSERT INTO "Subject" ("kind", "key", "name", "critical", "stateSince")
      SELECT 'ENDPOINTS', "id", "id", "critical", ${at}::timestamp(3) FROM declared ORDER BY "position"
      ON CONFLICT ("kind", "key") DO UPDATE SET "name" = excluded."name", "critical" = excluded."critical",
        "retiredAt" = NULL
      RETURNING "id", "key"
    )
    INSERT INTO "Endpoint" ("id", "subjectId", "method", "path", "areaId", "authRequired", "critical", "position")
    SELECT d."id", s."id", d."method", d."path", d."areaId", d."authRequired", d."critical", d."position"
    FROM declared d JOIN subject s ON s."key" = d."id"
    ON CONFLICT ("id") DO UPDATE SET "path" = excluded."path", "areaId" = excluded."areaId",
      "authRequired" = excluded."authRequired", "critical" = excluded."critical", "position" = excluded."position",
      "source" = 'CATALOGUE', "service" = NULL, "missingSince" = NULL,
      "needsConfirmation" = false
    RETURNING "subjectId"`
  return put.map(({ subjectId }) => subjectId)
}

type Catalogue = { present: readonly number[]; patterns: readonly string[] }

/**
 * Retires our former routes, and endpoints of services that take the same requests as a route of ours. A concurrent
 * evaluation finds another version and is rolled back.
 */
async function retireOthers(tx: Database, { present, patterns }: Catalogue, at: Date): Promise<number[]> {
  const retired = await tx.$queryRaw<{ id: number }[]>`
    UPDATE "Subject" s SET "retiredAt" = ${at}, "version" = s."version" + 1 FROM "Endpoint" e
    WHERE e."subjectId" = s."id" AND (e."source" = 'CATALOGUE' OR ${storedPattern} = ANY(${[...patterns]}::text[]))
      AND s."retiredAt" IS NULL AND s."id" <> ALL(${[...present]}) RETURNING s."id"`
  const ids = retired.map(({ id }) => id)
  await forgetMissing(tx, ids)
  return ids
}
