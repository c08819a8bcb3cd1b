import { z } from 'zod'
import { listAudit } from '../../audit/audit-queries.ts'
import { parseLimit } from '../../lib/pagination.ts'
import { adminRoute } from '../admin-route.ts'
import { AuditPage } from '../responses/audit.ts'
import { moment, paging, text } from '../zod-fields.ts'

const Query = z.strictObject({
  actor: text(300).optional().describe("Only entries of this actor: an operator's e-mail, `ingest` or `system`."),
  action: text(100).optional().describe('Only entries of this action, e.g. `customer.unlock`.'),
  object: text(400).optional().describe('Only entries about this object, as `kind:key`.'),
  from: moment.optional().describe('Only entries from this moment on.'),
  to: moment.optional().describe('Only entries from before this moment.'),
  ...paging,
})

/** The route that lists the audit trail. */
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
      operationId: 'listAudit',
      tag: 'Audit',
      summary: 'The audit trail',
      description: 'Every change that somebody makes, and every sign-in, newest first.',
      query: Query,
      answers: { 200: { description: 'A page of entries.', schema: AuditPage } },
    },
    ({ query }, { db }) => {
      const { limit, cursor = null, ...filter } = query
      return listAudit(db, filter, { limit: parseLimit(limit), cursor })
    },
  ),
]
