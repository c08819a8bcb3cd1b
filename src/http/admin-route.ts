import type { IncomingHttpHeaders } from 'node:http'
import { demand, type Permission } from '../access/permissions.ts'
import type { SignedIn } from '../access/sessions.ts'
import type { By } from '../audit/by.ts'
import type { CatalogueEntry } from '../inventory/catalogue.ts'
import type { Parts } from './parts.ts'

/** A request to a route of the admin API, from someone who is signed in. Nothing in it is checked yet but who asks. */
export type AdminRequest = {
  signedIn: SignedIn
  /** The same person, as the audit trail wants to be told. */
  by: By
  at: Date
  params: Readonly<Record<string, string>>
  query: unknown
  body: unknown
  headers: IncomingHttpHeaders
}

const brand = Symbol('answer')

/** What a handler answers: a status, the body as JSON (undefined for none), and headers. */
export type Answer = { [brand]: true; status: number; body: unknown; headers: Record<string, string> }

type Handler = (req: AdminRequest, parts: Parts) => Promise<Answer>

/** What a route declares: its entry in the inventory, and the permission that it takes. */
export type Declaration = CatalogueEntry & { may: Permission }

/** A route of the admin API and its entry in the inventory, which are one thing. */
export type AdminRoute = Declaration & { answer: Handler }

/**
 * Declares a route, once for the router and the inventory. The handler returns the body of a 200 answer, or calls
 * `answer` for another one; it is only reached by those who have the permission.
 */
export function adminRoute(
  declaration: Declaration,
  handle: (req: AdminRequest, parts: Parts) => Promise<Answer> | Promise<object>,
): AdminRoute {
  return {
    ...declaration,
    async answer(req, parts) {
      demand(req.signedIn.operator.role, declaration.may)
      const answered = await handle(req, parts)
      return brand in answered ? answered : answer(200, answered)
    },
  }
}

/** An answer other than a plain 200. */
export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  [brand]: true,
  status,
  body,
  headers,
})
