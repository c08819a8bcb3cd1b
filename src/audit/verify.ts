import type { Database, RootDatabase } from '../database/database.ts'
import type { AuditEntry, AuditHead } from '../generated/prisma/client.ts'
import { hashEntry } from './hash-chain.ts'

/** The fields that locate an entry. */
type EntryRef = { id: number; at: Date }

/**
 * Result of a verification: the number of intact entries from the beginning, the last of them, and the place and reason
 * of the first breach, if any.
 */
export type VerificationResult = {
  intact: number
  last: EntryRef | null
  breach: { at: EntryRef | null; defect: string } | null
}

const statementTimeoutMs = 24 * 60 * 60_000

/** Verifies the hash chain of the whole trail in one snapshot, a page at a time, up to the first breach. */
export function verifyTrail(db: RootDatabase, pageSize = 1_000): Promise<VerificationResult> {
  return db.$transaction((tx) => walk(tx, pageSize), { isolationLevel: 'RepeatableRead', timeout: statementTimeoutMs })
}

async function walk(tx: Database, pageSize: number): Promise<VerificationResult> {
  const head = await tx.auditHead.findUnique({ where: { id: 1 } })
  let last: AuditEntry | null = null
  let intact = 0
  for await (const entry of entriesOf(tx, pageSize)) {
    const defect = verifyEntry(entry, last)
    if (defect !== null) return { intact, last, breach: { at: entry, defect } }
    last = entry
    intact += 1
  }
  const defect = verifyEnd(head, last, intact)
  return { intact, last, breach: defect === null ? null : { at: last, defect } }
}

async function* entriesOf(tx: Database, pageSize: number): AsyncGenerator<AuditEntry> {
  let page: AuditEntry[] = []
  do {
    const last = page.at(-1)
    page = await tx.auditEntry.findMany({
      ...(last && { where: { id: { gt: last.id } } }),
      orderBy: { id: 'asc' },
      take: pageSize,
    })
    yield* page
  } while (page.length === pageSize)
}

/** The defect of an entry that follows `last`; null if it is intact. */
function verifyEntry(entry: AuditEntry, last: AuditEntry | null): string | null {
  const previous = last?.hash ?? ''
  // Entries from before the hash chain have no hash; they all precede it.
  if (entry.hash === '' && previous === '') return null
  if (entry.hash === '')
    return 'it carries no hash, although those before it do: it was put in, or its hash was taken away'
  if (entry.hash !== hashEntry(entry)) return 'it is not as it was written: it was changed'
  if (entry.previous !== previous)
    return 'it does not follow the entry before it: something was removed, put in, moved or rewritten there'
  return null
}

/** The defect of the end of the trail, compared with `AuditHead`; null if it is intact. */
function verifyEnd(head: AuditHead | null, last: AuditEntry | null, count: number): string | null {
  if (!head) return 'nothing tells any more where the trail ends: the row of AuditHead is gone'
  if (head.hash !== (last?.hash ?? ''))
    return `the trail ends here with ${count} entries, but ${head.count} were written: the end was cut off, or something was added to it`
  if (head.count !== count)
    return `it has ${count} entries, but ${head.count} were written: of those from before the chain began, some were removed or put in`
  return null
}
