import type { Areas } from './areas.ts'

/** What a route declares about itself for the inventory. */
export type CatalogueEntry = {
  method: 'GET' | 'POST'
  /** Starts with `/api/admin/`, ends with `/`; parameters as `:name`. */
  path: string
  /** The area it is counted in; null where the source document shows none. */
  areaId: keyof Areas | null
  authRequired: boolean
  /** Judged by stricter thresholds. */
  critical: boolean
  /** Called by the service itself when hardly anybody else does; only for routes that change nothing. */
  probe?: boolean
}

/** The id of an endpoint: its method and path as declared. Two endpoints never share it, since nothing in it is replaced. */
export const endpointId = ({ method, path }: Pick<CatalogueEntry, 'path'> & { method: string }): string =>
  `${method} ${path}`

/**
 * Which endpoint of the catalogue a request is for, or undefined. The final slash is optional; a declared path wins over
 * one with a parameter in its place.
 */
export function matchEndpoint<Entry extends CatalogueEntry>(
  catalogue: readonly Entry[],
  method: string,
  path: string,
): Entry | undefined {
  const wanted = path.endsWith('/') ? path : `${path}/`
  const candidates = catalogue.filter((entry) => entry.method === method)
  return candidates.find((entry) => entry.path === wanted) ?? candidates.find((entry) => fits(entry.path, wanted))
}

function fits(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const given = path.split('/')
  return (
    expected.length === given.length &&
    expected.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''))
  )
}
