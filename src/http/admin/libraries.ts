import { z } from 'zod'
import { labels } from '../../monitoring/health/state-labels.ts'
import { parseLimit } from '../../lib/pagination.ts'
import { listLibraries, type Library } from '../../trade/records/libraries.ts'
import { adminRoute } from '../admin-route.ts'
import { Libraries } from '../responses/trade.ts'
import { paging, State, text } from '../zod-fields.ts'

const Query = z.strictObject({
  q: text(100, 0)
    .optional()
    .describe('Only libraries whose code, name, SINLI id, e-mail, city or province contains this text.'),
  state: State().optional().describe('Only libraries in this state.'),
  ...paging,
})

/** The route that lists libraries. */
export const libraries = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/libraries/',
      areaId: 'clientes',
      authRequired: true,
      critical: true,
      probe: true,
      may: 'read:Library',
      operationId: 'listLibraries',
      tag: 'Trade',
      summary: 'Libraries',
      description: 'The bookshops of the platform with the state of their operations, by code.',
      query: Query,
      answers: { 200: { description: 'A page of libraries.', schema: Libraries } },
    },
    async ({ query }, { db }) => {
      const { limit, cursor = null, ...filter } = query
      const page = await listLibraries(db, filter, { limit: parseLimit(limit), cursor })
      return { ...page, items: page.items.map(libraryBody) }
    },
  ),
]

/** The REST representation of a library: its state is a label. */
export const libraryBody = (library: Library) => ({ ...library, state: labels[library.state] })
