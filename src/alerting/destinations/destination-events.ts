import { Prisma, type Destination, type DestinationType } from '../../generated/prisma/client.ts'
import { invalidField } from '../../lib/errors.ts'
import { channelOf } from '../channels/channels.ts'
import { eventDetails, type EventName } from '../channels/webhook-data.ts'

type TypeOf<Name extends EventName> = Name extends `${infer Noun}.${infer Verb}` ? Uppercase<`${Noun}_${Verb}`> : never

/** The type of an event as a destination chooses it, such as `CUSTOMER_LOCKED` for `customer.locked`. */
export type EventType = { [Name in EventName]: TypeOf<Name> }[EventName]

const typeOf = (name: string) => name.replace('.', '_').toUpperCase() as EventType

/** The types of all events. */
export const eventTypes: readonly EventType[] = Object.keys(eventDetails).map(typeOf)

type Choosing = Pick<Destination, 'type' | 'events'>

/** The types of events that a destination receives; null for all, including those of later versions. */
export const eventsOf = ({ type, events }: Choosing): EventType[] | null =>
  channelOf(type).takesEvents ? (events as EventType[] | null) : []

/** Whether a destination receives an event of this name. */
export const wantsEvent = (destination: Choosing, name: string): boolean =>
  eventsOf(destination)?.includes(typeOf(name)) ?? true

/**
 * The column that stores a choice of events; null chooses all.
 * @throws DomainError INVALID_INPUT if events are chosen for a type of destination that takes none.
 */
export function requireValidEvents(type: DestinationType, events: readonly EventType[] | null) {
  if (events === null) return Prisma.DbNull
  if (events.length > 0 && !channelOf(type).takesEvents)
    throw invalidField('events', { code: 'EVENTS_OF_WEBHOOKS', parameters: {} })
  return [...new Set(events)]
}
