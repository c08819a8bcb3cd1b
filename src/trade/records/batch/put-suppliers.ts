import { assignmentsOf, definitionsOf, namesOf, type Columns } from '../../../database/columns.ts'
import type { Database } from '../../../database/database.ts'
import type { Supplier } from '../suppliers.ts'
import { created, ignored, updated, type BatchOutcome, type StoredBatch } from './batch-outcome.ts'

/** Stores suppliers in order, each as `putSupplier` does. Returns an outcome for each. */
export async function putSuppliers(tx: Database, records: readonly Supplier[]): Promise<StoredBatch> {
  const ids = records.map(({ sinliId }) => sinliId)
  // Locked in a fixed order, so that two batches cannot deadlock.
  await tx.$queryRaw`
    SELECT 1 FROM "Supplier" WHERE "sinliId" = ANY(${ids}::text[]) ORDER BY "sinliId" FOR NO KEY UPDATE`
  const stored = await tx.supplier.findMany({ where: { sinliId: { in: ids } } })
  const latest = new Map(stored.map((supplier) => [supplier.sinliId, supplier]))
  const result = records.map((record) => applySupplier(latest, record))
  await writeSuppliers(
    tx,
    [...latest.values()].filter((supplier) => !stored.includes(supplier)),
  )
  return { result }
}

function applySupplier(latest: Map<string, Supplier>, record: Supplier): BatchOutcome {
  const before = latest.get(record.sinliId)
  if (before && before.updatedAt > record.updatedAt) return ignored
  latest.set(record.sinliId, record)
  return before ? updated : created
}

async function writeSuppliers(tx: Database, suppliers: readonly Supplier[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "Supplier" (${namesOf(columns)})
    SELECT ${namesOf(columns)} FROM jsonb_to_recordset(${JSON.stringify(suppliers)}::jsonb) AS v(${definitionsOf(columns)})
    ORDER BY "sinliId"
    ON CONFLICT ("sinliId") DO UPDATE SET ${assignmentsOf(columns, 'excluded')}
      WHERE "Supplier"."updatedAt" <= excluded."updatedAt"`
}

const columns = { sinliId: 'text', name: 'text', updatedAt: 'timestamp(3)' } as const satisfies Columns &
  Record<keyof Supplier, unknown>
