import { z } from 'zod'
import { parseLimit } from '../../lib/pagination.ts'
import { search } from '../../trade/search/search.ts'
import { adminRoute } from '../admin-route.ts'
import { Found } from '../responses/search.ts'
import { limit, text } from '../zod-fields.ts'

/** Default number of hits of each kind; a more precise query is better than a longer list. */
const usual = 10

const Query = z.strictObject({
  q: text(100).describe('What to look for: an id, words in any order, a part of them. Accents and case do not matter.'),
  limit: limit(usual),
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
      summary: 'Search over everything',
      description:
        'Libraries, customers, endpoints, incidents and SINLI messages. Where nothing is written as asked for, what is a ' +
        'slip of the finger away from it is found. `limit` counts for each sort.',
      query: Query,
      answers: { 200: { description: 'What was found, by sort.', schema: Found } },
    },
    async ({ query: { q, limit = usual } }, { db }) => ({ q, groups: await search(db, q, parseLimit(limit)) }),
  ),
]
