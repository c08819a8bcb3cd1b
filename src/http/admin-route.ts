import { demand, type Permission } from '../access/permissions.ts'
import type { SignedIn } from '../access/sessions.ts'
import type { By } from '../audit/by.ts'
import { Refusal } from '../errors.ts'
import type { CatalogueEntry } from '../inventory/catalogue.ts'
import { asAnswer, readInputs, type Declaration, type Inputs, type Operation, type Told } from './operation.ts'
import type { Parts } from './parts.ts'
import { addressOf, requestIdOf } from './requests.ts'

/** Who asks the admin API, and when. */
type Asker = {
  signedIn: SignedIn
  /** The same person, as the audit trail wants to be told. */
  by: By
  at: Date
}

/** What a route declares: its place in the document, its entry in the inventory, and the permission that it takes. */
type AdminDeclaration = Omit<Declaration, 'access' | 'method'> & CatalogueEntry & { may: Permission }

/** A route of the admin API and its entry in the inventory, which are one thing. */
export type AdminRoute = Operation & CatalogueEntry & { may: Permission }

/**
 * Declares a route, once for the router, the inventory and the document. The handler gets what the schemas read out of the
 * request and returns the body of a 200 answer, or calls `answer` for another one; it is only reached by those who have
 * the permission.
 */
export function adminRoute<D extends AdminDeclaration>(
  declaration: D,
  handle: (asked: Inputs<D> & Asker, parts: Parts) => Promise<Told<D>>,
): AdminRoute {
  const refusals = { ...declaration.refusals, 403: forbidden(declaration.may) }
  const route = { ...declaration, access: 'session', refusals } as const
  return {
    ...route,
    async answer({ req, signedIn, at }, parts) {
      if (!signedIn) throw signInFirst()
      demand(signedIn.operator.role, declaration.may)
      const by = { operator: signedIn.operator, address: addressOf(req), requestId: requestIdOf(req) }
      return asAnswer(await handle({ ...readInputs(route, req), signedIn, by, at }, parts))
    },
  }
}

const forbidden = (permission: Permission) =>
  `The role does not have the permission \`${permission}\`, or the request comes from a page of another origin.`

/** What those are told who are not signed in. */
export const signInFirst = (): Refusal => new Refusal('UNAUTHENTICATED', 'Sign in first: this needs a session.')
