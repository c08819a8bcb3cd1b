import type { IncomingHttpHeaders } from 'node:http'
import { MIMEType } from 'node:util'
import { DomainError } from '../lib/errors.ts'

/**
 * Returns UNSUPPORTED_MEDIA_TYPE for a body not declared as `application/json`, which a form of another site cannot
 * send, or in another charset than UTF-8; null if it is declared so, or if there is no body.
 */
export function checkJsonContentType(headers: IncomingHttpHeaders): DomainError | null {
  if (isJsonOrEmpty(headers)) return checkJsonCharset(headers)
  return new DomainError('UNSUPPORTED_MEDIA_TYPE', { code: 'TYPE_NOT_JSON', parameters: {} })
}

/** Returns UNSUPPORTED_MEDIA_TYPE for JSON in another charset than UTF-8, the only one of RFC 8259, section 8.1. */
export function checkJsonCharset({ 'content-type': type = '' }: IncomingHttpHeaders): DomainError | null {
  const charset = parseType(type)?.params.get('charset')
  if (!charset || /^utf-?8$/i.test(charset)) return null
  return new DomainError('UNSUPPORTED_MEDIA_TYPE', { code: 'CHARSET_NOT_UTF8', parameters: { charset } })
}

function isJsonOrEmpty(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type']
  if (type === undefined)
    return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  return parseType(type)?.essence === 'application/json'
}

/** Null if it is not valid. */
function parseType(type: string): MIMEType | null {
  try {
    return new MIMEType(type)
  } catch {
    return null
  }
}
