import { inTransaction, type Database } from '../database/database.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { AuditAction } from './actions.ts'
import { hashEntry, roundForJsonb } from './hash-chain.ts'

/** An audit entry to write. `actor` is an operator's e-mail, `ingest` or `system`; `object` is `kind:key`. */
export type NewAuditEntry = {
  at: Date
  actor: string
  /** The name of the API token that the actor used. */
  tokenName?: string | null
  action: AuditAction
  object: string
  before?: Prisma.InputJsonValue | null
  after?: Prisma.InputJsonValue | null
  address?: string | null
  requestId?: string | null
  /** The trace of the request, 32 hexadecimal digits. */
  traceId?: string | null
}

/**
 * Appends an entry to the audit trail. Call it in the transaction of the change, so that both commit or neither, and as
 * its last write: all other writers of entries wait until the commit. Given the root database, it opens a transaction.
 * Control characters are escaped, so that an entry is always one line.
 */
export function writeAudit(db: Database, entry: NewAuditEntry): Promise<void> {
  return writeAuditEntries(db, [entry])
}

/** Appends several entries to the audit trail, in this order and in two statements; otherwise as `writeAudit` does. */
export function writeAuditEntries(db: Database, entries: readonly NewAuditEntry[]): Promise<void> {
  return '$connect' in db ? inTransaction(db, (tx) => append(tx, entries)) : append(db, entries)
}

async function append(tx: Prisma.TransactionClient, added: readonly NewAuditEntry[]) {
  if (added.length === 0) return
  const tail = await lockTail(tx, added.length)
  let { hash } = tail
  const rows = added.map((entry, index) => {
    const row = rowOf(entry, { id: tail.firstId + index, previous: hash })
    hash = row.hash
    return row
  })
  await tx.$executeRaw`
    WITH entries AS (
      INSERT INTO "AuditEntry" ("id", "at", "actor", "tokenName", "action", "object", "before", "after", "address",
        "requestId", "traceId", "previous", "hash")
      SELECT "id", "at", "actor", "tokenName", "action", "object", "before", "after", "address", "requestId", "traceId",
        "previous", "hash"
      FROM jsonb_populate_recordset(NULL::"AuditEntry", ${JSON.stringify(rows)}::jsonb)
    )
    UPDATE "AuditHead" SET "hash" = ${hash} WHERE "id" = 1`
}

function rowOf(
  { at, actor, action, object, ...rest }: NewAuditEntry,
  { id, previous }: { id: number; previous: string },
) {
  const entry = {
    id,
    at,
    actor: oneLine(actor),
    tokenName: orNull(rest.tokenName),
    action,
    object: oneLine(object),
    before: storable(rest.before),
    after: storable(rest.after),
    address: orNull(rest.address),
    requestId: orNull(rest.requestId),
    traceId: orNull(rest.traceId),
    previous,
  }
  return { ...entry, hash: hashEntry(entry) }
}

// The row stays locked until the commit, so entries are numbered and chained in commit order. Only the lock's holder
// takes numbers, so those of one transaction are consecutive.
async function lockTail(tx: Prisma.TransactionClient, count: number): Promise<{ firstId: number; hash: string }> {
  const [tail] = await tx.$queryRaw<{ firstId: number; hash: string }[]>`
    WITH head AS (
      UPDATE "AuditHead" SET "count" = "count" + ${count} WHERE "id" = 1 RETURNING "hash"
    ), tail AS (
      SELECT "hash", pg_get_serial_sequence('"AuditEntry"', 'id')::regclass AS "sequence" FROM head
    )
    SELECT "hash", (setval("sequence", nextval("sequence") + ${count} - 1) - ${count} + 1)::int AS "firstId" FROM tail`
  if (!tail) throw new Error('The row of AuditHead is missing: no audit entry can be appended.')
  return tail
}

const orNull = (text: string | null | undefined) => (text == null ? null : oneLine(text))

const oneLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, encode)

/** The value as the database returns it, so that its hash can be verified. */
function storable(value: Prisma.InputJsonValue | null | undefined) {
  if (value == null) return null
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    // Dropped here because writing the value loses this key, and the hash must match what is stored.
    if (key === '__proto__') return undefined
    // PostgreSQL cannot store NUL and lone surrogates: they are escaped.
    return typeof inner === 'string' ? inner.replace(/[\0\p{Cs}]/gu, encode) : roundForJsonb(inner)
  }) as Prisma.InputJsonValue & Prisma.JsonValue
}

const encode = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
