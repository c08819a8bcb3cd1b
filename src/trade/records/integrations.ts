import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { flattenHealth, putSubject, renameSubject, withHealth, type WithHealth } from './watched-rows.ts'

/** An external provider or a queue. */
export type Integration = { key: string; name: string }

/** The key of the integration that receives SINLI messages. */
export const sinliInbound = 'sinli_inbound'

/** The integrations that are part of the service itself. */
const own: readonly Integration[] = [{ key: sinliInbound, name: 'Entrada SINLI' }]

/** Registers or renames an integration. */
export function putIntegration(
  db: RootDatabase,
  { key, name }: Integration,
): Promise<{ integration: Integration; created: boolean }> {
  return inTransaction(db, async (tx) => {
    const subjectId = await putSubject(tx, 'INTEGRACIONES', key, name)
    const { count } = await tx.integration.createMany({ data: [{ key, name, subjectId }], skipDuplicates: true })
    await tx.integration.update({ where: { key }, data: { name } })
    await renameSubject(tx, subjectId, name)
    return { integration: { key, name }, created: count > 0 }
  })
}

/** Ensures that the service's own integrations are registered. */
export async function ensureIntegrations(db: RootDatabase): Promise<void> {
  for (const integration of own) await putIntegration(db, integration)
}

/** An integration with its health. */
export type WatchedIntegration = WithHealth<Prisma.IntegrationGetPayload<typeof withHealth>>

/** All integrations, by key. */
export const listIntegrations = (db: Database): Promise<WatchedIntegration[]> =>
  flattenHealth(
    db.integration.findMany({ where: { subject: { retiredAt: null } }, orderBy: { key: 'asc' }, ...withHealth }),
  )

/** Finds integrations by key, in no particular order; unknown keys are ignored. */
export const findIntegrations = (db: Database, keys: readonly string[]): Promise<WatchedIntegration[]> =>
  flattenHealth(
    db.integration.findMany({ where: { key: { in: [...keys] }, subject: { retiredAt: null } }, ...withHealth }),
  )
