import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { DomainError } from '../lib/errors.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what a page of another origin makes a browser send. */
export const requireSameOrigin =
  (publicOrigin: string | null): RequestHandler =>
  (req, _res, next) => {
    const refusal = originError(req, publicOrigin)
    if (refusal) throw refusal
    next()
  }

/** Why a request is refused that a page of another origin makes a browser send; null for any other. */
export function originError({ method, headers }: IncomingMessage, publicOrigin: string | null): DomainError | null {
  if (isCrossOrigin(headers.origin, headers.host, publicOrigin))
    return new DomainError('FORBIDDEN', 'This request comes from a page of another origin.')
  if (!reading.has(method ?? '') && headers['sec-fetch-site'] === 'cross-site')
    return new DomainError('FORBIDDEN', 'This request comes from a page of another site.')
  return null
}

/**
 * Whether an `Origin` header is not ours. Ours is PUBLIC_ORIGIN or, where that is not set, the host that was asked. Without
 * an `Origin` it is no browser's request, and is judged by its credentials alone.
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

// Parsed, so that a default port that one of them leaves out makes no difference.
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : null)
