import { z } from 'zod'
import { can } from '../../auth/permissions.ts'
import { parseLimit } from '../../lib/pagination.ts'
import { search } from '../../trade/search/search.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { Found } from '../responses/search.ts'
import { limit, text } from '../fields/zod-fields.ts'

/** Default number of hits of each kind. Low, because a more precise query is better than a longer list. */
const defaultLimit = 10

const Query = z.strictObject({
  q: text(100).describe('Search text: an ID, words in any order, or parts of them. Accents and case are ignored.'),
  limit: limit(defaultLimit),
})

/** The route of the search over libraries, customers, endpoints, incidents and SINLI messages. */
export const searchRoutes = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/search/',
      areaId: 'busqueda',
      authRequired: true,
      critical: false,
      may: 'read:Search',
      operationId: 'search',
      tag: 'Search',
      summary: 'Search all objects',
      description:
        'Searches libraries, customers, endpoints, incidents and SINLI messages. If nothing matches exactly, the ' +
        'search tolerates typing errors. `limit` applies to each group. Groups that the caller may not read are not ' +
        'searched: `missingPermission` names what would allow it.',
      query: Query,
      answers: { 200: { description: 'Results by group.', schema: Found } },
    },
    async ({ viewer, query: { q, limit = defaultLimit } }, { db }) => ({
      q,
      ...(await search(db, q, parseLimit(limit), (permission) => can(viewer, permission))),
    }),
  ),
]
