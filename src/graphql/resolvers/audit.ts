import { findAuditEntry, listAuditConnection } from '../../audit/audit-queries.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import { connection } from '../connection.ts'

export const audit = {
  Query: {
    audit: (_root, { filter, ...page }, { db }) =>
      connection(page, (limit, after) => listAuditConnection(db, filter ?? {}, limit, after)),
    auditEntry: (_root, { id }, { db }) => findAuditEntry(db, id),
  },
} satisfies Resolvers
