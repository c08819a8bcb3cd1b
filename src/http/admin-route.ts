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

/** Who asks the admin API, and when. */
type RouteCaller = {
  signedIn: Viewer
  /** The same person, as the audit trail wants to be told. */
  by: Actor
  at: Date
}

/** What a route declares: its place in the document, its entry in the inventory, and the permission that it takes. */
type AdminDeclaration = Omit<RouteDefinition, 'access' | 'method'> & CatalogueEntry & { may: Permission }

/** A route of the admin API and its entry in the inventory, which are one thing. */
export type AdminRoute = Route & CatalogueEntry & { may: Permission }

/**
 * Declares a route, once for the router, the inventory and the document. The handler gets what the schemas read out of the
 * request and returns the body of a 200 answer, or calls `answer` for another one; it is only reached by those who have
 * the permission.
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

/** What those are told who are not signed in. */
export const unauthenticated = (): DomainError =>
  new DomainError('UNAUTHENTICATED', 'Sign in first: this needs a session.')
