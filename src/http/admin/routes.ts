import type { AdminRoute } from '../admin-route.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { customers } from './customers.ts'
import { endpoints } from './endpoints.ts'
import { integrations } from './integrations.ts'
import { libraries } from './libraries.ts'
import { notifications } from './notifications.ts'
import { searchRoutes } from './search.ts'

/** Every route of the admin API, which is also the inventory, in the order of the source document (section 4). */
export const adminRoutes: readonly AdminRoute[] = [
  ...auth,
  ...libraries,
  ...customers,
  ...notifications,
  ...integrations,
  ...searchRoutes,
  ...audit,
  ...endpoints,
]
