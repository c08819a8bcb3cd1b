import { countAudit, findAuditEntry, listAudit, type AuditEntry } from '../../audit/audit-queries.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import { connection, withTotal } from '../connection.ts'

export const audit = {
  Query: {
    audit: (_root, { filter, ...page }, { db }) =>
      connection(page, async (limit, after) => {
        const { rows, ...rest } = await withTotal(listAudit(db, filter ?? {}, limit, after), () =>
          countAudit(db, filter ?? {}),
        )
        return { rows: rows.map(withTextId), ...rest }
      }),
    auditEntry: async (_root, { id }, { db }) => {
      const entry = await findAuditEntry(db, id)
      return entry && withTextId(entry)
    },
  },
  AuditEntry: {
    operator: ({ actor }, _args, { loaders }) => (actor.includes('@') ? loaders.accountByEmail.load(actor) : null),
    objectName: async ({ object }, _args, { loaders }) => (await loaders.auditObjectName.load(object))?.name ?? null,
  },
} satisfies Resolvers

const withTextId = (entry: AuditEntry) => ({ ...entry, id: String(entry.id) })
