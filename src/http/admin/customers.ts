import { z } from 'zod'
import { DomainError } from '../../lib/errors.ts'
import { findCustomers, listCustomers } from '../../trade/records/customer-queries.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { listPage } from '../list-page.ts'
import { Customer, Customers } from '../responses/trade.ts'
import { flag } from '../fields/basic-fields.ts'
import { paging, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const Query = z.strictObject({
  q: text(100, 0).optional().describe(descriptionOf('CustomerFilter.search')),
  locked: flag.optional().describe('`true`: only customers whose login is locked. `false`: only the others.'),
  ...paging,
})

const Params = z.object({ id: text(100).describe('Identifier of the customer on the platform.') })

/** The routes that list customers and read one. */
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
      summary: 'List customers',
      description: 'Customers of the platform with the locks of their logins, by ID.',
      query: Query,
      answers: { 200: { description: descriptionOf('CustomerConnection'), schema: Customers } },
    },
    ({ query: { q, locked, ...page } }, { db }) =>
      listPage(
        page,
        (limit, after) => listCustomers(db, { search: q ?? null, locked: locked ?? null }, limit, after),
        ({ id }) => id,
      ),
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/customers/:id/',
      inventory: false,
      may: 'read:Customer',
      operationId: 'readCustomer',
      tag: 'Trade',
      summary: 'Get a customer',
      description: 'A customer of the platform with the lock of their login.',
      params: Params,
      answers: { 200: { description: 'The customer.', schema: Customer } },
      refusals: { 404: 'There is no such customer.' },
    },
    async ({ params: { id } }, { db }) => {
      const [customer] = await findCustomers(db, [id])
      if (!customer) throw new DomainError('NOT_FOUND', { code: 'NO_CUSTOMER', parameters: { id } })
      return customer
    },
  ),
]
