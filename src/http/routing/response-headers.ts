import type { Request } from 'express'
import type { RouteDeprecation, RouteResponse } from './define-route.ts'

/** Headers of a deprecated route: Deprecation (RFC 9745) and Sunset (RFC 8594). */
export const deprecationHeaders = ({ since, sunset }: RouteDeprecation): Record<string, string> => ({
  deprecation: `@${Date.parse(since) / 1_000}`,
  sunset: new Date(sunset).toUTCString(),
})

/** Headers derived from a response: `Cache-Control` if it has an ETag, and the link to the next page. */
export const derivedHeaders = (req: Request, { body, headers }: RouteResponse): Record<string, string> => ({
  // Without `private` a proxy could store one operator's response; `no-cache` makes browsers revalidate before each
  // use.
  ...('etag' in headers && { 'cache-control': 'private, no-cache' }),
  ...linkToNext(req, body),
})

function linkToNext({ originalUrl }: Request, body: unknown): Record<string, string> {
  const { nextCursor } = Object(body) as { nextCursor?: unknown }
  if (typeof nextCursor !== 'string') return {}
  const [path = '', search = ''] = originalUrl.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('cursor', nextCursor)
  return { link: `<${path}?${query.toString()}>; rel="next"` }
}
