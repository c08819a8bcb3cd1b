import { isInInventory, type AdminRoute, type InventoryRoute } from '../routing/admin-route.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { customers } from './customers.ts'
import { deliveries } from './deliveries.ts'
import { dependencies } from './dependencies.ts'
import { destinations } from './destinations.ts'
import { endpoints } from './endpoints.ts'
import { heartbeats } from './heartbeats.ts'
import { incidentActions } from './incident-actions.ts'
import { incidents } from './incidents.ts'
import { integrations } from './integrations.ts'
import { libraries } from './libraries.ts'
import { maintenances } from './maintenances.ts'
import { mutes } from './mutes.ts'
import { notifications } from './notifications.ts'
import { searchRoutes } from './search.ts'
import { services } from './services.ts'
import { sinliMailbox } from './sinli-mailbox.ts'
import { tokens } from './tokens.ts'

/** Every route of the admin API, those of the inventory in the order of the source document (section 4). */
export const adminRoutes: readonly AdminRoute[] = [
  ...auth,
  ...libraries,
  ...customers,
  ...notifications,
  ...integrations,
  ...sinliMailbox,
  ...searchRoutes,
  ...audit,
  ...endpoints,
  ...services,
  ...incidents,
  ...incidentActions,
  ...tokens,
  ...destinations,
  ...deliveries,
  ...mutes,
  ...maintenances,
  ...dependencies,
  ...heartbeats,
]

/** The routes that are the inventory. */
export const inventoryRoutes: readonly InventoryRoute[] = adminRoutes.filter(isInInventory)
