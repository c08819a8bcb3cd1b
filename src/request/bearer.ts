/**
 * The token of an `Authorization` header with the scheme Bearer; null with another scheme or without the header. Empty
 * if the header has no token: such a request is not authenticated by its cookie either.
 */
export function readBearer(authorization: string | undefined): string | null {
  const match = /^bearer(?:\s+(.*))?$/i.exec(authorization ?? '')
  return match ? (match[1] ?? '').trim() : null
}
