import { randomUUID } from 'node:crypto'
import type { Actor } from '../../audit/actor.ts'
import type { AuditAction } from '../../audit/actions.ts'
import { commit, joinParts, type ChangePart } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { isUniqueConflict } from '../../database/unique-conflict.ts'
import type { Prisma, Destination as DestinationRow } from '../../generated/prisma/client.ts'
import { DomainError } from '../../lib/errors.ts'
import { retireWithin } from '../../monitoring/incidents/retire-subject.ts'
import { destinationKey, writeIntegration } from '../../trade/records/integrations.ts'
import type { DestinationTarget } from '../channels/channels.ts'
import { noWait } from '../deliveries/destination-wait.ts'
import { markUntold } from '../deliveries/mark-undelivered.ts'
import { newAttempts } from '../deliveries/new-delivery.ts'
import { eventsOf, requireValidEvents, type EventType } from './destination-events.ts'
import { requireValidFilter, type DestinationFilter, type DestinationFilterInput } from './destination-filter.ts'
import {
  noSuchDestination,
  requireDestination,
  shownDestination,
  targetOf,
  type Destination,
} from './destination-queries.ts'
import { defaultSettings, requireValidSettings, type DestinationSettingsInput } from './destination-settings.ts'
import { disableDestination, enableDestination } from './disable-destination.ts'
import { lockDestination } from './lock-destination.ts'
import { changedTarget, newTarget, rotatedSecret, type TargetContext } from './destination-target.ts'

/** A destination to create. */
export type NewDestination = DestinationSettingsInput & {
  name: string
  target: DestinationTarget
  filter?: DestinationFilterInput | null | undefined
  events?: readonly EventType[] | null | undefined
}

/** A change of a destination; absent fields stay as they are. */
export type DestinationChange = DestinationSettingsInput & {
  target?: DestinationTarget | null | undefined
  filter?: DestinationFilterInput | null | undefined
  /** Types of events to receive; null for all. */
  events?: readonly EventType[] | null | undefined
  enabled?: boolean | null | undefined
}

/**
 * A destination with its signing secret, which is shown once. The secret is null if the destination has none or the
 * operator chose it.
 */
export type CreatedDestination = { destination: Destination; secret: string | null }

/** The operator who manages destinations, and when. */
export type ManagementContext = TargetContext & { by: Actor; at: Date }

const maxDestinations = 100

/**
 * Creates a destination, and the integration that shows its health; the samples of the integration are the deliveries.
 * @throws DomainError INVALID_INPUT that names the wrong field; CONFLICT for a name that is taken.
 */
export function createDestination(
  db: RootDatabase,
  { target, filter, events = null, ...settings }: NewDestination,
  { by, at, ...context }: ManagementContext,
): Promise<CreatedDestination> {
  return conflictOnName(
    commit(db, async (tx) => {
      await requireRoom(tx)
      const columns = requireValidSettings({ ...defaultSettings, name: '' }, settings)
      const id = randomUUID()
      const { shownOnce, ...targetColumns } = newTarget(id, target, context)
      const valid = await requireValidFilter(tx, filter ?? {})
      const integration = await writeIntegration(tx, { key: destinationKey(id), name: columns.name }, at)
      const { subjectId } = integration.result
      const chosen = { filter: valid, events: requireValidEvents(targetColumns.type, events) }
      const data = { ...columns, ...targetColumns, ...chosen, createdAt: at, lastDigestAt: at, subjectId }
      await tx.destination.create({ data: { id, ...data } })
      const destination = await requireDestination(tx, id)
      const part = destinationPart('destination.create', { id, after: auditedFields(destination) }, { by, at })
      return { result: { destination, secret: shownOnce }, ...joinParts(integration, part) }
    }),
  )
}

