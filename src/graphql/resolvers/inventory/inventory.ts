import type { Resolvers } from '../../../generated/graphql.ts'
import { countEndpoints, criticalEndpoints } from '../../../inventory/endpoints.ts'
import { subscribeUnavailable } from '../../subscriptions/subscribe.ts'
import type { Context } from '../../context.ts'
import { firstOf, sliceList } from '../../list-slice.ts'
import { endpointPage } from './endpoint.ts'

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
    criticalEndpoints: ({ endpoints }, slice) => sliceList(criticalEndpoints(endpoints), slice),
    areas: ({ areas }) => [...areas],
    services: ({ services }, slice) => firstOf(services, slice),
    endpoints: (inventory, { filter, includeWithoutArea, ...page }, context) => {
      const withoutArea = filter?.withoutArea ?? (includeWithoutArea ? null : false)
      return endpointPage(inventory, { ...filter, withoutArea }, page, context)
    },
  },
} satisfies Resolvers
