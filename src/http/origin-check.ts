import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { DomainError } from '../lib/errors.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects requests that a page of another origin makes a browser send.
 * @throws DomainError FORBIDDEN.
 */
export const requireSameOrigin =
  (publicOrigin: string | null): RequestHandler =>
  (req, _res, next) => {
    const refusal = originError(req, publicOrigin)
    if (refusal) throw refusal
    next()
  }

/** The error for a request that a page of another origin makes a browser send; null for any other request. */
export function originError({ method, headers }: IncomingMessage, publicOrigin: string | null): DomainError | null {
  if (isCrossOrigin(headers.origin, headers.host, publicOrigin))
    return new DomainError('FORBIDDEN', 'This request comes from a page of another origin.')
  if (!reading.has(method ?? '') && headers['sec-fetch-site'] === 'cross-site')
    return new DomainError('FORBIDDEN', 'This request comes from a page of another site.')
  return null
}

/**
 * Whether an `Origin` header differs from ours, which is PUBLIC_ORIGIN or, if that is not set, the `Host` of the
 * request. False without the header: the request then passes on its credentials alone.
 */
export function isCrossOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicOrigin: string | null,
): boolean {
  if (origin === undefined) return false
  if (publicOrigin !== null) return origin !== publicOrigin
  return !URL.canParse(origin) || hostOf(origin) !== hostOf(`http://${host ?? ''}`)
}

// Parsed, so that a default port that one of the two omits makes no difference.
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : null)
