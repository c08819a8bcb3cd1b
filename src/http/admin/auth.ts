import { z } from 'zod'
import { permissionsOf } from '../../access/permissions.ts'
import type { SignedIn } from '../../access/sessions.ts'
import { unlock } from '../../trade/customers.ts'
import { adminRoute } from '../admin-route.ts'
import { text } from '../inputs.ts'

/** A session as REST tells it. `expiresAt` is when it ends if nothing more is asked. */
export const sessionBody = ({ operator, expiresAt }: SignedIn, environment: string) => ({
  operator,
  role: operator.role,
  environment,
  expiresAt,
  permissions: permissionsOf(operator.role),
})

const Customer = z.object({ id: text(100) })
const Unlocking = z.strictObject({
  reason: text(500)
    .nullish()
    .transform((reason) => reason ?? null),
})

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
    },
    ({ params, body, by, at }, { db }) => unlock(db, { ...Customer.parse(params), ...Unlocking.parse(body) }, by, at),
  ),
]
