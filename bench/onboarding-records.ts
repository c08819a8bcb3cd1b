import { evidence } from './invented.ts'

/**
 * Fills a migrated database with invented bookshops in all stages, each with six messages, three customers, an incident,
 * samples and steps that somebody ticked.
 */
export async function fillOnboarding(
  run: (script: string) => Promise<unknown>,
  { libraries }: { libraries: number },
): Promise<void> {
  for (const script of scripts(libraries)) await run(script)
}

const stages = `ARRAY['SOLICITADA', 'EN_PRUEBAS', 'ACTIVA', 'ACTIVA', 'RECHAZADA']`

const scripts = (libraries: number) => [
  `INSERT INTO "Operator" ("id", "email", "name", "role") VALUES ('o', 'o@example.org', 'Una', 'operador')`,
  `INSERT INTO "Subject" ("kind", "key", "name", "state", "stateSince")
     SELECT 'LIBRERIAS', 'L-' || lpad(i::text, 5, '0'), 'Librería inventada ' || i, 'OPERATIVO',
       now() - i * interval '1 minute' FROM generate_series(1, ${libraries}) i`,
  `INSERT INTO "Library" ("code", "subjectId", "name", "sinliId", "email", "city", "province", "updatedAt")
     SELECT "key", "id", "name", 'L' || lpad("id"::text, 7, '0'), 'tienda' || "id" || '@example.org', 'Villaejemplo',
       'Ejemplares', now() FROM "Subject" WHERE "key" LIKE 'L-%'`,
  `INSERT INTO "Onboarding" ("libraryCode", "stage", "since", "responsibleId")
     SELECT "code", (${stages})[1 + "subjectId" % 5]::"OnboardingStage", now() - "subjectId" * interval '1 hour', 'o'
     FROM "Library" WHERE "code" LIKE 'L-%'`,
  `INSERT INTO "OnboardingStep" ("libraryCode", "key", "at", "byId", "waiver")
     SELECT "code", k::"OnboardingStepKey", now(), 'o', NULL FROM "Library", unnest(ARRAY['CONTRACT', 'TRAINING']) k
     WHERE "code" LIKE 'L-%'`,
  `INSERT INTO "Customer" ("id", "name", "email", "libraryCode", "updatedAt")
     SELECT 'C-' || i, 'Una ' || i, 'c' || i || '@example.org', 'L-' || lpad((i % ${libraries} + 1)::text, 5, '0'), now()
     FROM generate_series(1, ${3 * libraries}) i`,
  `INSERT INTO "Incident" ("id", "kind", "subjectId", "status", "severity", "maxSeverity", "openedAt", "resolvedAt", "evidence")
     SELECT gen_random_uuid()::text, 'LIBRERIAS', "id", 'RESOLVED', 'FALLANDO', 'FALLANDO', now() - interval '9 days',
       now() - interval '8 days', '${JSON.stringify(evidence)}' FROM "Subject" WHERE "key" LIKE 'L-%'`,
  `INSERT INTO "Bucket" ("subjectId", "span", "start", "source", "n", "bad", "slow", "sumMs", "tail", "durations")
     SELECT "id", 3600, date_trunc('hour', now()) - h * interval '1 hour', 'rollup', 60, 0, 0, 1800, 60, ''
     FROM "Subject", generate_series(0, 3) h WHERE "key" LIKE 'L-%'`,
  `INSERT INTO "InboundMessage" ("id", "receivedAt", "contentType", "raw", "status", "code", "sender", "receiver", "document")
     SELECT gen_random_uuid()::text, now() - i * interval '1 minute', 'text/plain', '',
       (CASE WHEN i % 20 = 0 THEN 'FAILED' ELSE 'PROCESSED' END)::"InboundStatus",
       CASE WHEN i % 20 = 0 THEN 'REMITENTE_DESCONOCIDO' END,
       CASE WHEN i % 40 = 0 THEN 'X' || lpad((i % 4000)::text, 7, '0') ELSE 'L' || lpad((i % ${libraries} + 1)::text, 7, '0') END,
       'S0000001', 'PEDIDO' FROM generate_series(1, ${6 * libraries}) i`,
  'ANALYZE',
]
