import { z } from 'zod'
import { permissionsOf } from '../../auth/permissions.ts'
import type { Viewer } from '../../auth/sessions.ts'
import { unlock } from '../../trade/records/customers.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { CurrentSession } from '../responses/session.ts'
import { Customer } from '../responses/trade.ts'
import { optionalText, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

/** The REST representation of a session. `expiresAt` is the end of the token, or of a session without more requests. */
export const sessionBody = (viewer: Viewer, environment: string) => ({
  operator: viewer.operator,
  role: viewer.operator.role,
  environment,
  expiresAt: viewer.expiresAt,
  permissions: permissionsOf(viewer),
})

const Params = z.object({ id: text(100).describe('Identifier of the customer on the platform.') })
const Unlocking = z.strictObject({ reason: optionalText(500).describe('Reason for the audit trail; optional.') })

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
      summary: 'Get the current session',
      description: 'The request keeps the session alive.',
      answers: { 200: { description: 'The operator and their permissions.', schema: CurrentSession } },
    },
    async ({ viewer }, { config, readPanel }) => {
      const { badge, profileBadges } = await readPanel()
      return {
        ...sessionBody(viewer, config.environment),
        badges: { notifications: badge, profile: profileBadges.get(viewer.operator.id) ?? 0 },
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
      description: 'Idempotent: without a lock, nothing happens and nothing is written to the audit trail.',
      params: Params,
      body: Unlocking,
      example: { reason: 'Called us, it was they.' },
      answers: { 200: { description: descriptionOf('UnlockCustomerPayload.customer'), schema: Customer } },
      refusals: { 404: 'There is no such customer.' },
    },
    ({ params, body, by, at }, { db }) => unlock(db, { ...params, ...body }, by, at),
  ),
]
