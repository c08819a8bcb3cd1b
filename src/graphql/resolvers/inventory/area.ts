import type { Resolvers } from '../../../generated/graphql.ts'
import { countStates, worstState } from '../../../inventory/areas.ts'
import type { Inventory } from '../../../inventory/inventory.ts'
import { sliceList } from '../../list-slice.ts'

export const area = {
  Query: {
    area: (_root, { id }, { inventory }) => inventory.areas.find((area) => area.id === id) ?? null,
    areas: (_root, _args, { inventory }) => [...inventory.areas],
  },
  Area: {
    state: ({ id }, _args, { inventory }) => worstState(statesIn(id, inventory)),
    endpointCount: ({ id }, _args, { inventory }) => endpointsIn(id, inventory).length,
    stateCounts: ({ id }, _args, { inventory }) => countStates(statesIn(id, inventory)),
    endpoints: ({ id }, slice, { inventory }) => sliceList(endpointsIn(id, inventory), slice),
  },
} satisfies Resolvers

const endpointsIn = (areaId: string, { byArea }: Inventory) => byArea.get(areaId) ?? []

const statesIn = (areaId: string, inventory: Inventory) => endpointsIn(areaId, inventory).map(({ state }) => state)
