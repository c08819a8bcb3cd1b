import { createHmac, randomBytes } from 'node:crypto'
import { invalidField } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import type { AlertIncident, AlertMessage, IncidentsMessage } from '../message.ts'
import { forPeople, type Channel, type ParsedTarget, type SendingContext, type TargetSettings } from './channel.ts'
import { renderWithin } from './fit-message.ts'
import { truncate } from './plain-text.ts'
import type { ChannelRequest, DestinationSecret, OutgoingMessage, Receiver } from './receiver.ts'
import { parseUrl, urlField, type UrlTarget } from './url-target.ts'
import type { WebhookBody } from './webhook-bodies.ts'
import type { WebhookIncident } from './webhook-data.ts'

/** The limit that Standard Webhooks recommends for a body. */
const maxBodyBytes = 20_000
const maxTextLength = 300

/** Time after a rotation in which requests are also signed with the previous secret. */
const rotationOverlapMs = 24 * 60 * 60_000

const secretPrefix = 'whsec_'
const secretBytes = 32

const hint = {
  es: 'Empieza por https://. El secreto de firma se muestra al añadirlo.',
  en: 'Starts with https://. The signing secret is shown once it is added.',
}

export const webhook = {
  ...forPeople,
  type: 'WEBHOOK',
  description: {
    es: 'Un programa propio recibe JSON firmado (Standard Webhooks).',
    en: 'A program of your own receives signed JSON (Standard Webhooks).',
  },
  inputType: 'WebhookTargetInput',
  fields: { url: { ...urlField, form: { ...urlField.form, hint } }, secret: { maxLength: 200 } },
  parse: parseSigned,
  isSigned: true,
  takesEvents: true,
  requests: webhookRequests,
} as const satisfies Channel

/** A new signing secret of a webhook, as Standard Webhooks writes it. */
export const createSigningSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`

function parseSigned(
  { url, secret }: UrlTarget & { secret?: string | null | undefined },
  { keptSecret, ...settings }: TargetSettings,
): ParsedTarget {
  // An operator who changes the target may leave the secret empty, which keeps it.
  const given = (keptSecret && secret === '' ? null : secret) ?? keptSecret?.()
  const key = requireSigningSecret(given ?? createSigningSecret())
  const parsed = parseUrl({ url }, settings)
  return { ...parsed, secret: { ...parsed.secret, key }, ...(given == null && { shownOnce: key }) }
}

function requireSigningSecret(secret: string): string {
  const bytes = Buffer.from(secret.slice(secretPrefix.length), 'base64').length
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) || bytes < 24 || bytes > 64)
    throw invalidField('secret', { code: 'SIGNING_SECRET_INVALID', parameters: {} })
  return secret
}

/** The request of Standard Webhooks 1.0, https://github.com/standard-webhooks/standard-webhooks. */
function webhookRequests(
  { secret, previousSecret, rotatedAt, language }: Receiver,
  { id, message }: OutgoingMessage,
  { now }: SendingContext,
): ChannelRequest[] {
  const timestamp = String(Math.floor(now / 1_000))
  const body = webhookBody(message, language)
  const isOverlapping = rotatedAt !== null && now - rotatedAt.getTime() < rotationOverlapMs
  const signatures = [secret, isOverlapping ? previousSecret : null]
    .map(keyOf)
    .filter((key) => key !== null)
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
  return [{ url: secret?.url ?? '', headers, body }]
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
