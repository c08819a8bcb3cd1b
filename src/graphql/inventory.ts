import type { Resolvers } from '../generated/graphql.ts'
import { listAreas } from '../inventory/areas.ts'
import { countEndpoints, listCriticalEndpoints, pageOfEndpoints } from '../inventory/endpoints.ts'
import { readRevision } from '../database/revision.ts'
import { connection } from './connection.ts'

export const inventory = {
  Query: {
    // The revision is read first: what is read after it can only be newer, and is then told again.
    inventory: async (_root, _args, { db }) => ({ revision: await readRevision(db, 'inventory') }),
  },
  Subscription: {
    inventory: {
      subscribe: (_root, _args, { feeds }) => feeds.inventory.listen(),
      resolve: (revised: { revision: number }) => revised,
    },
  },
  Inventory: {
    summary: (_inventory, _args, { db }) => countEndpoints(db),
    criticalEndpoints: (_inventory, _args, { db }) => listCriticalEndpoints(db),
    areas: (_inventory, _args, { db }) => listAreas(db),
    endpoints: (_inventory, { filter, ...page }, { db }) =>
      connection(page, (limit, after) =>
        pageOfEndpoints(db, { ...filter, withoutArea: filter?.withoutArea ?? false }, limit, after),
      ),
  },
} satisfies Resolvers
