import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'
import type { EventMessage } from '../message.ts'
import { eventSources, type EventSource } from './event-sources.ts'

/**
 * Writes a delivery to each of these webhooks for every event since the last step. The first step only stores the
 * current position of each source.
 */
export async function planEvents(db: RootDatabase, destinationIds: readonly string[], at: number): Promise<void> {
  for (const [name, source] of Object.entries(eventSources))
    await inTransaction(db, (tx) => planSource(tx, { name, source, destinationIds }, at))
}

type Planning = { name: string; source: EventSource; destinationIds: readonly string[] }

async function planSource(tx: Database, { name, source, destinationIds }: Planning, at: number): Promise<void> {
  // Locked until the commit, so a second instance finds nothing new.
  const [cursor] = await tx.$queryRaw<{ position: string }[]>`
    SELECT "position" FROM "EventCursor" WHERE "source" = ${name} FOR UPDATE`
  if (!cursor) {
    await tx.eventCursor.createMany({
      data: [{ source: name, position: await source.present(tx) }],
      skipDuplicates: true,
    })
    return
  }
  const { events, position } = await source.read(tx, cursor.position, at)
  if (position !== cursor.position) await tx.eventCursor.update({ where: { source: name }, data: { position } })
  await tx.delivery.createMany({ data: events.flatMap((event) => deliveriesOf(event, destinationIds, at)) })
}

const deliveriesOf = (event: EventMessage, destinationIds: readonly string[], at: number) =>
  destinationIds.map((id) => newDelivery(id, event, { at: new Date(at) }))

/** Deletes the positions of the sources: events that occur while there is no webhook are never reported. */
export async function forgetEvents(db: Database): Promise<void> {
  await db.eventCursor.deleteMany({})
}
