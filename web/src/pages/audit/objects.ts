/** The object of an action: its kind, e.g. `customer`, and its key. */
export type AuditObject = { kind: string; key: string }

/** Parses `kind:key`; keys may contain colons. Without a colon the kind is empty. */
export function readObject(object: string): AuditObject {
  const colon = object.indexOf(':')
  return colon < 0 ? { kind: '', key: object } : { kind: object.slice(0, colon), key: object.slice(colon + 1) }
}

/** The subject that an entry about an incident names, without its kind; undefined if it names none. */
export function subjectOf({ object, after }: { object: string; after: unknown }): string | undefined {
  if (!object.startsWith('incident:') || typeof after !== 'object' || after === null) return undefined
  const subject = 'subject' in after ? after.subject : undefined
  return typeof subject === 'string' ? readObject(subject).key : undefined
}

/** Shortens a UUID to its first 8 characters, enough to tell two apart; other ids stay whole. */
export const shortId = (id: string): string => (/^[\da-f]{8}-[\da-f-]{27}$/u.test(id) ? id.slice(0, 8) : id)
