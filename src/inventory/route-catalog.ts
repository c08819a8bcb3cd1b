import type { Areas } from './areas.ts'

/** The declaration of a route for the inventory. */
export type CatalogueEntry = {
  method: 'GET' | 'POST'
  /** Starts with `/api/admin/`, ends with `/`; parameters as `:name`. */
  path: string
  /** The area it is counted in; null if the source document shows none. */
  areaId: keyof Areas | null
  authRequired: boolean
  /** Evaluated by stricter thresholds. */
  critical: boolean
  /** Probed by the service when it has little traffic; only for routes that change nothing. */
  probe?: boolean
}

/** The id of an endpoint: its method and path exactly as declared, hence unique. */
export const endpointId = ({ method, path }: Pick<CatalogueEntry, 'path'> & { method: string }): string =>
  `${method} ${path}`

/**
 * The catalogue entry that matches a request, or undefined. The final slash is optional; a literal path takes
 * precedence over one with parameters.
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
