import { channel } from '../database/coordination/notify.ts'
import { addChangedTopics } from '../database/coordination/own-commits.ts'
import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import type { View } from '../database/revision.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { log } from '../lib/log.ts'
import { rowOf, type NewAuditEntry } from './new-entry.ts'

/** A part of what a transaction changes, beside its rows. */
export type ChangePart = {
  /** The views that show the change. Their revisions advance, and the commit notifies all instances. */
  views?: readonly View[]
  /** The row ids of subjects that are marked with the revision of the inventory, which must be among the views. */
  changed?: readonly number[]
  /** The audit entries of the change, in the order in which they are appended. */
  audit?: readonly NewAuditEntry[]
}

/** `notifies` is false for one of several transactions that are announced together, by a `notify` after the last. */
type Change = ChangePart & { notifies?: boolean }

type Work<T> = (tx: Prisma.TransactionClient) => T | Promise<T>

/**
 * Runs `work` in a transaction and returns its result. The transaction then advances the revisions of the views that it
 * names, and appends its audit entries last: all transactions lock the changed rows first, subjects by id, the revision
 * rows after them and the end of the audit trail last, or they could deadlock. It does not nest: what runs inside takes
 * `tx` and returns its part of the change.
 */
export function commit<T>(db: RootDatabase, work: Work<Change & { result: T }>): Promise<T>
export function commit(db: RootDatabase, work: Work<Change>): Promise<void>
export function commit<T>(db: RootDatabase, work: Work<Change & { result?: T }>): Promise<T | undefined> {
  return inTransaction(db, async (tx) => {
    const { result, views = [], changed = [], audit = [], notifies = true } = await work(tx)
    if (views.length > 0) await advanceRevisions(tx, { views, changed, notifies })
    if (audit.length > 0) await append(tx, audit)
    return { result, audit }
  }).then(({ result, audit }) => {
    for (const { logged } of audit) if (logged) log.info(logged.fields, logged.message)
    return result
  })
}

/** The parts of one change, in their order, without those that do not apply. */
export function joinParts(...parts: readonly (ChangePart | null | undefined | false)[]): ChangePart {
  const present = parts.filter((part) => !!part)
  return {
    views: present.flatMap(({ views = [] }) => views),
    changed: present.flatMap(({ changed = [] }) => changed),
    audit: present.flatMap(({ audit = [] }) => audit),
  }
}

// From one sequence. The rows stay locked until the commit, so revisions grow in the order in which changes become
// visible; in a fixed order, so that two transactions that advance both views cannot deadlock.
async function advanceRevisions(tx: Database, { views, changed, notifies }: Required<Omit<Change, 'audit'>>) {
  const { lock, afterLock, mark } = markingOf(changed)
  // No parameter is a list where that can be avoided: PostgreSQL plans a statement with one anew at each execution.
  await tx.$executeRaw`
    WITH ${lock}locked AS MATERIALIZED (
      SELECT "view" FROM "Revision" WHERE "view" IN (${Prisma.join(views)}) ${afterLock}
      ORDER BY "view" FOR UPDATE
    ), next AS (
      UPDATE "Revision" SET "value" = nextval('revision') FROM locked WHERE "Revision"."view" = locked."view"
      RETURNING "Revision"."view", "Revision"."value"
    )${mark}
    SELECT pg_notify(${channel}, "view") FROM next WHERE ${notifies}::boolean`
  if (notifies) addChangedTopics(tx, views)
}

/** The parts of the statement that mark subjects: their lock, the condition by which it comes first, and the mark. */
const markingOf = (changed: readonly number[]) =>
  changed.length === 0
    ? { lock: Prisma.empty, afterLock: Prisma.empty, mark: Prisma.empty }
    : {
        lock: Prisma.sql`subjects AS MATERIALIZED (
      SELECT "id" FROM "Subject" WHERE "id" = ANY(${[...changed]}) ORDER BY "id" FOR NO KEY UPDATE
    ), `,
        afterLock: Prisma.sql`AND (SELECT count(*) FROM subjects) >= 0`,
        mark: Prisma.sql`, marked AS (
      UPDATE "Subject" SET "changed" = next."value" FROM next
      WHERE next."view" = 'inventory' AND "Subject"."id" IN (SELECT "id" FROM subjects)
    )`,
      }

async function append(tx: Database, added: readonly NewAuditEntry[]) {
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

// The row stays locked until the commit, so entries are numbered and chained in commit order. Only the lock's holder
// takes numbers, so those of one transaction are consecutive.
async function lockTail(tx: Database, count: number): Promise<{ firstId: number; hash: string }> {
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
