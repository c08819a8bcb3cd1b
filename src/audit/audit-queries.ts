import type { Database } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'
import type { AuditEntry, Prisma } from '../generated/prisma/client.ts'
import { toPage, readCursor, type Page } from '../lib/pagination.ts'

export type { AuditEntry }

/** Filter of audit entries; absent fields do not filter. `from` is inclusive, `to` is exclusive. */
export type AuditFilter = {
  actor?: string | null
  action?: string | null
  object?: string | null
  from?: Date | null
  to?: Date | null
}

/** A page of the audit trail, newest first. */
export async function listAudit(
  db: Database,
  filter: AuditFilter,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<Page<AuditEntry>> {
  const entries = await read(db, filter, limit, cursor === null ? null : readCursor(cursor))
  return toPage(entries, limit, ({ id }) => String(id))
}

/** The entries that follow the one with the id `after`, newest first, with the number of all entries that match. */
export async function listAuditConnection(db: Database, filter: AuditFilter, limit: number, after: string | null) {
  const entries = await read(db, filter, limit, after)
  const rows = entries.slice(0, limit).map((entry) => ({ ...entry, id: String(entry.id) }))
  return { rows, more: entries.length > limit, totalCount: await db.auditEntry.count({ where: matching(filter) }) }
}

/** An entry by its id; null if there is none. */
export async function findAuditEntry(db: Database, id: string) {
  const number = Number(id)
  if (!isId(number)) return null
  const entry = await db.auditEntry.findUnique({ where: { id: number } })
  return entry && { ...entry, id: String(entry.id) }
}

/** Reads one entry more than `limit`, which shows whether there is a next page. */
const read = (db: Database, filter: AuditFilter, limit: number, after: string | null): Promise<AuditEntry[]> =>
  db.auditEntry.findMany({
    where: { ...matching(filter), ...(after !== null && { id: { lt: idIn(after) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })

function matching({ actor, action, object, from, to }: AuditFilter): Prisma.AuditEntryWhereInput {
  return {
    ...(actor != null && { actor }),
    ...(action != null && { action }),
    ...(object != null && { object }),
    ...((from ?? to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
  }
}

function idIn(place: string): number {
  const id = Number(place)
  if (!isId(id))
    throw new DomainError('INVALID_INPUT', 'This cursor is none of the audit trail: start again without one.')
  return id
}

const isId = (number: number) => Number.isInteger(number) && number >= 0 && number <= 2_147_483_647
