import type { Resolvers } from '../generated/graphql.ts'
import { countStates, worstOf } from '../inventory/areas.ts'
import type { Context } from './context.ts'

export const area = {
  Query: {
    area: async (_root, { id }, { inventory }) => (await inventory()).areas.find((area) => area.id === id) ?? null,
    areas: async (_root, _args, { inventory }) => [...(await inventory()).areas],
  },
  Area: {
    state: async ({ id }, _args, context) => worstOf(await statesIn(id, context)),
    endpointCount: async ({ id }, _args, context) => (await endpointsIn(id, context)).length,
    stateCounts: async ({ id }, _args, context) => countStates(await statesIn(id, context)),
    endpoints: ({ id }, _args, context) => endpointsIn(id, context),
  },
} satisfies Resolvers

const endpointsIn = async (areaId: string, { inventory }: Context) => [
  ...((await inventory()).byArea.get(areaId) ?? []),
]

const statesIn = async (areaId: string, context: Context) =>
  (await endpointsIn(areaId, context)).map(({ subject }) => subject.state)
