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

/** A type of destination, with everything that differs between the types. */
export type Channel = {
  type: DestinationType
  /** Description of the type, in a sentence. */
  description: Localized
  /** The type of the target in the GraphQL schema. */
  inputType: Extract<keyof typeof descriptions, `${string}TargetInput`>
  /** The fields of the target. */
  fields: Readonly<Record<string, TargetField>>
  /**
   * Divides a target into what may be shown and what is stored encrypted.
   * @throws DomainError INVALID_INPUT naming the field that is wrong.
   */
  parse: (target: never, settings: TargetSettings) => ParsedTarget
  needs: Need
  /**
   * Whether requests are signed with a key. The target may name a key; otherwise one is generated. The key can be
   * replaced.
   */
  isSigned: boolean
  /** Whether the receiver keeps one alert per incident: an alert reported as firing stays until its end is reported. */
  tracksAlerts: boolean
  /** Whether each request carries one event of one incident: then only changed incidents are sent. */
  takesSingleIncidents: boolean
  /** Whether the receiver also gets events that are not incidents. */
  takesEvents: boolean
  /** Maximum number of open incidents in a message, and of resolved ones. */
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
  /** The form field; absent for an optional field that forms do not show. */
  form?: FormField
}

/** The texts of a form field: its label above, its hint below, and the message while it is empty. */
export type FormField = { label: Localized; hint: Localized; missing: Localized; input: 'URL' | 'TEXT' | 'TEXTS' }

/**
 * The settings that decide which targets are valid. `keptSecret` returns the signing secret to keep if a target names
 * none; if absent, a new secret is generated.
 */
export type TargetSettings = { outboundAllow: BlockList | null; keptSecret?: () => string | null }

/** A valid target. `shownOnce` is the signing secret if Vigía generated it. */
export type ParsedTarget = { config: DestinationConfig; secret: DestinationSecret | null; shownOnce?: string }

/** The settings that decide which types of destinations can be used. */
export type AvailabilitySettings = { smtp: SmtpSettings | null; hasSecretsKey: boolean }

/** A condition on the settings, and the sentence for the case that it is not met. */
export type Need = { isMet: (settings: AvailabilitySettings) => boolean; reason: Sentence }

/** The context in which a message is sent. */
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
  /** The number of requests, or of recipients of an e-mail, delivered so far, including earlier attempts. */
  delivered: number
  /** The recipients of an e-mail that were refused for the moment while others were not; null if there are none. */
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

/** The values of most types: people or programs read each message, and the URL is a secret. */
export const forPeople = {
  needs: { isMet: ({ hasSecretsKey }: AvailabilitySettings) => hasSecretsKey, reason: noSecretsKey },
  isSigned: false,
  tracksAlerts: false,
  takesSingleIncidents: false,
  takesEvents: false,
  maxListed: maxListedForPeople,
}

/** The values of types that track alerts. */
export const forAlerts = { ...forPeople, tracksAlerts: true, maxListed: 1_000 }
