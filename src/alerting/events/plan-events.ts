import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import type { Destination } from '../../generated/prisma/client.ts'
import { channelOf } from '../channels/channels.ts'
import { wantsEvent } from '../destinations/destination-events.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'
import type { EventMessage } from '../message.ts'
import { eventSources, type EventSource } from './event-sources.ts'

/**
 * Writes a delivery of every event since the last step to each of these destinations that takes events. The first step
 * only stores the current position of each source. Events that occur while no destination takes events are never
 * reported.
 */
export async function planEvents(db: RootDatabase, enabled: readonly Destination[], at: number): Promise<void> {
  const receivers = enabled.filter(({ type }) => channelOf(type).takesEvents)
  if (receivers.length === 0) await db.eventCursor.deleteMany({})
  else
    for (const [name, source] of Object.entries(eventSources))
      await inTransaction(db, (tx) => planSource(tx, { name, source, receivers }, at))
}

type Planning = { name: string; source: EventSource; receivers: readonly Destination[] }

async function planSource(tx: Database, { name, source, receivers }: Planning, at: number): Promise<void> {
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
  await tx.delivery.createMany({ data: events.flatMap((event) => deliveriesOf(event, receivers, at)) })
}

const deliveriesOf = (event: EventMessage, receivers: readonly Destination[], at: number) =>
  receivers
    .filter((receiver) => wantsEvent(receiver, event.event))
    .map(({ id }) => newDelivery(id, event, { at: new Date(at) }))
