import type { Resolvers } from '../../generated/graphql.ts'
import { findCustomers, pageOfCustomers } from '../../trade/records/customer-queries.ts'
import { connection } from '../connection.ts'

export const customer = {
  Query: {
    customers: (_root, { filter, ...page }, { db }) =>
      connection(page, (limit, after) => pageOfCustomers(db, filter ?? {}, limit, after)),
    customer: async (_root, { id }, { db }) => (await findCustomers(db, [id]))[0] ?? null,
  },
  Customer: {
    library: ({ libraryCode }, _args, { loaders }) => (libraryCode === null ? null : loaders.library.load(libraryCode)),
  },
} satisfies Resolvers
