/** What something was done to: its kind, e.g. `customer`, and what it is called; a kind of its own has no colon. */
export type AuditObject = { kind: string; key: string }

/** Reads `kind:key`; keys may hold colons of their own. */
export function readObject(object: string): AuditObject {
  const colon = object.indexOf(':')
  return colon < 0 ? { kind: '', key: object } : { kind: object.slice(0, colon), key: object.slice(colon + 1) }
}

/** What an entry about an incident says it was about, without its kind; undefined where it says nothing. */
export function subjectOf({ object, after }: { object: string; after: unknown }): string | undefined {
  if (!object.startsWith('incident:') || typeof after !== 'object' || after === null) return undefined
  const subject = 'subject' in after ? after.subject : undefined
  return typeof subject === 'string' ? readObject(subject).key : undefined
}

/** An id that nobody reads, short enough to tell two of them apart. */
export const shortId = (id: string): string => (/^[\da-f]{8}-[\da-f-]{27}$/u.test(id) ? id.slice(0, 8) : id)
