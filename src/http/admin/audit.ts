import { z } from 'zod'
import { listAudit } from '../../audit/audit-queries.ts'
import { withObjectNames } from '../../audit/object-names.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { listPage } from '../list-page.ts'
import { AuditPage } from '../responses/audit.ts'
import { flag } from '../fields/basic-fields.ts'
import { moment, paging, text } from '../fields/zod-fields.ts'

const Query = z.strictObject({
  actor: text(300).optional().describe("Only entries of this actor: an operator's e-mail, `ingest` or `system`."),
  action: text(100).optional().describe('Only entries with this action, e.g. `customer.unlock`.'),
  object: text(400).optional().describe('Only entries on this object, as `kind:key`.'),
  from: moment.optional().describe('Only entries at or after this time.'),
  to: moment.optional().describe('Only entries before this time.'),
  dryRun: flag
    .optional()
    .describe('For the action `integration.replay`: only dry runs (`true`) or only replays that are none (`false`).'),
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
      summary: 'List the audit trail',
      description: 'Changes and sign-ins, newest first.',
      query: Query,
      answers: { 200: { description: 'A page of entries.', schema: AuditPage } },
    },
    ({ query: { limit, cursor, ...filter } }, { db }) =>
      listPage(
        { limit, cursor },
        async (limit, after) => {
          const { rows, more } = await listAudit(db, filter, limit, after)
          return { rows: await withObjectNames(db, rows), more }
        },
        ({ id }) => String(id),
      ),
  ),
]
