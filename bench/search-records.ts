const nouns =
  'Aurora Brújula Cálamo Tinta Faro Ñandú Pingüino Jardín Estación Corazón Lápiz Camión Raíz Ciudad Molino'.split(' ')
const names = 'Ágata Benito Camila Darío Elena Íñigo Nuria Óscar Inés Ramón Sofía Martín Lucía Andrés Begoña'.split(' ')
const surnames = 'Inventado Supuesta Ejemplo Ficción Muestra Hipotética Figurado García Núñez Peña Ibáñez'.split(' ')
const places = 'Villaejemplo Puerto-Inventado Sierra-Imaginaria Valle-Supuesto León Cuenca Ávila'.split(' ')
const subjects = 'mar invierno memoria silencio cocina geografía poesía tormenta infancia historia viaje noche'.split(
  ' ',
)

/** Numbers of records by kind, 100,000 in total. */
const counts = { libraries: 5_000, customers: 30_000, incidents: 5_000, messages: 15_000, lines: 30_000 }

/** The id of one of the customers. */
export const someCustomer = 'B00000037'

/**
 * Fills an empty, migrated database with 100,000 invented records: one document per message, two lines per document.
 */
export async function fill(run: (script: string) => Promise<unknown>): Promise<void> {
  for (const script of scripts()) await run(script)
}

const scripts = () => [
  `INSERT INTO "Subject" ("kind", "key", "name", "memory")
     SELECT 'LIBRERIAS', 'L-' || i, 'Librería ' || ${of(nouns, 'i')} || ' ' || ${of(surnames, 'i / 7')} || ' ' || i, NULL
     FROM generate_series(1, ${counts.libraries}) i`,
  `INSERT INTO "Library" ("code", "subjectId", "name", "sinliId", "email", "city", "updatedAt")
     SELECT "key", "id", "name", 'LIB' || lpad("id"::text, 5, '0'), 'tienda' || "id" || '@example.org', ${of(places, '"id"::int')}, now()
     FROM "Subject" WHERE "key" LIKE 'L-%'`,
  `INSERT INTO "Customer" ("id", "name", "email", "libraryCode", "updatedAt")
     SELECT 'B' || lpad((i * 37)::text, 8, '0'), ${of(names, 'i')} || ' ' || ${of(surnames, 'i / 3')} || ' ' || ${of(surnames, 'i / 31')},
       'persona' || i || '@example.org', 'L-' || i % 5000 + 1, now() FROM generate_series(1, ${counts.customers}) i`,
  `INSERT INTO "Incident" ("id", "kind", "subjectId", "status", "severity", "maxSeverity", "openedAt", "resolvedAt", "evidence")
     SELECT gen_random_uuid()::text, 'LIBRERIAS', s."id", 'RESOLVED', 'FALLANDO', 'FALLANDO', now() - i * interval '1 hour', now(), '{}'
     FROM generate_series(1, ${counts.incidents}) i JOIN "Subject" s ON s."key" = 'L-' || i % 900 + 1`,
  `INSERT INTO "InboundMessage" ("id", "receivedAt", "contentType", "raw", "identity", "status", "sender", "receiver", "document")
     SELECT gen_random_uuid()::text, now() - i * interval '1 minute', 'text/plain', '', '<' || i || '.envio@example.org>', 'PROCESSED',
       'LIB' || lpad((i % 5000 + 1)::text, 5, '0'), 'LIB90000', ${of(['PEDIDO', 'ENVIO', 'FACTUL', 'LIBROS'], 'i')}
     FROM generate_series(1, ${counts.messages}) i`,
  `INSERT INTO "SinliDocument" ("id", "messageId", "identity", "type", "sender", "receiver", "number", "encoding", "header", "totals")
     SELECT gen_random_uuid()::text, "id", "id", "document", "sender", "receiver", 'A/' || row_number() OVER (), 'ascii', '{}', '{}' FROM "InboundMessage"`,
  `INSERT INTO "SinliLine" ("documentId", "position", "isbn", "ean", "title", "fields")
     SELECT "id", p, '978-84-' || lpad((n * 2 + p)::text, 6, '0') || '-0', NULL,
       'El ' || ${of(nouns, '(n + p)::int')} || ' y la ' || ${of(subjects, '(n * p / 3)::int')} || ' ' || ${of(surnames, '(n / 5)::int')}, '{}'
     FROM (SELECT "id", row_number() OVER () AS n FROM "SinliDocument") d, generate_series(1, ${counts.lines / counts.messages}) p`,
  'ANALYZE',
]

/** SQL that selects one of the words by a number. */
const of = (words: readonly string[], number: string) =>
  `(ARRAY['${words.join("','")}'])[1 + abs(${number}) % ${words.length}]`
