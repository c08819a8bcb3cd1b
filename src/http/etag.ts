import { createHash } from 'node:crypto'

/** The ETag of a JSON body. */
export const etagOf = (body: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`

/** Whether a client that sent this `If-None-Match` has the representation with this ETag. Proxies may weaken ETags. */
export const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
