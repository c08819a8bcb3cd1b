import type { RootDatabase } from '../../src/database/database.ts'

/** Writes as a statement of 0.1.0, which names the columns that this release had then. */
type Write = (statement: string, ...values: unknown[]) => Promise<unknown>

const message = 'written-by-0.1.0'
const at = `'2026-11-28 10:00:00'::timestamp`

/** Writes of an instance of 0.1.0 about a message: how it arrives, fails with a warning, is replayed and fails again. */
export async function writeAsEarlier(db: RootDatabase): Promise<string> {
  const write: Write = (statement, ...values) => db.$executeRawUnsafe(statement, ...values)
  await write(
    `INSERT INTO "InboundMessage" ("id", "contentType", "raw", "toldSubject", "receivedAt", "traceId", "requestId")
    VALUES ($1, 'text/plain', 'x'::bytea, NULL, ${at}, NULL, NULL)`,
    message,
  )
  await attempt(write, 'The sender LIB00099 is neither a library nor a supplier that we know.')
  await attempt(write, 'The file is empty.')
  await replay(write)
  await storeDocument(write)
  await failToDeliver(write)
  return message
}

const warnings = JSON.stringify([
  { code: 'REGISTRO', line: 3, message: 'No record of this document begins like this one: "X, "y"".' },
  { code: 'LINEAS', line: null, message: 'There are no lines.' },
])

async function attempt(write: Write, problem: string): Promise<void> {
  await write(
    `INSERT INTO "InboundAttempt" ("messageId", "at", "status", "code", "problem", "warnings", "replayId", "traceId")
    VALUES ($1, ${at}, 'FAILED', 'ARCHIVO_ILEGIBLE', $2, $3::jsonb, NULL, NULL)`,
    ...[message, problem, warnings],
  )
  await write(
    `UPDATE "InboundMessage" SET "status" = 'FAILED', "code" = 'ARCHIVO_ILEGIBLE', "problem" = $2 WHERE "id" = $1`,
    ...[message, problem],
  )
}

async function replay(write: Write): Promise<void> {
  const results = [{ messageId: message, outcome: 'failed', code: 'ARCHIVO_ILEGIBLE', message: 'The file is empty.' }]
  const counts = { dryRun: false, selected: 1, reprocessed: 0, unchanged: 0, skipped: 0, failed: 1 }
  await write(
    `INSERT INTO "Replay" ("id", "operatorId", "request", "selected", "startedAt", "aliveAt", "running")
    SELECT $1, "operatorId", "request", '[]', ${at}, ${at}, 1 FROM "Replay" LIMIT 1`,
    message,
  )
  await write(
    `UPDATE "Replay" SET "running" = NULL, "finishedAt" = ${at}, "done" = 1, "answer" = $2::jsonb WHERE "id" = $1`,
    ...[message, JSON.stringify({ ...counts, replayId: message, results })],
  )
}

const storeDocument = (write: Write) =>
  write(
    `INSERT INTO "SinliDocument" ("id", "messageId", "identity", "type", "version", "sender", "receiver", "encoding", "header",
      "totals", "records", "warnings")
    VALUES ($1, $1, $1, 'ENVIO', '08', 'LIB00001', 'LIB00002', 'ascii', '{}', '{}', '{}', $2::jsonb)`,
    ...[message, warnings],
  )

async function failToDeliver(write: Write): Promise<void> {
  await write(
    `INSERT INTO "DeliveryAttempt" ("deliveryId", "at", "ms", "status", "error", "answer")
    SELECT "id", ${at}, 7, NULL, 'No answer within 7.25 s.', 'written by 0.1.0' FROM "Delivery" LIMIT 1`,
  )
  await write(
    `UPDATE "Destination" SET "disabledAt" = ${at}, "disabledBecause" = $1, "version" = "version" + 1
    WHERE "id" = (SELECT "id" FROM "Destination" ORDER BY "id" LIMIT 1)`,
    'The destination answered 410 Gone: it takes no messages any more.',
  )
}

/** All those sentences as they are stored: of each its text, and its code if it has been converted. */
export const readEarlierWrites = (db: RootDatabase): Promise<{ text: string; code: string | null }[]> =>
  db.$queryRawUnsafe(
    `SELECT "text", CASE WHEN "sentence" ->> 'of' = md5("text") THEN "sentence" ->> 'code' END AS "code" FROM (
      SELECT 1 AS "place", "problem" AS "text", "sentence" FROM "InboundMessage" WHERE "id" = $1
      UNION ALL SELECT 2, "problem", "sentence" FROM "InboundAttempt" WHERE "messageId" = $1
      UNION ALL SELECT 3, w ->> 'message', w -> 'sentence' FROM "InboundAttempt", jsonb_array_elements("warnings") w WHERE "messageId" = $1
      UNION ALL SELECT 4, w ->> 'message', w -> 'sentence' FROM "SinliDocument", jsonb_array_elements("warnings") w WHERE "messageId" = $1
      UNION ALL SELECT 5, r ->> 'message', r -> 'sentence' FROM "Replay", jsonb_array_elements("answer" -> 'results') r WHERE "id" = $1
      UNION ALL SELECT 6, "error", "sentence" FROM "DeliveryAttempt" WHERE "answer" = 'written by 0.1.0'
      UNION ALL SELECT 7, "disabledBecause", "disabledSentence" FROM "Destination" WHERE "disabledBecause" IS NOT NULL
    ) AS "stored" ORDER BY "place", "text" DESC`,
    message,
  )
