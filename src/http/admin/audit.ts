import { z } from 'zod'
import { listAudit } from '../../audit/entries.ts'
import { limitOf } from '../../pages.ts'
import { adminRoute } from '../admin-route.ts'
import { moment, paging, text } from '../inputs.ts'

const Query = z.strictObject({
  actor: text(300).optional(),
  action: text(100).optional(),
  object: text(400).optional(),
  from: moment.optional(),
  to: moment.optional(),
  ...paging,
})

/** The audit trail. */
export const audit = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/audit/',
      areaId: null,
      authRequired: true,
      critical: true,
      probe: true,
      may: 'read:Audit',
    },
    ({ query }, { db }) => {
      const { limit, cursor = null, ...filter } = Query.parse(query)
      return listAudit(db, filter, { limit: limitOf(limit), cursor })
    },
  ),
]
