import type { EndpointMatcher } from './endpoint-matcher.ts'
import { hasParameter, mayBeRoute, pathOfRequest, readRoute, requestPattern, spellRoute } from './read-route.ts'

type Known = { id: string; path: string }

/** A route with its method. `isVerbatim` if its parameters could not be read, so that only an equal text matches. */
export type Route = { method: string; path: string; isVerbatim?: boolean }

/** A route as the inventory writes it; verbatim if it cannot be read. */
export function toRoute(method: string, route: string): Route {
  const read = readRoute(route)
  return 'value' in read ? { method, path: read.value } : { method, path: spellRoute(route), isVerbatim: true }
}

/**
 * The endpoint that takes the requests of a route; names of parameters are ignored. A literal segment of the route does
 * not match a parameter of an endpoint, because the route would then be another endpoint.
 */
export function findRoute<Entry extends Known>(
  match: EndpointMatcher<Entry>,
  { method, path, isVerbatim = false }: Route,
): Entry | undefined {
  const found = match(method, path)
  if (!found) return undefined
  const isSame = isVerbatim
    ? found.path === path || found.id === `${method} ${path}`
    : requestPattern({ method, path: found.path }) === requestPattern({ method, path })
  return isSame ? found : undefined
}

/**
 * The endpoint of a path as requested or as written in a route, and the path without a query string. A text with a
 * whole parameter counts as a route, which belongs to no endpoint unless it is in the inventory.
 */
export function findRequested<Entry extends Known>(
  match: EndpointMatcher<Entry>,
  method: string,
  target: string,
): { found: Entry | undefined; path: string } {
  if (mayBeRoute(target)) {
    const route = toRoute(method, target)
    const found = findRoute(match, route)
    if (found || (route.isVerbatim ? hasParameter(target) : route.path.includes('/:')))
      return { found, path: route.path }
  }
  const path = pathOfRequest(target)
  return { found: match(method, path), path }
}
