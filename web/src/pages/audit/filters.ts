import { momentIn, present, textIn } from '../../ui/list/search.ts'

/** What narrows the trail, as it stands in the URL. What is absent does not filter; what is present must all hold. */
export type Filters = {
  actor?: string
  action?: string
  /** As `kind:key`. */
  object?: string
  /** The first moment that counts, in UTC. */
  from?: string
  /** The first moment that no longer counts, in UTC. */
  to?: string
}

/** What the page shows: some of the trail, and one entry of it opened. */
export type AuditView = Filters & { entry?: number }

/** Reads the view from a URL; whatever does not make sense is as if it were absent. */
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
