import { z } from 'zod'
import { limitOf } from '../../pages.ts'
import { search } from '../../trade/search.ts'
import { adminRoute } from '../admin-route.ts'
import { paging, text } from '../inputs.ts'

/** So many hits of each sort unless told: who does not find it among them looks for something more precise. */
const usual = '10'

const Query = z.strictObject({ q: text(100), limit: paging.limit })

/** The search over everything. */
export const searching = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/search/',
      areaId: 'busqueda',
      authRequired: true,
      critical: false,
      may: 'read:Search',
    },
    async ({ query }, { db }) => {
      const { q, limit = usual } = Query.parse(query)
      return { q, groups: await search(db, q, limitOf(limit)) }
    },
  ),
]
