import { z } from 'zod'
import { limitOf } from '../../pages.ts'
import { listCustomers } from '../../trade/customers.ts'
import { adminRoute } from '../admin-route.ts'
import { flag, paging, text } from '../inputs.ts'

const Query = z.strictObject({ q: text(100, 0).optional(), locked: flag.optional(), ...paging })

/** The page of customers. */
export const customers = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/customers/',
      areaId: 'clientes',
      authRequired: true,
      critical: true,
      probe: true,
      may: 'read:Customer',
    },
    ({ query }, { db }) => {
      const { limit, cursor = null, ...filter } = Query.parse(query)
      return listCustomers(db, filter, { limit: limitOf(limit), cursor })
    },
  ),
]
