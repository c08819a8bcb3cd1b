import { isIP } from 'node:net'
import { invalidField } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { isReachable } from '../outbound/addresses.ts'
import type { ParsedTarget, TargetField, TargetSettings } from './channel.ts'
import type { DestinationSecret } from './receiver.ts'

/** Minimum length of a secret that is shown in part, and the number of its trailing characters that are shown. */
export const minPartlyShown = 12
const shownCharacters = 3

/** A target that is a URL. */
export type UrlTarget = { url: string }

/** The field of a URL. */
export const urlField = {
  maxLength: 2_000,
  form: {
    label: { es: 'Dirección web (URL)', en: 'Web address (URL)' },
    hint: { es: 'Empieza por https://.', en: 'Starts with https://.' },
    missing: { es: 'Falta la dirección.', en: 'The address is missing.' },
    input: 'URL',
  },
} satisfies TargetField

/** The common fields of types of destinations whose target is only a URL. */
export const atUrl = { inputType: 'UrlTargetInput', fields: { url: urlField }, parse: parseUrl } as const

/**
 * A URL of which only the origin and the end may be shown.
 * @throws DomainError INVALID_INPUT naming the field `url`.
 */
export function parseUrl({ url }: UrlTarget, settings: TargetSettings): ParsedTarget & { secret: DestinationSecret } {
  const parsed = requireUrl(url.trim(), settings)
  return { config: { shown: shownUrl(parsed), to: [] }, secret: { url: parsed.href, key: null } }
}

/** The end of a secret, by which people recognise it. */
export const endOf = (secret: string): string => `…${secret.slice(-shownCharacters)}`

function requireUrl(text: string, settings: TargetSettings): URL {
  const { maxLength } = urlField
  const isUrl = text.length <= maxLength && URL.canParse(text)
  if (!isUrl) throw invalidField('url', { code: 'URL_INVALID', parameters: { max: maxLength } })
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
