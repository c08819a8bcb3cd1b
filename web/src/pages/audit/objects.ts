/** The object of an action: its kind, e.g. `customer`, and its key. */
export type AuditObject = { kind: string; key: string }

/** Parses `kind:key`; keys may contain colons. Without a colon the kind is empty. */
export function parseAuditObject(object: string): AuditObject {
  const colon = object.indexOf(':')
  return colon < 0 ? { kind: '', key: object } : { kind: object.slice(0, colon), key: object.slice(colon + 1) }
}

/** The subject named by an entry about an incident, without its kind; undefined if it names none. */
export function incidentSubject({ object, after }: { object: string; after: unknown }): string | undefined {
  const subject = object.startsWith('incident:') ? textField(after, 'subject') : undefined
  return subject === undefined ? undefined : parseAuditObject(subject).key
}

type Change = { object: string; before: unknown; after: unknown }

/** The name of the API token that an entry is about; undefined for other entries. */
export const createdOrRevokedToken = ({ object, before, after }: Change): string | undefined =>
  object.startsWith('token:') ? (textField(after, 'name') ?? textField(before, 'name')) : undefined

function textField(side: unknown, field: string): string | undefined {
  const value: unknown =
    typeof side === 'object' && side !== null ? new Map(Object.entries(side)).get(field) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Shortens a UUID to its first 8 characters, which suffice to distinguish two; other ids are unchanged. */
export const shortId = (id: string): string => (/^[\da-f]{8}-[\da-f-]{27}$/u.test(id) ? id.slice(0, 8) : id)