// The lock lasts until the commit, so that the second of two concurrent requests counts the destination of the first.
async function requireRoom(tx: Database): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('the number of destinations', 0))`
  if ((await tx.destination.count()) >= maxDestinations)
    throw new DomainError('CONFLICT', { code: 'DESTINATIONS_TOO_MANY', parameters: { max: maxDestinations } })
}

/**
 * Changes a destination. Disabling it gives up its pending deliveries. A new target gets all pending deliveries at
 * once, and the open incidents that the former target was told of.
 * @throws DomainError INVALID_INPUT that names the wrong field; NOT_FOUND; CONFLICT for a name that is taken.
 */
export function updateDestination(
  db: RootDatabase,
  id: string,
  { target, filter, events, enabled, ...settings }: DestinationChange,
  { by, at, ...context }: ManagementContext,
): Promise<Destination> {
  return conflictOnName(
    commit(db, async (tx) => {
      const before = await lockExisting(tx, id)
      const columns = requireValidSettings(before, settings)
      const changed = target && changedTarget(before, target, context)
      const newFilter = await validFilter(tx, filter)
      await tx.destination.update({
        where: { id },
        data: {
          ...columns,
          ...(changed && { ...noWait, ...changed.columns }),
          ...(newFilter && { filter: newFilter }),
          ...(events !== undefined && { events: requireValidEvents(before.type, events) }),
          ...(isDigestNew(before, columns) && { lastDigestAt: at }),
          version: { increment: 1 },
        },
      })
      if (changed) await beginAnew(tx, id, { ...changed, newFilter }, at)
      await setEnabled(tx, before, enabled, at)
      const { name } = columns
      const renamed = name !== before.name && (await writeIntegration(tx, { key: destinationKey(id), name }, at))
      const result = await requireDestination(tx, id)
      const change = { id, before: auditedFields(before), after: auditedFields(result) }
      return { result, ...joinParts(renamed, destinationPart('destination.update', change, { by, at })) }
    }),
  )
}

const validFilter = async (tx: Database, filter: DestinationFilterInput | null | undefined) =>
  filter ? requireValidFilter(tx, filter) : null

type DigestTime = Pick<DestinationRow, 'digestHour' | 'digestZone'>

const isDigestNew = (before: DigestTime, { digestHour, digestZone }: DigestTime): boolean =>
  digestHour !== before.digestHour || digestZone !== before.digestZone

/**
 * Sends all pending deliveries to a new target. If the target is another place, open incidents are told to it as well.
 */
async function beginAnew(
  tx: Database,
  id: string,
  { isElsewhere, newFilter }: { isElsewhere: boolean; newFilter: DestinationFilter | null },
  at: Date,
) {
  await tx.delivery.updateMany({ where: { destinationId: id, status: 'PENDING' }, data: newAttempts(at) })
  if (isElsewhere) await markUntold(tx, id, newFilter)
}

async function setEnabled(
  tx: Database,
  { id, disabledAt }: DestinationRow,
  enabled: boolean | null | undefined,
  at: Date,
) {
  if (enabled === false && disabledAt === null) await disableDestination(tx, id, null, at)
  if (enabled === true && disabledAt !== null) await enableDestination(tx, id)
}

/**
 * Deletes a destination with its deliveries, and retires its integration.
 * @throws DomainError NOT_FOUND if there is none.
 */
export async function deleteDestination(
  db: RootDatabase,
  id: string,
  { by, at }: Pick<ManagementContext, 'by' | 'at'>,
): Promise<void> {
  await commit(db, async (tx) => {
    const before = await lockExisting(tx, id)
    await tx.destination.delete({ where: { id } })
    const source = {
      author: { ...by, note: null },
      address: by.address,
      requestId: by.requestId,
      traceId: by.traceId ?? null,
    }
    const ref = { kind: 'INTEGRACIONES', key: destinationKey(id) } as const
    const part = destinationPart('destination.delete', { id, before: auditedFields(before) }, { by, at })
    return joinParts(await retireWithin(tx, ref, source, at.getTime()), part)
  })
}

/**
 * Replaces the signing secret of a webhook; the former secret keeps signing for 24 hours.
 * @throws DomainError NOT_FOUND; INVALID_INPUT for a destination without a signing secret.
 */
export function rotateSecret(
  db: RootDatabase,
  id: string,
  { secrets, by, at }: Omit<ManagementContext, 'config'>,
): Promise<CreatedDestination> {
  return commit(db, async (tx) => {
    const before = await lockExisting(tx, id)
    const { shownOnce, secret } = rotatedSecret(before, { secrets })
    const data = { secret, previousSecret: before.secret, rotatedAt: at, version: { increment: 1 } }
    const destination = await tx.destination.update({ where: { id }, data, ...shownDestination })
    const part = destinationPart('destination.rotate', { id, after: { name: before.name } }, { by, at })
    return { result: { destination, secret: shownOnce }, ...part }
  })
}

async function lockExisting(tx: Database, id: string): Promise<DestinationRow> {
  const found = await lockDestination(tx, id)
  if (!found) throw noSuchDestination(id)
  return found
}

/** The audited fields of a destination; none of them is secret. */
function auditedFields(destination: Omit<DestinationRow, 'secret' | 'previousSecret'>): Prisma.InputJsonObject {
  const { name, type, filter, groupBy, waitMs, intervalMs, repeatMs, onlyUnacknowledgedAfterMs } = destination
  const { tellsResolved, language, digestHour, digestZone, disabledAt } = destination
  const times = { waitMs, intervalMs, repeatMs, onlyUnacknowledgedAfterMs }
  const rest = { tellsResolved, language, digestHour, digestZone, enabled: disabledAt === null }
  const events = eventsOf(destination)
  return { name, type, target: targetOf(destination), filter: filter ?? {}, events, groupBy, ...times, ...rest }
}

type AuditedChange = { id: string; before?: Prisma.InputJsonObject; after?: Prisma.InputJsonObject }

const destinationPart = (
  action: AuditAction,
  { id, ...change }: AuditedChange,
  { by, at }: Pick<ManagementContext, 'by' | 'at'>,
): ChangePart => ({ audit: [{ by, at, action, object: `destination:${id}`, ...change }] })

async function conflictOnName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isUniqueConflict(error)) throw error
    throw new DomainError('CONFLICT', { code: 'DESTINATION_NAME_TAKEN', parameters: {} }, null, { field: 'name' })
  }
}
