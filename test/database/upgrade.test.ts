import { PrismaPGlite } from 'pglite-prisma-adapter'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import { listHistories, type HistoryWindow } from '../../src/monitoring/history.ts'
import { addDuration, createHistogram, encode } from '../../src/monitoring/telemetry/histogram.ts'
import { rollUpAndPrune } from '../../src/monitoring/telemetry/roll-up.ts'
import { listCustomers } from '../../src/trade/records/customer-queries.ts'
import { listLibraries } from '../../src/trade/records/library-queries.ts'
import { givenDatabaseBefore } from '../support/database/before-migration.ts'

const now = Date.UTC(2026, 0, 15, 12, 10)
const at = (hours: number, minutes = 0, seconds = 0) => new Date(Date.UTC(2026, 0, 15, hours, minutes, seconds))

it('keeps the history of a database from before samples were rolled up flush by flush', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('flushes')
  const histogram = createHistogram()
  addDuration(histogram, 50)
  const durations = Buffer.from(encode(histogram))
  await pglite.query(`INSERT INTO "Subject" ("kind", "key", "name") VALUES ('LIBRERIAS', 'L-1', 'Una')`)
  const insert = (span: number, start: Date, source: string, n: number) =>
    pglite.query(
      `INSERT INTO "Bucket" ("subjectId", "span", "start", "source", "n", "bad", "slow", "sumMs", "tail", "durations", "flushedAt")
       VALUES (1, $1, $2::timestamptz AT TIME ZONE 'utc', $3, $4, 0, 0, 50, 0, $5, $2::timestamptz AT TIME ZONE 'utc')`,
      [span, start.toISOString(), source, n, durations],
    )
  // From 9:00 on there is a sample a minute. Hours are complete up to 11:00, minutes up to 11:09.
  for (let minute = 0; minute < 190; minute++) await insert(10, at(9, minute), `a.${minute}`, 1)
  for (let minute = 0; minute < 129; minute++) await insert(60, at(9, minute), 'rollup', 1)
  for (const hour of [9, 10]) await insert(3600, at(hour), 'rollup', 60)
  // One flush with a row on each side of 11:00.
  await insert(10, at(10, 59, 50), 'late.1', 1)
  await insert(10, at(11, 0, 10), 'late.1', 1)
  const db = new PrismaClient({ adapter: new PrismaPGlite(pglite) })
  const countOf = async (window: HistoryWindow) => {
    const [history] = await listHistories(db, [{ subjectId: 1, window, lengthen: false, at: now }])
    return history?.points.reduce((sum, { requests }) => sum + requests, 0)
  }

  await migrate()
  const migrated = [await countOf('LAST_7_DAYS'), await countOf('LAST_24_HOURS')]
  await rollUpAndPrune(db, now)

  expect(migrated).toEqual([191, 191])
  expect([await countOf('LAST_7_DAYS'), await countOf('LAST_24_HOURS')]).toEqual([191, 191])
  await db.$disconnect()
  await pglite.close()
})

it('takes the locks of a database from before unlocks were remembered for the last word of the platform', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('customer_unlocks')
  const reason = '5 intentos de acceso fallidos en 15 minutos'
  const lock = (id: string, lockReason: string | null) =>
    pglite.query(
      `INSERT INTO "Customer" ("id", "name", "email", "locked", "lockReason", "lockedAt", "updatedAt")
       VALUES ($1, 'Inés', 'ines@example.org', true, $2, '2026-01-15 09:00', '2026-01-15 09:00')`,
      [id, lockReason],
    )
  const unlocked = async (id: string, lockReason: string, updatedAt: string) => {
    await pglite.query(
      `INSERT INTO "Customer" ("id", "name", "email", "failuresSince", "updatedAt")
       VALUES ($1, 'Inés', 'ines@example.org', '2026-01-15 10:00', $2::timestamp)`,
      [id, updatedAt],
    )
    await pglite.query(
      `INSERT INTO "AuditEntry" ("at", "actor", "action", "object", "before")
       VALUES ('2026-01-15 10:00', 'ana@example.org', 'customer.unlock', $1, $2::jsonb)`,
      [`customer:${id}`, JSON.stringify({ locked: true, lockReason })],
    )
  }
  await lock('locked', null)
  await lock('locked-for-failures', reason)
  await unlocked('unlocked', 'Impago', '2026-01-15 10:00')
  await unlocked('unlocked-of-failures', reason, '2026-01-15 10:00')
  await unlocked('unlocked-and-synced', 'Impago', '2026-01-15 11:00')

  await migrate()

  const { rows } = await pglite.query(
    `SELECT "id", "platformLocked", "unlockedAt"::text, "unlockReadAt" FROM "Customer" ORDER BY "id"`,
  )
  const unlockedAt = '2026-01-15 10:00:00'
  expect(rows).toEqual([
    { id: 'locked', platformLocked: true, unlockedAt: null, unlockReadAt: null },
    { id: 'locked-for-failures', platformLocked: false, unlockedAt: null, unlockReadAt: null },
    { id: 'unlocked', platformLocked: true, unlockedAt, unlockReadAt: null },
    { id: 'unlocked-and-synced', platformLocked: false, unlockedAt, unlockReadAt: null },
    { id: 'unlocked-of-failures', platformLocked: false, unlockedAt, unlockReadAt: null },
  ])
  await pglite.close()
})

