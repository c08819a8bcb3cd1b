import type { Prisma } from '../generated/prisma/client.ts'
import type { AuditAction } from './actions.ts'
import type { Actor } from './actor.ts'
import { hashEntry, roundForJsonb } from './hash-chain.ts'

/** An audit entry to write; `object` is `kind:key`. Control characters are escaped, so that an entry is always one line. */
export type NewAuditEntry = {
  by: Actor | AuditSource
  at: Date
  action: AuditAction
  object: string
  before?: Prisma.InputJsonValue | null
  after?: Prisma.InputJsonValue | null
  /** Line of the log once it is committed. */
  logged?: { fields: object; message: string }
}

/**
 * Who did it, if no operator in a session or with a token: `actor` is an operator's e-mail, `ingest` or `system`;
 * `tokenName` is the name of the API token, `traceId` the trace of the request, 32 hexadecimal digits.
 */
export type AuditSource = {
  actor: string
  tokenName?: string | null
  address?: string | null
  requestId?: string | null
  traceId?: string | null
}

/** The row of an entry that follows the one with the hash `previous`. */
export function rowOf(
  { by, at, action, object, before, after }: NewAuditEntry,
  { id, previous }: { id: number; previous: string },
) {
  const { actor, tokenName, address, requestId, traceId } = sourceOf(by)
  const entry = {
    id,
    at,
    actor: oneLine(actor),
    tokenName: orNull(tokenName),
    action,
    object: oneLine(object),
    before: storable(before),
    after: storable(after),
    address: orNull(address),
    requestId: orNull(requestId),
    traceId: orNull(traceId),
    previous,
  }
  return { ...entry, hash: hashEntry(entry) }
}

const sourceOf = (by: NewAuditEntry['by']): AuditSource =>
  'operator' in by ? { ...by, actor: by.operator.email, tokenName: by.token?.name ?? null } : by

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
