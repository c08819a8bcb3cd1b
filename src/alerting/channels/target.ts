import { randomBytes } from 'node:crypto'
import { isIP, type BlockList } from 'node:net'
import type { DestinationType } from '../../generated/prisma/client.ts'
import { invalidField } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { isReachable } from '../outbound/addresses.ts'
import type { DestinationConfig, DestinationSecret } from './receiver.ts'
import { secretPrefix } from './webhook.ts'

const maxUrlLength = 2_000
const maxRecipients = 20
const maxEmailLength = 254
const maxKeyLength = 100
const secretBytes = 32

/** Minimum length of a path that is shown in part, and the number of trailing characters that are shown. */
const minPartlyShown = 12
const shownCharacters = 3

type UrlTarget = { url: string }

/** The target of a destination as an operator enters it: exactly one of them. */
export type DestinationTarget = {
  webhook?: (UrlTarget & { secret?: string | null | undefined }) | null | undefined
  email?: { to: readonly string[] } | null | undefined
  slack?: UrlTarget | null | undefined
  teams?: UrlTarget | null | undefined
  alertmanager?: UrlTarget | null | undefined
  pagerduty?: { routingKey: string } | null | undefined
}

/** A valid target, divided into what may be shown and what is stored encrypted. */
export type ParsedTarget = { type: DestinationType; config: DestinationConfig; secret: DestinationSecret | null }

type TargetSettings = { outboundAllow: BlockList | null }

/**
 * Checks a target. A webhook without a secret gets a new one.
 * @throws DomainError INVALID_INPUT naming the field that is wrong.
 */
export function parseTarget(target: DestinationTarget, settings: TargetSettings): ParsedTarget {
  const { webhook, email, slack, teams, alertmanager, pagerduty } = target
  if (webhook)
    return parseUrlTarget('WEBHOOK', webhook, settings, requireSigningSecret(webhook.secret ?? createSigningSecret()))
  if (email) return parseEmail(email.to)
  if (slack) return parseUrlTarget('SLACK', slack, settings)
  if (teams) return parseUrlTarget('TEAMS', teams, settings)
  if (alertmanager) return parseUrlTarget('ALERTMANAGER', alertmanager, settings)
  if (pagerduty) return parsePagerduty(pagerduty.routingKey)
  throw invalidField('target', { code: 'TARGET_MISSING', parameters: {} })
}

/** A new signing secret of a webhook, as Standard Webhooks writes it. */
export const createSigningSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`

function parseUrlTarget(
  type: DestinationType,
  { url }: UrlTarget,
  settings: TargetSettings,
  key: string | null = null,
): ParsedTarget {
  const parsed = requireUrl(url.trim(), settings)
  return { type, config: { shown: shownUrl(parsed), to: [] }, secret: { url: parsed.href, key } }
}

function requireUrl(text: string, settings: TargetSettings): URL {
  const isUrl = text.length <= maxUrlLength && URL.canParse(text)
  if (!isUrl) throw invalidField('url', { code: 'URL_INVALID', parameters: { max: maxUrlLength } })
  const url = new URL(text)
  const problem = checkUrl(url, settings)
  if (problem) throw invalidField('url', problem)
  return url
}

function checkUrl(
  { protocol, username, password, hash, hostname }: URL,
  { outboundAllow }: TargetSettings,
): Sentence | null {
  if (!(protocol === 'https:' || (protocol === 'http:' && outboundAllow !== null)))
    return { code: 'URL_NOT_HTTPS', parameters: {} }
  if (`${username}${password}${hash}` !== '') return { code: 'URL_WITH_CREDENTIALS', parameters: {} }
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !isReachable(host, outboundAllow) ? { code: 'URL_PRIVATE', parameters: { host } } : null
}

/** The part of a URL that may be shown: its path often is a secret. */
function shownUrl({ origin, pathname, search }: URL): string {
  const secret = `${pathname.slice(1)}${search}`
  if (secret === '') return origin
  return secret.length < minPartlyShown ? `${origin}/…` : `${origin}/…/${secret.slice(-shownCharacters)}`
}

function requireSigningSecret(secret: string): string {
  const bytes = Buffer.from(secret.slice(secretPrefix.length), 'base64').length
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) || bytes < 24 || bytes > 64)
    throw invalidField('secret', { code: 'SIGNING_SECRET_INVALID', parameters: {} })
  return secret
}

function parseEmail(addresses: readonly string[]): ParsedTarget {
  const to = [...new Set(addresses.map((address) => address.trim()))]
  if (to.length === 0 || to.length > maxRecipients)
    throw invalidField('to', { code: 'RECIPIENTS_INVALID', parameters: { max: maxRecipients, count: to.length } })
  const wrong = to.find((address) => !isEmail(address))
  if (wrong !== undefined)
    throw invalidField('to', { code: 'RECIPIENT_INVALID', parameters: { address: wrong.slice(0, 100) } })
  return { type: 'EMAIL', config: { shown: to.join(', '), to }, secret: null }
}

const isEmail = (text: string) =>
  text.length <= maxEmailLength && /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(text)

function parsePagerduty(routingKey: string): ParsedTarget {
  const key = routingKey.trim()
  if (!/^[\w-]+$/.test(key) || key.length < minPartlyShown || key.length > maxKeyLength)
    throw invalidField('routingKey', { code: 'ROUTING_KEY_INVALID', parameters: {} })
  return {
    type: 'PAGERDUTY',
    config: { shown: `PagerDuty …${key.slice(-shownCharacters)}`, to: [] },
    secret: { url: null, key },
  }
}
