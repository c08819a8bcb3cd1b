import type { Resolvers } from '../../../generated/graphql.ts'
import {
  countCustomers,
  findCustomers,
  listCustomers,
  listOrderedCustomers,
} from '../../../trade/records/customer-queries.ts'
import { unlock, type Customer } from '../../../trade/records/customers.ts'
import { optionalText } from '../../input-text.ts'
import { connection, orderOf, withTotal } from '../../connection.ts'
import { actorOf, timeOf } from '../../context.ts'

export const customer = {
  Query: {
    customers: (_root, { filter, orderBy, ...page }, { db }) =>
      connection(page, (limit, after) =>
        withTotal<Customer & { place?: string }>(
          orderBy
            ? listOrderedCustomers(db, { filter: filter ?? {}, order: orderOf(orderBy) }, limit, after)
            : listCustomers(db, filter ?? {}, limit, after),
          () => countCustomers(db, filter ?? {}),
        ),
      ),
    customer: async (_root, { id }, { db }) => (await findCustomers(db, [id]))[0] ?? null,
  },
  Mutation: {
    unlockCustomer: async (_root, { input: { id, reason } }, context) => {
      const text = optionalText(reason, { field: 'reason', maxLength: 500 })
      return { customer: await unlock(context.db, { id, reason: text }, actorOf(context), timeOf(context)) }
    },
  },
  Customer: {
    library: ({ libraryCode }, _args, { loaders }) => (libraryCode === null ? null : loaders.library.load(libraryCode)),
  },
} satisfies Resolvers
