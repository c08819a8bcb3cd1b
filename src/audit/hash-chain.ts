import { createHash } from 'node:crypto'
import type { AuditEntry } from '../generated/prisma/client.ts'

/**
 * The hash of an entry: SHA-256 over the canonical JSON of all its fields but the hash itself, the hash of the entry
 * before it included, in hexadecimal. Source: docs/audit.md.
 */
export function hashEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { id, at, actor, action, object, before, after, address, requestId, previous } = entry
  const fields = { id, at: at.toISOString(), actor, action, object, before, after, address, requestId, previous }
  return createHash('sha256').update(canonical(fields)).digest('hex')
}

/** A value as JSON in one spelling: the keys of every object in the order of their code units, no blanks. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => inOrder(roundForJsonb(inner)))

// The database keeps the keys of an object in an order of its own.
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * A number with 12 significant digits, unless it is a whole one that is exact anyway. On its way to the database and
 * back a fraction may change in its last digits.
 */
export const roundForJsonb = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) ? Number(value.toPrecision(12)) : value
