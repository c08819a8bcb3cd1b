import { requirePermission, sessionRequired, notSignedIn, type Permission } from '../../auth/permissions.ts'
import type { Viewer } from '../../auth/sessions.ts'
import type { Actor } from '../../audit/actor.ts'
import { DomainError } from '../../lib/errors.ts'
import type { CatalogueEntry } from '../../inventory/route-catalog.ts'
import {
  toResponse,
  readInputs,
  type RouteDefinition,
  type RouteInput,
  type Route,
  type HandlerResult,
} from './define-route.ts'
import type { Deps } from '../deps.ts'

/** The caller of a route of the admin API, and the time of the request. */
type RouteCaller = {
  viewer: Viewer
  /** The viewer as the actor of changes, for the audit trail. */
  by: Actor
  at: Date
}

/** A route outside the inventory: it has no state, and its requests are not measured. */
type UnlistedRoute = Pick<RouteDefinition, 'method' | 'path'> & { inventory: false }

/** Declaration of a route: its OpenAPI operation, its entry in the inventory, and the permission it requires. */
type AdminDeclaration = Omit<RouteDefinition, 'access' | 'method'> &
  (CatalogueEntry | UnlistedRoute) & { may: Permission }

/** A route of the admin API. */
export type AdminRoute = Route & (CatalogueEntry | UnlistedRoute) & { may: Permission }

/** A route of the admin API that is listed in the inventory; it is its own entry there. */
export type InventoryRoute = AdminRoute & CatalogueEntry

/** Whether a route is in the inventory. */
export const isInInventory = (route: AdminRoute): route is InventoryRoute => !('inventory' in route)

/**
 * Declares a route once for the router, the inventory and the OpenAPI document. The handler gets the parsed inputs and
 * returns the body of a 200, or calls `answer` for another response. It only runs for callers with the permission.
 */
export function adminRoute<D extends AdminDeclaration>(
  declaration: D,
  handle: (request: RouteInput<D> & RouteCaller, deps: Deps) => Promise<HandlerResult<D>>,
): AdminRoute {
  const refusals = { ...declaration.refusals, 403: forbidden(declaration) }
  const route = { ...declaration, access: 'session', refusals } as const
  return {
    ...route,
    async answer({ req, viewer, at, address, requestId, traceId, traceState }, deps) {
      if (!viewer) throw unauthenticated()
      if (declaration.sessionOnly && viewer.token) throw new DomainError('FORBIDDEN', sessionRequired)
      requirePermission(viewer, declaration.may)
      const { operator, token } = viewer
      const by = { operator, ...(token && { token }), address, requestId, traceId, traceState }
      return toResponse(await handle({ ...readInputs(declaration, req), viewer, by, at }, deps))
    },
  }
}

const forbidden = ({ may, sessionOnly }: AdminDeclaration) =>
  `The role does not have the permission \`${may}\`${sessionOnly ? ', the request has a token and no session,' : ', the token has no such scope,'} or ` +
  'the request comes from a page of another origin.'

/** The error for callers without a session. */
export const unauthenticated = (): DomainError => new DomainError('UNAUTHENTICATED', notSignedIn)
