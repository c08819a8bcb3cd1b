import { inTransaction, type RootDatabase } from '../../database/database.ts'
import type { Supplier } from '../../generated/prisma/client.ts'

export type { Supplier }

/** Stores a supplier sent by the platform, unless a newer record is stored already; returns the stored supplier. */
export function putSupplier(db: RootDatabase, record: Supplier): Promise<{ supplier: Supplier; created: boolean }> {
  const { sinliId, updatedAt } = record
  return inTransaction(db, async (tx) => {
    const { count } = await tx.supplier.createMany({ data: [record], skipDuplicates: true })
    await tx.supplier.updateMany({ where: { sinliId, updatedAt: { lte: updatedAt } }, data: record })
    return { supplier: await tx.supplier.findUniqueOrThrow({ where: { sinliId } }), created: count > 0 }
  })
}
