import { randomUUID } from 'node:crypto'
import { openDatabase, type OpenDatabase } from '../src/database/open.ts'
import type { Evidence } from '../src/monitoring/health/rule/state.ts'

/** The numbers of invented records. */
export type Invented = { endpoints: number; libraries: number; incidents: number }

/** More records than this in one statement may exceed its time limit. */
const maxPerStatement = 10_000

const noted = '2026-01-01T00:00:00Z'
/** Why an invented incident is open. */
export const evidence = {
  code: 'ERRORS_FAILING',
  windowSeconds: 300,
  n: 40,
  bad: 20,
  recentRate: 50,
  p95: 120,
  threshold: 25,
  at: Date.parse(noted),
} satisfies Evidence

/**
 * Creates a database in a folder with this many records and returns the ids of the incidents. The incidents are open
 * and spread evenly over the libraries. A library normally has one open incident; any more than that can only be
 * resolved.
 * Vigía retires endpoints that no route declares when it starts on this database.
 */
export async function inventDatabase(dataDir: string, invented: Invented): Promise<string[]> {
  const opened = await openDatabase({ databaseUrl: null, dataDir }, process.pid)
  try {
    return await invent(opened, invented)
  } finally {
    await opened.close()
  }
}

/** Adds the records to an open database. */
export async function invent({ db }: OpenDatabase, { endpoints, libraries, incidents }: Invented): Promise<string[]> {
  const ids = Array.from({ length: incidents }, () => randomUUID())
  await db.$executeRawUnsafe(addEndpoints, endpoints)
  await db.$executeRawUnsafe(linkEndpoints)
  for (let first = 1; first <= libraries; first += maxPerStatement) {
    await db.$executeRawUnsafe(addLibraries, first, Math.min(libraries, first + maxPerStatement - 1), noted)
    await db.$executeRawUnsafe(linkLibraries, noted)
  }
  await db.$executeRawUnsafe(addIncidents, JSON.stringify(ids), noted, libraries, JSON.stringify(evidence))
  return ids
}

const addEndpoints = `INSERT INTO "Subject" ("kind", "key", "name")
  SELECT 'ENDPOINTS', 'GET /api/admin/invented-' || i || '/', 'GET /api/admin/invented-' || i || '/' FROM generate_series(1, $1::int) i`
const linkEndpoints = `INSERT INTO "Endpoint" ("id", "subjectId", "method", "path", "authRequired", "critical")
  SELECT "key", "id", 'GET', substr("key", 5), true, false FROM "Subject" WHERE "kind" = 'ENDPOINTS'`
const addLibraries = `INSERT INTO "Subject" ("kind", "key", "name", "stateSince")
  SELECT 'LIBRERIAS', 'B-' || i, 'Librería inventada ' || i, $3::timestamptz FROM generate_series($1::int, $2::int) i`
const linkLibraries = `INSERT INTO "Library" ("code", "subjectId", "name", "updatedAt")
  SELECT s."key", s."id", s."name", $1::timestamptz FROM "Subject" s LEFT JOIN "Library" l ON l."code" = s."key"
  WHERE s."kind" = 'LIBRERIAS' AND l."code" IS NULL`
const addIncidents = `INSERT INTO "Incident" ("id", "kind", "subjectId", "openKey", "severity", "maxSeverity", "openedAt", "evidence")
  SELECT n.id, 'LIBRERIAS', s."id", 'LIBRERIAS:' || s."key" || repeat('+', (n.place - 1)::int / greatest($3::int, 1)), 'FALLANDO', 'FALLANDO', $2::timestamptz, $4::jsonb
  FROM jsonb_array_elements_text($1::jsonb) WITH ORDINALITY n(id, place)
  JOIN "Subject" s ON s."key" = 'B-' || (n.place - 1) % greatest($3::int, 1) + 1`