it('finds the libraries and customers of a database from before their search text was stored', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('search_text')
  await pglite.exec(`
    INSERT INTO "Subject" ("kind", "key", "name") VALUES ('LIBRERIAS', 'L-1', 'Librería Ágora');
    INSERT INTO "Library" ("code", "subjectId", "name", "updatedAt") VALUES ('L-1', 1, 'Librería Ágora', '2026-01-15');
    INSERT INTO "Customer" ("id", "name", "email", "updatedAt") VALUES ('c-1', 'Inés', 'ines@example.org', '2026-01-15')`)
  const db = new PrismaClient({ adapter: new PrismaPGlite(pglite) })

  await migrate()

  const libraries = await listLibraries(db, { search: 'ÁG' }, 10, null)
  const customers = await listCustomers(db, { search: 'NÉ' }, 10, null)
  expect(libraries.rows.map(({ code }) => code)).toEqual(['L-1'])
  expect(customers.rows.map(({ id }) => id)).toEqual(['c-1'])
  await db.$disconnect()
  await pglite.close()
})

it('of a database from before accounts remembered it, those that had an identity are not linked again', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('provider_accounts')
  await pglite.exec(`
    INSERT INTO "Operator" ("id", "email", "name", "role", "passwordHash") VALUES
      ('added', 'added@example.org', 'Una', 'lector', 'a hash'),
      ('reset', 'reset@example.org', 'Otra', 'lector', 'a hash'),
      ('linked', 'linked@example.org', 'Otra más', 'lector', NULL);
    INSERT INTO "OperatorIdentity" VALUES ('linked', 'https://login.example.org', 'a-subject', '2026-01-15');
    INSERT INTO "AuditEntry" ("at", "actor", "action", "object", "after") VALUES
      ('2026-01-15 10:00', 'added@example.org', 'sign-in', 'operator:added@example.org', NULL),
      ('2026-01-15 10:00', 'added@example.org', 'sign-in.failed', 'operator:added@example.org', '{"issuer": "x"}'),
      ('2026-01-15 10:00', 'reset@example.org', 'sign-in', 'operator:reset@example.org', '{"issuer": "x"}')`)

  await migrate()

  const { rows } = await pglite.query('SELECT "id", "linkable" FROM "Operator" ORDER BY "id"')
  expect(rows).toEqual([
    { id: 'added', linkable: null },
    { id: 'linked', linkable: false },
    { id: 'reset', linkable: false },
  ])
  await pglite.close()
})

