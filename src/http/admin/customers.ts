import { z } from 'zod'
import { parseLimit } from '../../lib/pagination.ts'
import { listCustomers } from '../../trade/records/customer-queries.ts'
import { adminRoute } from '../admin-route.ts'
import { Customers } from '../responses/trade.ts'
import { flag, paging, text } from '../zod-fields.ts'

const Query = z.strictObject({
  q: text(100, 0).optional().describe('Only customers whose id, name, e-mail or library’s code contains this text.'),
  locked: flag.optional().describe('`true`: only customers whose login is locked. `false`: only the others.'),
  ...paging,
})

/** The route that lists customers. */
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
      operationId: 'listCustomers',
      tag: 'Trade',
      summary: 'Customers',
      description: 'The customers of the platform with the locks of their logins, by id.',
      query: Query,
      answers: { 200: { description: 'A page of customers.', schema: Customers } },
    },
    ({ query }, { db }) => {
      const { limit, cursor = null, ...filter } = query
      return listCustomers(db, filter, { limit: parseLimit(limit), cursor })
    },
  ),
]
