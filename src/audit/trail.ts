import type { Database } from '../database/database.ts'
import { Prisma, type AuditEntry } from '../generated/prisma/client.ts'
import { pageOf, readCursor, type Page } from '../pages.ts'
import { Refusal } from '../errors.ts'

export type { AuditEntry }

/** Who did what to what. `actor` is an operator's e-mail, `ingest` or `system`; `object` is `kind:key`. */
export type NewAuditEntry = {
  at: Date
  actor: string
  action: string
  object: string
  before?: Prisma.InputJsonValue | null
  after?: Prisma.InputJsonValue | null
  address?: string | null
  requestId?: string | null
}

/** Which entries to list; what is absent does not filter. `from` is included, `to` is not. */
export type AuditFilter = { actor?: string; action?: string; object?: string; from?: Date; to?: Date }

/**
 * Writes an entry. Call it inside the transaction of what it tells, so that neither happens without the other. Control
 * characters are encoded: an entry is always one line.
 */
export async function writeAudit(
  tx: Database,
  { before, after, actor, object, ...entry }: NewAuditEntry,
): Promise<void> {
  await tx.auditEntry.create({
    data: {
      ...entry,
      actor: oneLine(actor),
      object: oneLine(object),
      before: before ?? Prisma.DbNull,
      after: after ?? Prisma.DbNull,
    },
  })
}

/** A page of the trail, newest first. */
export async function listAudit(
  db: Database,
  filter: AuditFilter,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<Page<AuditEntry>> {
  const entries = await db.auditEntry.findMany({
    where: { ...matching(filter), ...(cursor !== null && { id: { lt: idIn(cursor) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return pageOf(entries, limit, ({ id }) => String(id))
}

function matching({ actor, action, object, from, to }: AuditFilter): Prisma.AuditEntryWhereInput {
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(object !== undefined && { object }),
    ...((from ?? to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
  }
}

function idIn(cursor: string): number {
  const id = Number(readCursor(cursor))
  if (!Number.isInteger(id) || id < 0 || id > 2_147_483_647)
    throw new Refusal('INVALID_INPUT', 'This cursor is none of the audit trail: start again without one.')
  return id
}

const oneLine = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