it('a heartbeat from before the last beat alone decided has the new thresholds, but for those that were changed', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('last_beat_decides')
  const created = { failingLeast: 1, failingEnter: 0.05, recentLeast: 1, recentMs: 10_000 }
  const policies = [created, { ...created, failingEnter: 0.5, recentMs: 60_000 }, created]
  for (const [index, policy] of policies.entries())
    await pglite.query(
      `INSERT INTO "Subject" ("kind", "key", "name", "policy") VALUES ('INTEGRACIONES', $1, 'Una', $2)`,
      [`I-${index}`, policy],
    )
  await pglite.exec(
    `INSERT INTO "Heartbeat" ("id", "subjectId", "hash", "createdAt") SELECT "key", "id", decode("key", 'escape'), now()
     FROM "Subject" WHERE "key" <> 'I-2'`,
  )

  await migrate()
  const { rows } = await pglite.query<{ policy: object }>(`SELECT "policy" FROM "Subject" ORDER BY "key"`)
  await pglite.close()

  expect(rows.map(({ policy }) => policy)).toEqual([
    { ...created, recentMs: 0, failingEnter: 0.001, degradedEnter: 0.001 },
    policies[1],
    policies[2],
  ])
})

it('reads a mailbox once more in which an earlier version gave mails up, and no other', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('unreadable_mails')
  const insert = (address: string, unreadable: number) =>
    pglite.query(
      `INSERT INTO "Mailbox" ("address", "uidValidity", "lastUid", "since", "read", "skipped", "unreadable")
       VALUES ($1, 7, 90, '2026-01-15 09:00', 80, 3, $2)`,
      [address, unreadable],
    )
  await insert('ana', 0)
  await insert('eva', 2)

  await migrate()

  const { rows } = await pglite.query(
    'SELECT "address", "lastUid", "read", "skipped", "unreadable" FROM "Mailbox" ORDER BY 1',
  )
  expect(rows).toEqual([
    { address: 'ana', lastUid: 90, read: 80, skipped: 3, unreadable: 0 },
    { address: 'eva', lastUid: 0, read: 80, skipped: 0, unreadable: 0 },
  ])
  await pglite.close()
})

it('knows that a subject which is slow at the upgrade recovers from slowness', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('cause_of_slowness')
  await pglite.query(
    `INSERT INTO "Subject" ("kind", "key", "name", "state", "memory") VALUES
     ('LIBRERIAS', 'slow', 'Una', 'DEGRADADO', '{"state": "DEGRADADO"}'),
     ('LIBRERIAS', 'failing', 'Otra', 'DEGRADADO', '{"state": "DEGRADADO"}'),
     ('LIBRERIAS', 'recovered', 'Otra más', 'OPERATIVO', '{"state": "OPERATIVO"}')`,
  )
  await pglite.query(
    `INSERT INTO "Incident" ("id", "kind", "subjectId", "openKey", "severity", "maxSeverity", "openedAt", "evidence") VALUES
     ('1', 'LIBRERIAS', 1, 'LIBRERIAS:slow', 'DEGRADADO', 'DEGRADADO', '2026-01-15 09:00', '{"code": "SLOW"}'),
     ('2', 'LIBRERIAS', 2, 'LIBRERIAS:failing', 'DEGRADADO', 'DEGRADADO', '2026-01-15 09:00', '{"code": "ERRORS_DEGRADED"}'),
     ('3', 'LIBRERIAS', 3, 'LIBRERIAS:recovered', 'DEGRADADO', 'DEGRADADO', '2026-01-15 09:00', '{"code": "SLOW"}')`,
  )
  await pglite.query(
    `UPDATE "Incident" SET "openKey" = NULL, "status" = 'RESOLVED', "resolution" = 'AUTOMATIC', "resolvedAt" = '2026-01-15 10:00'
     WHERE "id" = '3'`,
  )

  await migrate()

  const { rows } = await pglite.query(`SELECT "key", "memory"->>'cause' AS "cause" FROM "Subject" ORDER BY "id"`)
  expect(rows).toEqual([
    { key: 'slow', cause: 'SLOW' },
    { key: 'failing', cause: null },
    { key: 'recovered', cause: null },
  ])
  await pglite.close()
})

