import { requirePermission, type Permission } from '../auth/permissions.ts'
import type { Viewer } from '../auth/sessions.ts'
import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../lib/errors.ts'
import type { CatalogueEntry } from '../inventory/route-catalog.ts'
import {
  toResponse,
  readInputs,
  type RouteDefinition,
  type RouteInput,
  type Route,
  type HandlerResult,
} from './define-route.ts'
import type { Deps } from './deps.ts'
import { clientAddress, requestIdOf } from './request-log.ts'

/** The caller of a route of the admin API, and the time of the request. */
type RouteCaller = {
  signedIn: Viewer
  /** The same operator as actor for the audit trail. */
  by: Actor
  at: Date
}

/** Declaration of a route: its OpenAPI operation, its entry in the inventory, and the permission it requires. */
type AdminDeclaration = Omit<RouteDefinition, 'access' | 'method'> & CatalogueEntry & { may: Permission }

/** A route of the admin API, which is also its entry in the inventory. */
export type AdminRoute = Route & CatalogueEntry & { may: Permission }

/**
 * Declares a route once for the router, the inventory and the OpenAPI document. The handler gets the parsed inputs and
 * returns the body of a 200, or calls `answer` for another response. It only runs for callers with the permission.
 */
export function adminRoute<D extends AdminDeclaration>(
  declaration: D,
  handle: (asked: RouteInput<D> & RouteCaller, parts: Deps) => Promise<HandlerResult<D>>,
): AdminRoute {
  const refusals = { ...declaration.refusals, 403: forbidden(declaration.may) }
  const route = { ...declaration, access: 'session', refusals } as const
  return {
    ...route,
    async answer({ req, signedIn, at }, parts) {
      if (!signedIn) throw unauthenticated()
      requirePermission(signedIn.operator.role, declaration.may)
      const by = { operator: signedIn.operator, address: clientAddress(req), requestId: requestIdOf(req) }
      return toResponse(await handle({ ...readInputs(route, req), signedIn, by, at }, parts))
    },
  }
}

const forbidden = (permission: Permission) =>
  `The role does not have the permission \`${permission}\`, or the request comes from a page of another origin.`

/** The error for callers without a session. */
export const unauthenticated = (): DomainError =>
  new DomainError('UNAUTHENTICATED', 'Sign in first: this needs a session.')
