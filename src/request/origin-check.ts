import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { DomainError } from '../lib/errors.ts'
import { readBearer } from './bearer.ts'

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns FORBIDDEN for a request that a page of another origin makes a browser send, or null. Requests with a token
 * are exempt: browsers add only cookies automatically, and with a token the cookie is ignored.
 */
export function checkOrigin({ method, headers }: IncomingMessage, publicOrigin: string | null): DomainError | null {
  if (readBearer(headers.authorization) !== null) return null
  if (isCrossOrigin(headers, publicOrigin))
    return new DomainError('FORBIDDEN', { code: 'ORIGIN_FOREIGN', parameters: {} })
  if (!readMethods.has(method ?? '') && headers['sec-fetch-site'] === 'cross-site')
    return new DomainError('FORBIDDEN', { code: 'SITE_FOREIGN', parameters: {} })
  return null
}

/**
 * Whether an `Origin` header differs from ours, which is PUBLIC_ORIGIN or, if that is not set, the `Host` of the
 * request. False without the header: the request then passes on its credentials alone. Also false with a token, as in
 * `checkOrigin`.
 */
export function isCrossOrigin(
  { origin, host, authorization }: IncomingHttpHeaders,
  publicOrigin: string | null,
): boolean {
  if (origin === undefined || readBearer(authorization) !== null) return false
  if (publicOrigin !== null) return origin !== publicOrigin
  return !URL.canParse(origin) || hostOf(origin) !== hostOf(`http://${host ?? ''}`)
}

// Parsed, so that a default port that one of the two omits makes no difference.
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : null)
