import type { Resolvers } from '../../generated/graphql.ts'
import { pageOfEndpoints } from '../../inventory/endpoints.ts'
import { explain } from '../../monitoring/health/reason-text.ts'
import { connectionOf } from '../connection.ts'
import { health } from './health-fields.ts'

export const endpoint = {
  Query: {
    endpoints: (_root, { filter, ...page }, { inventory }) =>
      connectionOf(page, (limit, after) => pageOfEndpoints(inventory, filter ?? {}, limit, after)),
    endpoint: (_root, { id }, { inventory }) => inventory.byId.get(id) ?? null,
  },
  Endpoint: health,
  Evidence: {
    at: ({ at }) => new Date(at),
  },
  Transition: {
    reason: ({ evidence }) => explain(evidence),
  },
} satisfies Resolvers
