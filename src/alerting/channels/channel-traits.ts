import type { DeliveryKind, DestinationType } from '../../generated/prisma/client.ts'

/** How a type of destination differs from the others as a receiver. */
export type ChannelTraits = {
  /** Whether it keeps the state of one alert per incident: what it is told as firing fires until it is told of the end. */
  keepsAlerts: boolean
  /** Whether each request carries one event of one incident: then only changed incidents are sent. */
  takesSingleIncidents: boolean
  /** Whether it also gets events that are no incidents. */
  takesEvents: boolean
  /** Maximum open incidents in a message, and as many resolved ones. */
  maxListed: number
}

/** Maximum incidents listed in a message to people; further ones are only counted. */
export const maxListedForPeople = 10

const forPeople: ChannelTraits = {
  keepsAlerts: false,
  takesSingleIncidents: false,
  takesEvents: false,
  maxListed: maxListedForPeople,
}

const forAlerts: ChannelTraits = { ...forPeople, keepsAlerts: true, maxListed: 1_000 }

const channelTraits = {
  WEBHOOK: { ...forPeople, takesEvents: true },
  EMAIL: forPeople,
  SLACK: forPeople,
  TEAMS: forPeople,
  ALERTMANAGER: forAlerts,
  PAGERDUTY: { ...forAlerts, takesSingleIncidents: true },
} satisfies Record<DestinationType, ChannelTraits>

export const traitsOf = (type: DestinationType): ChannelTraits => channelTraits[type]

/** Whether a type of destination accepts a kind of message: one that keeps alerts accepts only incidents and tests. */
export const canReceive = (type: DestinationType, kind: DeliveryKind): boolean =>
  !traitsOf(type).keepsAlerts || kind === 'INCIDENTS' || kind === 'TEST'
