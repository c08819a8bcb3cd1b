import { claimWithin } from '../../src/alerting/deliveries/claim-deliveries.ts'
import { inTransaction, type Database } from '../../src/database/database.ts'
import { givenDatabase } from '../support/database/database.ts'

const destinations = 200
const each = 50
const at = new Date('2026-03-01T10:00:00Z')

it('a claim reads each waiting delivery twice at most, before the database knows how many there are', async () => {
  await using database = await givenDatabase()
  const { db } = database
  await db.$executeRaw`
    INSERT INTO "Subject" ("kind", "key", "name")
    SELECT 'INTEGRACIONES', 'destination_' || n, 'd' || n FROM generate_series(1, ${destinations}::int) n`
  await db.$executeRaw`
    INSERT INTO "Destination" ("id", "name", "type", "config", "createdAt", "subjectId")
    SELECT "name", "name", 'WEBHOOK', '{}', ${at}, "id" FROM "Subject" WHERE "key" LIKE 'destination_%'`
  await db.$executeRaw`
    INSERT INTO "Delivery" ("id", "destinationId", "kind", "message", "status", "createdAt", "nextAt")
    SELECT t."id" || '-' || n, t."id", 'EVENT', '{}', CASE WHEN n > ${each}::int THEN 'DELIVERED' ELSE 'PENDING' END::"DeliveryStatus",
      ${at}, ${at}
    FROM "Destination" t, generate_series(1, 10 * ${each}::int) n`
  const rowsRead = async (tx: Database) => {
    const [{ rows }] = await tx.$queryRaw<[{ rows: number }]>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'Delivery'`
    return rows
  }
  const claim = () =>
    inTransaction(db, async (tx) => {
      const before = await rowsRead(tx)
      const { length: claimed } = await claimWithin(tx, at)
      return { claimed, rows: (await rowsRead(tx)) - before }
    })
  const first = await claim()
  const second = await claim()

  expect(first.claimed).toBe(destinations)
  // Once for the choice of the destinations and once for that of the deliveries; what is claimed is updated and read.
  expect(first.rows).toBeLessThanOrEqual(2 * destinations * each + 4 * destinations)
  expect(second.claimed).toBe(0)
  expect(second.rows).toBeLessThanOrEqual(destinations * each)
})
