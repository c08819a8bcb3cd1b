import { momentIn, present, textIn } from '../../ui/list/search.ts'

/** Filters of the audit trail, as in the URL. Absent ones do not filter; an entry must match all others. */
export type Filters = {
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
export type AuditView = Filters & { entry?: number }

/** Reads the view from a URL; invalid parameters are ignored. */
export function readView(search: Record<string, unknown>): AuditView {
  const { actor, action, object, from, to, entry } = search
  return present({
    actor: textIn(actor),
    action: textIn(action),
    object: textIn(object),
    from: momentIn(from),
    to: momentIn(to),
    entry: Number.isSafeInteger(Number(entry)) && Number(entry) > 0 ? Number(entry) : undefined,
  })
}
