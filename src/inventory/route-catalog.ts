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
 * A route as the inventory writes it: with both outer slashes, and each parameter as `:name`, whether the framework
 * writes it as `:name`, `:name(\\d+)`, `{name}`, `{name:int}`, `<name>` or `<int:name>`.
 */
export function normalizeRoute(route: string): string {
  const parts = route.split('/').filter((part, index) => part !== '' || index > 0)
  const path = `/${parts.map(normalizePart).join('/')}`
  return path.endsWith('/') ? path : `${path}/`
}

function normalizePart(part: string): string {
  const name = /^:(\w+)/.exec(part) ?? /^\{\*?(\w+)[^{}]*\}$/.exec(part) ?? /^<(?:\w+:)?(\w+)>$/.exec(part)
  return name ? `:${name[1]}` : part
}

/** The id of an endpoint without its parameter names, which each service chooses freely. */
export const endpointShape = (id: string): string => id.replace(/\/:\w+/g, '/:')
