import { createHmac } from 'node:crypto'
import type { Language } from '../../lib/language.ts'
import type { AlertIncident, AlertMessage, IncidentsMessage } from '../message.ts'
import { renderWithin } from './fit-message.ts'
import { truncate } from './plain-text.ts'
import type { ChannelRequest, DestinationSecret, OutgoingMessage, Receiver } from './receiver.ts'
import type { WebhookBody } from './webhook-bodies.ts'
import type { WebhookIncident } from './webhook-data.ts'

/** The limit that Standard Webhooks recommends for a body. */
const maxBodyBytes = 20_000
const maxTextLength = 300

/** After a rotation, requests are also signed with the previous secret for this long. */
const rotationOverlapMs = 24 * 60 * 60_000

export const secretPrefix = 'whsec_'

/** The request of Standard Webhooks 1.0, https://github.com/standard-webhooks/standard-webhooks. */
export function webhookRequest(
  { secret, previousSecret, rotatedAt, language }: Receiver,
  { id, message }: OutgoingMessage,
  now: number,
): ChannelRequest {
  const timestamp = String(Math.floor(now / 1_000))
  const body = webhookBody(message, language)
  const isOverlapping = rotatedAt !== null && now - rotatedAt.getTime() < rotationOverlapMs
  const signatures = [secret, isOverlapping ? previousSecret : null]
    .map(keyOf)
    .filter((key) => key !== null)
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
  return {
    url: secret?.url ?? '',
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  }
}

/** The body of a message: at most 20 kB, by listing fewer incidents if need be. */
export const webhookBody = (message: AlertMessage, language: Language): string =>
  renderWithin(message, maxBodyBytes, (fitting) => JSON.stringify(bodyOf(fitting, language)))

const keyOf = (secret: DestinationSecret | null): Buffer | null =>
  secret?.key ? Buffer.from(secret.key.slice(secretPrefix.length), 'base64') : null

function bodyOf(message: AlertMessage, language: Language): WebhookBody {
  const timestamp = message.at
  const url = limitUrl(message.url)
  switch (message.kind) {
    case 'INCIDENTS':
      return { type: 'incidents.changed', timestamp, data: { ...incidentsData(message, language), url } }
    case 'DIGEST': {
      const { from, opened, resolved, open, omitted } = message
      const expiring = (message.expiring ?? []).map((one) => ({ ...one, service: limit(one.service) }))
      const data = { from, opened, resolved, open: incidentsIn(open, language), omitted, expiring, url }
      return { type: 'incidents.digest', timestamp, data }
    }
    case 'TEST':
      return { type: 'destination.test', timestamp, data: { by: limit(message.by), url } }
    case 'EVENT': {
      const { event, sentence, data: details } = message
      return { type: event, timestamp, data: { text: limit(sentence[language]), url, details } }
    }
  }
}

function incidentsData(message: IncidentsMessage, language: Language) {
  const { group, counts, firing, omitted, resolved, omittedResolved } = message
  const { key, label } = group
  return {
    group: { key: limit(key), label: label === null ? null : limit(label) },
    counts,
    firing: incidentsIn(firing, language),
    omitted,
    resolved: incidentsIn(resolved, language),
    omittedResolved,
  }
}

const incidentsIn = (list: readonly AlertIncident[], language: Language) =>
  list.map((incident) => toJson(incident, language))

function toJson(
  { subject, reason, url, acknowledgedBy, ...incident }: AlertIncident,
  language: Language,
): WebhookIncident {
  const { kind, key, name, area, critical } = subject
  return {
    ...incident,
    subject: { kind, key: limit(key), name: limit(name), area: area === null ? null : limit(area), critical },
    acknowledgedBy: acknowledgedBy === null ? null : limit(acknowledgedBy),
    reason: limit(reason[language]),
    url: limitUrl(url),
  }
}

const limit = (text: string) => truncate(text, maxTextLength)

/** A truncated URL is useless, so a URL over the limit is omitted. */
const limitUrl = (url: string | null) => (url !== null && url.length <= 2_000 ? url : null)
