import type { Resolvers } from '../generated/graphql.ts'
import { pageOfEndpoints } from '../inventory/endpoints.ts'
import { explain } from '../monitoring/health/reason.ts'
import { connection } from './connection.ts'
import { health } from './health.ts'

export const endpoint = {
  Query: {
    endpoints: async (_root, { filter, ...page }, { inventory }) => {
      const present = await inventory()
      return connection(page, (limit, after) => pageOfEndpoints(present, filter ?? {}, limit, after))
    },
    endpoint: async (_root, { id }, { inventory }) => (await inventory()).byId.get(id) ?? null,
  },
  Endpoint: health,
  Evidence: {
    at: ({ at }) => new Date(at),
  },
  Transition: {
    reason: ({ evidence }) => explain(evidence),
  },
} satisfies Resolvers
