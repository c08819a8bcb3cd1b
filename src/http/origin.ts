import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { Refusal } from '../errors.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what a page of another origin makes a browser send. */
export const refuseForeign =
  (publicOrigin: string | null): RequestHandler =>
  (req, _res, next) => {
    const refusal = foreignRefusal(req, publicOrigin)
    if (refusal) throw refusal
    next()
  }

/** Why a request is refused that a page of another origin makes a browser send; null for any other. */
export function foreignRefusal({ method, headers }: IncomingMessage, publicOrigin: string | null): Refusal | null {
  if (isForeign(headers.origin, headers.host, publicOrigin))
    return new Refusal('FORBIDDEN', 'This request comes from a page of another origin.')
  if (!reading.has(method ?? '') && headers['sec-fetch-site'] === 'cross-site')
    return new Refusal('FORBIDDEN', 'This request comes from a page of another site.')
  return null
}

/**
 * Whether an `Origin` header is not ours. Ours is PUBLIC_ORIGIN or, where that is not set, the host that was asked. Without
 * an `Origin` it is no browser's request, and is judged by its credentials alone.
 */
export function isForeign(origin: string | undefined, host: string | undefined, publicOrigin: string | null): boolean {
  if (origin === undefined) return false
  if (publicOrigin !== null) return origin !== publicOrigin
  return !URL.canParse(origin) || hostOf(origin) !== hostOf(`http://${host ?? ''}`)
}

// Parsed, so that a default port that one of them leaves out makes no difference.
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : null)
