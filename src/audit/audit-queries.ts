import type { Database } from '../database/database.ts'
import { ofAnotherList } from '../lib/ordering.ts'
import { escapeLike } from '../lib/text-folding.ts'
import type { AuditEntry, Prisma } from '../generated/prisma/client.ts'

export type { AuditEntry }

/** Filter of audit entries; absent fields do not filter. `from` is inclusive, `to` is exclusive. */
export type AuditFilter = {
  actor?: string | null
  action?: string | null
  object?: string | null
  from?: Date | null
  to?: Date | null
  requestId?: string | null
  traceId?: string | null
  /** True: only dry runs of replays. False: only replays that were not dry runs. */
  dryRun?: boolean | null
  /** Text in the actor, the action or the object. */
  search?: string | null
}

/** The entries that match, newest first, at most `limit`. `after` is the id of the last entry already listed. */
export async function listAudit(db: Database, filter: AuditFilter, limit: number, after: string | null) {
  const entries = await db.auditEntry.findMany({
    where: { ...whereOf(filter), ...(after !== null && { id: { lt: parseId(after) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return { rows: entries.slice(0, limit), more: entries.length > limit }
}

/** The number of entries that match. */
export const countAudit = (db: Database, filter: AuditFilter): Promise<number> =>
  db.auditEntry.count({ where: whereOf(filter) })

/** An entry by its id; null if there is none. */
export async function findAuditEntry(db: Database, id: string): Promise<AuditEntry | null> {
  const number = Number(id)
  return isId(number) ? db.auditEntry.findUnique({ where: { id: number } }) : null
}

function whereOf({ from, to, search, dryRun, ...equal }: AuditFilter): Prisma.AuditEntryWhereInput {
  return {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value != null)),
    ...((from ?? to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
    ...(dryRun != null && { before: { path: ['dryRun'], equals: dryRun } }),
    ...searchWhere(search?.trim() ?? ''),
  }
}

function searchWhere(text: string): Prisma.AuditEntryWhereInput {
  if (text === '') return {}
  const contains = { contains: escapeLike(text), mode: 'insensitive' as const }
  return { OR: [{ actor: contains }, { action: contains }, { object: contains }] }
}

function parseId(text: string): number {
  const id = Number(text)
  if (!isId(id)) throw ofAnotherList()
  return id
}

const isId = (number: number) => Number.isInteger(number) && number >= 0 && number <= 2_147_483_647
