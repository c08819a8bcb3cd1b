import { commit } from '../../src/audit/commit.ts'
import type { AuditSource, NewAuditEntry } from '../../src/audit/new-entry.ts'
import type { RootDatabase } from '../../src/database/database.ts'

/** An entry with the columns of its source. */
export type WrittenEntry = Omit<NewAuditEntry, 'by'> & AuditSource

/** Appends an entry to the audit trail. */
export const writeAudit = (db: RootDatabase, { at, action, object, before, after, ...by }: WrittenEntry) =>
  commit(db, () => ({ audit: [{ by, at, action, object, before, after }] }))
