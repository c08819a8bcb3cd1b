import type { Resolvers } from '../../generated/graphql.ts'
import { countEndpoints, criticalEndpoints, pageOfEndpoints } from '../../inventory/endpoints.ts'
import { subscribeUnavailable } from '../guards/authorize-operation.ts'
import { connectionOf } from '../connection.ts'
import type { Context } from '../context.ts'

export const inventory = {
  Query: {
    inventory: (_root, _args, { inventory }) => inventory,
  },
  Subscription: {
    inventory: {
      subscribe: subscribeUnavailable,
      resolve: (_root: unknown, _args: unknown, { inventory }: Context) => inventory,
    },
  },
  Inventory: {
    summary: (inventory) => countEndpoints(inventory),
    criticalEndpoints: ({ endpoints }) => criticalEndpoints(endpoints),
    areas: ({ areas }) => [...areas],
    endpoints: (inventory, { filter, ...page }) =>
      connectionOf(page, (limit, after) =>
        pageOfEndpoints(inventory, { ...filter, withoutArea: filter?.withoutArea ?? false }, limit, after),
      ),
  },
} satisfies Resolvers
