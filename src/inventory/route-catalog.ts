import type { Areas } from './areas.ts'

/** The declaration of a route for the inventory. */
export type CatalogueEntry = {
  method: 'GET' | 'POST'
  /** Starts with `/api/admin/`, ends with `/`; parameters as `:name`. */
  path: string
  /** The area that counts the endpoint; null if the source document shows none. */
  areaId: keyof Areas | null
  authRequired: boolean
  /** Whether the endpoint is evaluated by stricter thresholds. */
  critical: boolean
  /** Probed by the service when it has little traffic; only for routes that change nothing. */
  probe?: boolean
}

/** The id of an endpoint: its method and path exactly as declared, hence unique. */
export const endpointId = ({ method, path }: Pick<CatalogueEntry, 'path'> & { method: string }): string =>
  `${method} ${path}`

/** The method and the path of an endpoint's id; both empty for a text of another form. */
export function splitEndpointId(id: string): { method: string; path: string } {
  const end = id.indexOf(' ')
  return { method: id.slice(0, Math.max(0, end)), path: end < 0 ? '' : id.slice(end + 1) }
}
