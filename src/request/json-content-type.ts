import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../lib/errors.ts'

/**
 * Returns UNSUPPORTED_MEDIA_TYPE for a body not declared as `application/json`, which a form of another site cannot
 * send; null if it is declared so, or if there is no body.
 */
export function checkJsonContentType(headers: IncomingHttpHeaders): DomainError | null {
  if (isJsonOrEmpty(headers)) return null
  return new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, with Content-Type: application/json.')
}

function isJsonOrEmpty(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type']
  if (type === 'application/json') return true
  if (type === undefined)
    return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  return /^application\/json\s*(;|$)/i.test(type.trim())
}
