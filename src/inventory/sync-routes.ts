import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { bumpRevision } from '../database/revision.ts'
import { areas } from './areas.ts'
import { lockEndpointLists } from './reported/endpoint-rows.ts'
import { endpointId, type CatalogueEntry } from './route-catalog.ts'

/**
 * Synchronises the database with the declared routes: adds new endpoints, updates changed ones, retires missing ones
 * and restores returning ones. Nothing is ever deleted. Endpoints that services report stay as they are, except one that
 * is now a route of our own: it becomes ours.
 */
export function syncRoutes(db: RootDatabase, catalogue: readonly CatalogueEntry[], at: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    await putAreas(tx)
    await lockEndpointLists(tx)
    const present = await putEndpoints(tx, catalogue)
    const retired = await retireOthers(tx, present, at)
    await bumpRevision(tx, ['inventory'], [...present, ...retired])
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
async function putEndpoints(tx: Database, catalogue: readonly CatalogueEntry[]): Promise<number[]> {
  const rows = catalogue.map((entry, position) => ({ ...entry, id: endpointId(entry), position }))
  const put = await tx.$queryRaw<{ subjectId: number }[]>`
    WITH declared AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("id" text, "method" text, "path" text,
        "areaId" text, "authRequired" boolean, "critical" boolean, "position" int)
    ), subject AS (
      INSERT INTO "Subject" ("kind", "key", "name", "critical")
      SELECT 'ENDPOINTS', "id", "id", "critical" FROM declared ORDER BY "position"
      ON CONFLICT ("kind", "key") DO UPDATE SET "critical" = excluded."critical", "retiredAt" = NULL
      RETURNING "id", "key"
    )
    INSERT INTO "Endpoint" ("id", "subjectId", "method", "path", "areaId", "authRequired", "critical", "position")
    SELECT d."id", s."id", d."method", d."path", d."areaId", d."authRequired", d."critical", d."position"
    FROM declared d JOIN subject s ON s."key" = d."id"
    ON CONFLICT ("id") DO UPDATE SET "areaId" = excluded."areaId", "authRequired" = excluded."authRequired",
      "critical" = excluded."critical", "position" = excluded."position", "source" = 'CATALOGUE', "service" = NULL
    RETURNING "subjectId"`
  return put.map(({ subjectId }) => subjectId)
}

async function retireOthers(tx: Database, present: readonly number[], at: Date): Promise<number[]> {
  const retired = await tx.$queryRaw<{ id: number }[]>`
    UPDATE "Subject" s SET "retiredAt" = ${at} FROM "Endpoint" e
    WHERE e."subjectId" = s."id" AND e."source" = 'CATALOGUE' AND s."retiredAt" IS NULL
      AND s."id" <> ALL(${[...present]}) RETURNING s."id"`
  return retired.map(({ id }) => id)
}
