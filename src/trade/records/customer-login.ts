import type { Database } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Customer } from '../../generated/prisma/client.ts'

/** The lock of a customer's login, as the platform reads it before a sign-in. */
export type CustomerLogin = Pick<Customer, 'locked' | 'lockReason' | 'lockedAt' | 'unlockedAt'>

/**
 * Reads the lock of a customer's login for the platform, and records when it first read the last unlock.
 * @throws DomainError NOT_FOUND for an unknown customer.
 */
export async function readLogin(db: Database, id: string, at: Date): Promise<CustomerLogin> {
  const customer = await db.customer.findUnique({ where: { id } })
  if (!customer) throw new DomainError('NOT_FOUND', { code: 'NO_CUSTOMER', parameters: { id } })
  const { locked, lockReason, lockedAt, unlockedAt, unlockReadAt } = customer
  // An unlock that commits meanwhile stays unread.
  if (unlockedAt !== null && unlockReadAt === null)
    await db.customer.updateMany({ where: { id, unlockedAt, unlockReadAt: null }, data: { unlockReadAt: at } })
  return { locked, lockReason, lockedAt, unlockedAt }
}
