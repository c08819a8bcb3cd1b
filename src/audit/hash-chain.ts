import { createHash } from 'node:crypto'
import type { AuditEntry } from '../generated/prisma/client.ts'

/**
 * The hash of an entry: SHA-256 in hexadecimal over the canonical JSON of all its fields except the hash itself,
 * including the hash of the previous entry. The name of a token and the trace are left out where they are null, as in
 * entries from before they were recorded. Source: docs/audit.md.
 */
export function hashEntry({ at, tokenName, traceId, ...entry }: Omit<AuditEntry, 'hash'>): string {
  const { id, actor, action, object, before, after, address, requestId, previous } = entry
  const fields = { id, at: at.toISOString(), actor, action, object, before, after, address, requestId, previous }
  return createHash('sha256')
    .update(canonical({ ...fields, ...(tokenName !== null && { tokenName }), ...(traceId !== null && { traceId }) }))
    .digest('hex')
}

/** Canonical JSON: the keys of every object sorted by code units, no blanks. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => inOrder(roundForJsonb(inner)))

// jsonb does not preserve the order of keys.
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Rounds a number to 12 significant digits unless it is a safe integer, because the last digits of a fraction may
 * change on the way to the database and back.
 */
export const roundForJsonb = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) ? Number(value.toPrecision(12)) : value
