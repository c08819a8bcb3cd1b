import type { Resolvers } from '../generated/graphql.ts'
import { countStates, findAreas, listAreas, worstOf } from '../inventory/areas.ts'
import type { Context } from './context.ts'

export const area = {
  Query: {
    area: async (_root, { id }, { db }) => (await findAreas(db, [id]))[0] ?? null,
    areas: (_root, _args, { db }) => listAreas(db),
  },
  Area: {
    state: async ({ id }, _args, context) => worstOf(await statesIn(id, context)),
    endpointCount: async ({ id }, _args, context) => (await statesIn(id, context)).length,
    stateCounts: async ({ id }, _args, context) => countStates(await statesIn(id, context)),
    endpoints: ({ id }, _args, { loaders }) => loaders.endpointsInArea.load(id),
  },
} satisfies Resolvers

const statesIn = async (areaId: string, { loaders }: Context) =>
  (await loaders.endpointsInArea.load(areaId)).map((endpoint) => endpoint.subject.state)
