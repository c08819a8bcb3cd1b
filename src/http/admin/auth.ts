import { z } from 'zod'
import { permissionsOf } from '../../auth/permissions.ts'
import type { Viewer } from '../../auth/sessions.ts'
import { unlock } from '../../trade/records/customers.ts'
import { adminRoute } from '../admin-route.ts'
import { CurrentSession } from '../responses/session.ts'
import { Customer } from '../responses/trade.ts'
import { optionalText, text } from '../zod-fields.ts'

/** The REST representation of a session. `expiresAt` is when it ends without further requests. */
export const sessionBody = ({ operator, expiresAt }: Viewer, environment: string) => ({
  operator,
  role: operator.role,
  environment,
  expiresAt,
  permissions: permissionsOf(operator.role),
})

const Params = z.object({ id: text(100).describe("The customer's id at the platform.") })
const Unlocking = z.strictObject({ reason: optionalText(500).describe('Why, for the audit trail; may be left out.') })

/** The routes of the area Autenticación. */
export const auth = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/auth/session/',
      areaId: 'autenticacion',
      authRequired: true,
      critical: true,
      probe: true,
      may: 'read:Session',
      operationId: 'readSession',
      tag: 'Session',
      summary: 'The session that asks',
      answers: { 200: { description: 'Who is signed in, and what they may do.', schema: CurrentSession } },
    },
    async ({ signedIn }, { config, readPanel }) => {
      const { badge, profileBadges } = await readPanel()
      return {
        ...sessionBody(signedIn, config.environment),
        badges: { notifications: badge, profile: profileBadges.get(signedIn.operator.id) ?? 0 },
      }
    },
  ),
  adminRoute(
    {
      method: 'POST',
      path: '/api/admin/customers/:id/unlock-login/',
      areaId: 'autenticacion',
      authRequired: true,
      critical: true,
      may: 'unlock:Customer',
      operationId: 'unlockLogin',
      tag: 'Trade',
      summary: "Lift the lock of a customer's login",
      description:
        'May be repeated: where there is no lock, nothing happens and nothing is written to the audit trail.',
      params: Params,
      body: Unlocking,
      example: { reason: 'Called us, it was they.' },
      answers: { 200: { description: 'The customer, who can sign in again.', schema: Customer } },
      refusals: { 404: 'There is no such customer.' },
    },
    ({ params, body, by, at }, { db }) => unlock(db, { ...params, ...body }, by, at),
  ),
]
