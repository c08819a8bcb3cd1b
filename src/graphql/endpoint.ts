import type { Resolvers } from '../generated/graphql.ts'
import { findEndpoints, pageOfEndpoints } from '../inventory/endpoints.ts'
import { explain } from '../monitoring/health/reason.ts'
import { connection } from './connection.ts'
import { health } from './health.ts'

export const endpoint = {
  Query: {
    endpoints: (_root, { filter, ...page }, { db }) =>
      connection(page, (limit, after) => pageOfEndpoints(db, filter ?? {}, limit, after)),
    endpoint: async (_root, { id }, { db }) => (await findEndpoints(db, [id]))[0] ?? null,
  },
  Endpoint: health,
  Evidence: {
    at: ({ at }) => new Date(at),
  },
  Transition: {
    reason: ({ evidence }) => explain(evidence),
  },
} satisfies Resolvers
