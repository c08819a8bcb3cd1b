import { inTransaction, type Database } from '../database/database.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { hashEntry, roundForJsonb } from './hash-chain.ts'

/** An audit entry to write. `actor` is an operator's e-mail, `ingest` or `system`; `object` is `kind:key`. */
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

/**
 * Appends an entry to the audit trail. Call it in the transaction of the change, so that both commit or neither, and as
 * its last write: all other writers of entries wait until the commit. Given the root database, it opens a transaction.
 * Control characters are escaped, so that an entry is always one line.
 */
export function writeAudit(db: Database, entry: NewAuditEntry): Promise<void> {
  return '$connect' in db ? inTransaction(db, (tx) => append(tx, entry)) : append(db, entry)
}

async function append(tx: Prisma.TransactionClient, { at, actor, action, object, ...rest }: NewAuditEntry) {
  const { id, previous } = await lockTail(tx)
  const entry = {
    id,
    at,
    actor: oneLine(actor),
    action: oneLine(action),
    object: oneLine(object),
    before: storable(rest.before),
    after: storable(rest.after),
    address: orNull(rest.address),
    requestId: orNull(rest.requestId),
    previous,
  }
  const hash = hashEntry(entry)
  await tx.auditEntry.create({
    data: { ...entry, before: entry.before ?? Prisma.DbNull, after: entry.after ?? Prisma.DbNull, hash },
  })
  await tx.auditHead.update({ where: { id: 1 }, data: { hash } })
}

// The row is locked until the commit, so entries are numbered and chained in the order in which they become visible.
async function lockTail(tx: Prisma.TransactionClient): Promise<{ id: number; previous: string }> {
  const [end] = await tx.$queryRaw<{ id: number; previous: string }[]>`
    UPDATE "AuditHead" SET "count" = "count" + 1 WHERE "id" = 1
    RETURNING "hash" AS "previous", nextval(pg_get_serial_sequence('"AuditEntry"', 'id'))::int AS "id"`
  if (!end) throw new Error('The audit trail has no end to write at: the row of AuditHead is gone.')
  return end
}

const orNull = (text: string | null | undefined) => (text == null ? null : oneLine(text))

const oneLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, encode)

/** The value as the database will return it, so that its hash can be verified. */
function storable(value: Prisma.InputJsonValue | null | undefined) {
  if (value == null) return null
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    // This key is lost when the value is written.
    if (key === '__proto__') return undefined
    // PostgreSQL cannot store NUL and lone surrogates: they are escaped.
    return typeof inner === 'string' ? inner.replace(/[\0\p{Cs}]/gu, encode) : roundForJsonb(inner)
  }) as Prisma.InputJsonValue & Prisma.JsonValue
}

const encode = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
