import { z } from 'zod'
import { labels } from '../../monitoring/health/labels.ts'
import { limitOf } from '../../pages.ts'
import { listLibraries, type Library } from '../../trade/libraries.ts'
import { adminRoute } from '../admin-route.ts'
import { paging, State, text } from '../inputs.ts'

const Query = z.strictObject({ q: text(100, 0).optional(), state: State().optional(), ...paging })

/** The page of libraries. */
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
    },
    async ({ query }, { db }) => {
      const { limit, cursor = null, ...filter } = Query.parse(query)
      const page = await listLibraries(db, filter, { limit: limitOf(limit), cursor })
      return { ...page, items: page.items.map(libraryBody) }
    },
  ),
]

/** A library as REST tells it: its state by label. */
export const libraryBody = (library: Library) => ({ ...library, state: labels[library.state] })