it('makes a service of each service token, which keeps what was received from it', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('120000_services')
  await pglite.query(
    `INSERT INTO "ApiToken" ("id", "kind", "name", "hash", "prefix", "createdAt", "expiresAt", "revokedAt") VALUES
     ('heard', 'SERVICE', 'Pedidos', '1', 'vgs', '2026-01-15 09:00', '2027-01-15 09:00', NULL),
     ('new', 'SERVICE', 'Catálogo', '2', 'vgs', '2026-01-15 09:00', '2027-01-15 09:00', NULL),
     ('revoked', 'SERVICE', 'Pagos', '3', 'vgs', '2026-01-15 09:00', '2027-01-15 09:00', '2026-01-15 11:00')`,
  )
  const source = `INSERT INTO "TelemetrySource" ("id", "lastHeardAt", "lastObservedAt") VALUES ($1, $2, $2)`
  for (const id of ['heard', 'INGEST_TOKEN', 'deleted']) await pglite.query(source, [id, '2026-01-15 10:00'])
  await pglite.query(
    `INSERT INTO "UnmatchedSubject" ("sourceId", "kind", "key", "count", "lastAt")
     VALUES ('heard', 'LIBRERIAS', 'EJ-1', 1, '2026-01-15 10:00')`,
  )

  await migrate()

  const { rows } = await pglite.query(
    `SELECT s."id", s."name", s."lastReportAt" IS NOT NULL AS "reported", s."retiredAt" IS NOT NULL AS "retired",
       (SELECT count(*)::int FROM "ApiToken" t WHERE t."serviceId" = s."id") AS "tokens",
       (SELECT count(*)::int FROM "UnmatchedSubject" u WHERE u."sourceId" = s."id") AS "unmatched"
     FROM "Service" s ORDER BY 1`,
  )
  expect(rows).toEqual([
    { id: 'INGEST_TOKEN', name: 'INGEST_TOKEN', reported: true, retired: false, tokens: 0, unmatched: 0 },
    { id: 'heard', name: 'Pedidos', reported: true, retired: false, tokens: 1, unmatched: 1 },
    { id: 'new', name: 'Catálogo', reported: false, retired: false, tokens: 1, unmatched: 0 },
    { id: 'revoked', name: 'Pagos', reported: false, retired: true, tokens: 1, unmatched: 0 },
  ])
  await pglite.close()
})

it('does not take a service for one that has reported since its subjects were last heard of, and knows which heartbeat never beat', async () => {
  const { pglite, migrate } = await givenDatabaseBefore('120000_services')
  const memory = JSON.stringify({ state: 'OPERATIVO', lastSampleAt: at(10).getTime() })
  for (const key of ['heartbeat_never', 'heartbeat_once', 'pagos'])
    await pglite.query(
      `INSERT INTO "Subject" ("kind", "key", "name", "policy", "memory")
       VALUES ('INTEGRACIONES', $1, $1, '{"silenceMeans": "FALLANDO", "expectedIntervalMs": 60000}', $2)`,
      [key, memory],
    )
  await pglite.exec(`
    INSERT INTO "Heartbeat" ("id", "subjectId", "hash", "createdAt", "lastAt")
      SELECT "key", "id", "key", '2026-01-15 09:00', CASE WHEN "key" = 'heartbeat_once' THEN '2026-01-15 10:00'::timestamp END
      FROM "Subject" WHERE "key" <> 'pagos';
    INSERT INTO "TelemetrySource" ("id", "lastHeardAt", "lastObservedAt", "slots")
      VALUES ('INGEST_TOKEN', '2026-01-15 10:00:00.020', '2026-01-15 10:00:00.020', '{}');
    INSERT INTO "SourceSubject" ("sourceId", "subjectId", "lastAt")
      SELECT 'INGEST_TOKEN', "id", '2026-01-15 10:00:00' FROM "Subject" WHERE "key" = 'pagos'`)

  await migrate()

  const read = async (sql: string) => (await pglite.query<Record<string, unknown>>(sql)).rows
  expect(
    await read(`
      SELECT v."lastReportAt" > o."reportedAt" AS "hasReported"
      FROM "SourceSubject" o JOIN "Service" v ON v."id" = o."sourceId"`),
  ).toEqual([{ hasReported: false }])
  expect(
    await read(`SELECT "key", "memory"->'lastSampleAt' AS "lastSampleAt", "memory"->'silenceFrom' AS "silenceFrom"
    FROM "Subject" ORDER BY "key"`),
  ).toEqual(
    [
      ['heartbeat_never', null],
      ['heartbeat_once', at(10).getTime()],
      ['pagos', at(10).getTime()],
    ].map(([key, lastSampleAt]) => ({ key, lastSampleAt, silenceFrom: at(10).getTime() })),
  )
  await pglite.close()
})
