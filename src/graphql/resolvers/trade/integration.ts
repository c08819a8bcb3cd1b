import type { Resolvers } from '../../../generated/graphql.ts'
import { findIntegrations, listIntegrations } from '../../../trade/records/integrations.ts'
import { sliceListBy } from '../../list-slice.ts'
import { health } from '../monitoring/health-fields.ts'

export const integration = {
  Query: {
    integrations: async (_root, slice, { db }) => sliceListBy(({ key }) => key, await listIntegrations(db), slice),
    integration: async (_root, { id }, { db }) => (await findIntegrations(db, [id]))[0] ?? null,
  },
  Integration: {
    id: ({ key }) => key,
    heartbeat: ({ subjectId }, _args, { loaders }) => loaders.heartbeat.load(subjectId),
    hosts: async ({ subjectId }, _args, { loaders }) => (await loaders.hosts.load(subjectId))?.hosts ?? [],
    ...health,
  },
} satisfies Resolvers
