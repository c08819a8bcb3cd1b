import { can, type Permission } from '../../../auth/permissions.ts'
import type { Resolvers, SearchGroupKind } from '../../../generated/graphql.ts'
import { findEndpoint } from '../../../inventory/inventory.ts'
import { search as searchEverything, type Hit, type HitGroup } from '../../../trade/search/search.ts'
import { parseFirst } from '../../connection.ts'
import type { Context } from '../../context.ts'
import { requireText } from '../../input-text.ts'

/** A hit with the group it is in. */
export type SearchHitNode = Hit & { kind: SearchGroupKind }

export const search = {
  Query: {
    search: async (_root, { query: input, first }, { db, requireViewer }) => {
      const query = requireText(input, { field: 'query', maxLength: 100 })
      const may = (permission: Permission) => can(requireViewer(), permission)
      return { query, ...(await searchEverything(db, query, parseFirst(first), may)) }
    },
  },
  SearchResult: {
    hitCount: ({ groups }) => groups.reduce((sum, { hits }) => sum + hits.length, 0),
  },
  SearchGroup: {
    kind: ({ group }) => kinds[group],
    hits: ({ group, hits }) => hits.map((hit) => ({ ...hit, kind: kinds[group] })),
    hitCount: ({ hits }) => hits.length,
    hasMore: ({ more }) => more,
  },
  SearchHit: {
    nodeId: ({ id }) => id,
    node: async ({ id, kind }, _args, context) => {
      const node = await nodeOf[kind](id, context)
      return node && { ...node, searchKind: kind }
    },
  },
  SearchNode: {
    // The resolver of `node` adds `searchKind`, which the row types do not have.
    __resolveType: (node) => typeNames[(node as unknown as { searchKind: SearchGroupKind }).searchKind],
  },
} satisfies Resolvers

const kinds = {
  libraries: 'LIBRARIES',
  customers: 'CUSTOMERS',
  endpoints: 'ENDPOINTS',
  incidents: 'INCIDENTS',
  messages: 'SINLI_MESSAGES',
} as const satisfies Record<HitGroup['group'], SearchGroupKind>

const typeNames = {
  LIBRARIES: 'Library',
  CUSTOMERS: 'Customer',
  ENDPOINTS: 'Endpoint',
  INCIDENTS: 'Incident',
  SINLI_MESSAGES: 'SinliMessage',
} as const satisfies Record<SearchGroupKind, string>

const nodeOf = {
  LIBRARIES: (id: string, { loaders }: Context) => loaders.library.load(id),
  CUSTOMERS: (id: string, { loaders }: Context) => loaders.customer.load(id),
  ENDPOINTS: (id: string, { inventory }: Context) => findEndpoint(inventory, id) ?? null,
  INCIDENTS: (id: string, { loaders }: Context) => loaders.incident.load(id),
  SINLI_MESSAGES: (id: string, { loaders }: Context) => loaders.sinliMessage.load(id),
}
