import type { DestinationType } from '../../generated/prisma/client.ts'
import type { Language } from '../../lib/language.ts'
import type { AlertMessage } from '../message.ts'

/** The settings of a destination that are not secret. `shown` is the part of its target that may be shown. */
export type DestinationConfig = { shown: string; to: string[] }

/** The secret settings of a destination. The key is a signing secret or a routing key. */
export type DestinationSecret = { url: string | null; key: string | null }

/** The settings that a destination needs in order to receive messages. */
export type Receiver = {
  type: DestinationType
  name: string
  language: Language
  config: DestinationConfig
  /** The secret settings; null for e-mail. */
  secret: DestinationSecret | null
  /** The secret before the last rotation. */
  previousSecret: DestinationSecret | null
  rotatedAt: Date | null
}

/**
 * A message with the id of its delivery and its trace, which stay the same for all attempts, and with the part that
 * earlier attempts have left.
 */
export type OutgoingMessage = {
  id: string
  message: AlertMessage
  /** The number of requests, or of recipients of an e-mail, delivered so far. */
  delivered?: number
  /** The recipients of an e-mail that earlier attempts have left; empty for all. */
  recipients?: readonly string[]
  traceId?: string | null
  traceState?: string | null
}

/** One HTTP request of a delivery. */
export type ChannelRequest = { url: string; headers?: Record<string, string>; body: string }
