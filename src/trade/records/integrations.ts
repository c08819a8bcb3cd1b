import { commit, joinParts, type ChangePart } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import {
  describeSubject,
  flattenHealth,
  putSubject,
  restoreSubject,
  withHealth,
  type PlatformDetails,
  type WithHealth,
} from './watched-rows.ts'

/** An external provider or a queue. `hosts` are the names by which OpenTelemetry calls it, as `host` or `host:port`. */
export type Integration = { key: string; name: string; hosts: string[] }

/** An integration to register; without `hosts`, the stored ones are kept. */
type IntegrationInput = Omit<Integration, 'hosts'> & { hosts?: readonly string[] | undefined } & PlatformDetails

/** The key of the integration that receives SINLI messages. */
export const sinliInbound = 'sinli_inbound'

/** The integrations that are part of the service itself. */
const ownIntegrations: readonly IntegrationInput[] = [{ key: sinliInbound, name: 'Entrada SINLI' }]

const destinationPrefix = 'destination_'
const servicePrefix = 'service_'

/** The key of the integration that shows the health of a destination; its samples are the deliveries there. */
export const destinationKey = (destinationId: string): string => `${destinationPrefix}${destinationId}`

/** The key of the integration that shows the health of a scheduled job; its samples are the runs of the job. */
export const heartbeatKey = (heartbeatId: string): string => `heartbeat_${heartbeatId}`

/**
 * The keys that the integration of a service can have. The second key is the usual one. The first key is for a service
 * whose usual key was taken by an integration of the platform before the prefix was reserved.
 */
export const serviceKeys = (serviceId: string): [string, string] => [
  `${servicePrefix}${serviceId}_2`,
  `${servicePrefix}${serviceId}`,
]

/** Whether an integration is part of the service itself. */
export const isOwnIntegration = (key: string): boolean =>
  key.startsWith(destinationPrefix) || ownIntegrations.some((own) => own.key === key)

/** Registers or renames an integration at `at`; a retired one returns. */
export function putIntegration(
  db: RootDatabase,
  integration: IntegrationInput,
  at: Date,
): Promise<{ integration: Integration; created: boolean }> {
  return commit(db, async (tx) => {
    const { result, ...part } = await writeIntegration(tx, integration, at)
    const where = { key: integration.key }
    const select = { key: true, name: true, hosts: true }
    const stored = await tx.integration.findUniqueOrThrow({ where, select })
    return { ...part, result: { integration: stored, created: result.created } }
  })
}

/** Registers or renames an integration like `putIntegration`, within the caller's transaction. */
export async function writeIntegration(
  tx: Database,
  { key, name, hosts, ...details }: IntegrationInput,
  at: Date,
): Promise<ChangePart & { result: { subjectId: number; created: boolean } }> {
  const subjectId = await putSubject(tx, { kind: 'INTEGRACIONES', key, name }, at)
  const { count } = await tx.integration.createMany({ data: [{ key, name, subjectId }], skipDuplicates: true })
  await tx.integration.update({ where: { key }, data: { name } })
  const part = joinParts(
    hosts && (await setHosts(tx, { key, subjectId, hosts })),
    await describeSubject(tx, subjectId, { name, ...details }),
    await restoreSubject(tx, subjectId),
  )
  return { ...part, result: { subjectId, created: count > 0 } }
}

async function setHosts(
  tx: Database,
  { key, subjectId, hosts }: { key: string; subjectId: number; hosts: readonly string[] },
): Promise<ChangePart> {
  const all = [...new Set(hosts.map((host) => host.toLowerCase()))]
  const { count } = await tx.integration.updateMany({
    where: { key, NOT: { hosts: { equals: all } } },
    data: { hosts: all },
  })
  return count > 0 ? { views: ['inventory'], changed: [subjectId] } : {}
}

/** The hosts of integrations, by the ids of their subjects. */
export const findHosts = (db: Database, subjectIds: readonly number[]) =>
  db.integration.findMany({
    where: { subjectId: { in: [...subjectIds] } },
    select: { subjectId: true, hosts: true },
  })

/** Ensures that the service's own integrations are registered. */
export async function ensureIntegrations(db: RootDatabase, at: Date): Promise<void> {
  for (const integration of ownIntegrations) await putIntegration(db, integration, at)
}

export type WatchedIntegration = WithHealth<Prisma.IntegrationGetPayload<typeof withHealth>>

/** All integrations, by key. */
export const listIntegrations = (db: Database): Promise<WatchedIntegration[]> =>
  flattenHealth(
    db.integration.findMany({ where: { subject: { retiredAt: null } }, orderBy: { key: 'asc' }, ...withHealth }),
  )

/** Finds integrations by key, retired ones too, in no particular order; unknown keys are ignored. */
export const findIntegrations = (db: Database, keys: readonly string[]): Promise<WatchedIntegration[]> =>
  flattenHealth(db.integration.findMany({ where: { key: { in: [...keys] } }, ...withHealth }))
