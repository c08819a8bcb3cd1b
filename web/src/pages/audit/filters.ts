import { parseDate, omitUndefined, parseString } from '../../ui/list/searchParams.ts'

/** Filters of the audit trail, as in the URL. Absent filters are ignored; an entry must match all others. */
export type AuditFilters = {
  actor?: string
  action?: string
  /** In the form `kind:key`. */
  object?: string
  /** Start, inclusive, in UTC. */
  from?: string
  /** End, exclusive, in UTC. */
  to?: string
}

/** State of the page: the filters and the opened entry. */
export type AuditView = AuditFilters & { entry?: number }

/** Reads the view from a URL; invalid parameters are ignored. */
export function readAuditView(search: Record<string, unknown>): AuditView {
  const { actor, action, object, from, to, entry } = search
  return omitUndefined({
    actor: parseString(actor),
    action: parseString(action),
    object: parseString(object),
    from: parseDate(from),
    to: parseDate(to),
    entry: Number.isSafeInteger(Number(entry)) && Number(entry) > 0 ? Number(entry) : undefined,
  })
}
