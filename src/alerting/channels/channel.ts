import type { BlockList } from 'node:net'
import type { SmtpSettings } from '../../config.ts'
import type { descriptions } from '../../generated/contract.ts'
import type { DestinationType } from '../../generated/prisma/client.ts'
import type { Localized } from '../../lib/language.ts'
import type { Sentence } from '../../messages/sentences.ts'
import type { AlertMessage } from '../message.ts'
import type { Exchange } from '../outbound/outbound.ts'
import { noSecretsKey } from '../secrets.ts'
import type { MessageDocument } from './message-document.ts'
import type { ChannelRequest, DestinationConfig, DestinationSecret, OutgoingMessage, Receiver } from './receiver.ts'

/** A type of destination: all that differs between one and the others. */
export type Channel = {
  type: DestinationType
  /** What it is, in a sentence. */
  description: Localized
  /** The type of its target in the schema. */
  inputType: Extract<keyof typeof descriptions, `${string}TargetInput`>
  /** The fields of that type. */
  fields: Readonly<Record<string, TargetField>>
  /**
   * Divides a target into what may be shown and what is stored encrypted.
   * @throws DomainError INVALID_INPUT naming the field that is wrong.
   */
  parse: (target: never, settings: TargetSettings) => ParsedTarget
  needs: Need
  /** Whether a key signs its requests: its target may name one, or one is generated, and it can be replaced. */
  isSigned: boolean
  /** Whether it keeps the state of one alert per incident: what it is told as firing fires until it is told of the end. */
  tracksAlerts: boolean
  /** Whether each request carries one event of one incident: then only changed incidents are sent. */
  takesSingleIncidents: boolean
  /** Whether it also gets events that are no incidents. */
  takesEvents: boolean
  /** Maximum open incidents in a message, and as many resolved ones. */
  maxListed: number
} & (
  | { /** What it is sent, one after the other. */ requests: Sending<ChannelRequest[]> }
  | { /** Sends in a way of its own. */ deliver: Sending<Promise<Attempt>> }
)

type Sending<Result> = (receiver: Receiver, outgoing: OutgoingMessage, context: SendingContext) => Result

/** A field of a target. */
export type TargetField = {
  maxLength: number
  /** Maximum entries of a list; absent for a single text. */
  maxItems?: number
  /** Absent for a field that may be left out, for which forms do not ask. */
  form?: FormField
}

/** What a form says of a field: above it, below it, and of the form while it is empty. */
export type FormField = { label: Localized; hint: Localized; missing: Localized; input: 'URL' | 'TEXT' | 'TEXTS' }

/** The settings that decide which targets are valid, and the signing secret that one without keeps; a new one if absent. */
export type TargetSettings = { outboundAllow: BlockList | null; keptSecret?: () => string | null }

/** A valid target. `shownOnce` is the signing secret if it was generated. */
export type ParsedTarget = { config: DestinationConfig; secret: DestinationSecret | null; shownOnce?: string }

/** The settings that decide which types of destinations can be used. */
export type AvailabilitySettings = { smtp: SmtpSettings | null; hasSecretsKey: boolean }

/** What the settings must have, and the sentence that says that they do not. */
export type Need = { isMet: (settings: AvailabilitySettings) => boolean; reason: Sentence }

/** What is known when a message is sent. */
export type SendingContext = {
  settings: { smtp: SmtpSettings | null; environment: string; pagerdutyUrl: string }
  /** Milliseconds since 1970. */
  now: number
  /** A message as people read it, with the environment in its title. */
  describe: (message: AlertMessage) => MessageDocument
}

/** The result of one attempt. */
export type SendResult = Exchange & {
  ok: boolean
  ms: number
  /** Whether the receiver rejected the message itself: a retry is unlikely to succeed. */
  permanent: boolean
  /** Whether the receiver reports that it no longer exists (410 Gone). */
  gone: boolean
  /** How many requests, or recipients of an e-mail, have been delivered, those of earlier attempts included. */
  delivered: number
  /** The recipients of an e-mail that were refused for the moment, unlike others; null if there are no such. */
  left: readonly string[] | null
}

/** The result of an attempt before its duration is known. */
export type Attempt = Omit<SendResult, 'ms'>

/** The result of an attempt in which nothing was sent. */
export const notSent = (
  error: Sentence | null,
  { permanent = true, delivered = 0 }: { permanent?: boolean; delivered?: number },
): SendResult => ({
  ...{ ok: error === null, status: null, error, answer: null, ms: 0 },
  ...{ retryAfterMs: null, permanent: permanent && error !== null, gone: false, delivered, left: null },
})

/** Maximum incidents listed in a message to people; further ones are only counted. */
export const maxListedForPeople = 10

/** How most types differ: people or programs read each message, and the URL is a secret. */
export const forPeople = {
  needs: { isMet: ({ hasSecretsKey }: AvailabilitySettings) => hasSecretsKey, reason: noSecretsKey },
  isSigned: false,
  tracksAlerts: false,
  takesSingleIncidents: false,
  takesEvents: false,
  maxListed: maxListedForPeople,
}

/** How those differ that keep the state of alerts. */
export const forAlerts = { ...forPeople, tracksAlerts: true, maxListed: 1_000 }
