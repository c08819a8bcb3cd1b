import type { Database } from '../../database/database.ts'
import type { IncidentsMessage } from '../message.ts'
import { incidentsUrl, listInMessage, sortWorstFirst } from './alert-incident.ts'
import type { AlertedIncident } from './open-incidents.ts'

/** The choice of incidents that a message lists. */
type Listing = {
  /** The ids of the incidents to list first; null without any. */
  news: ReadonlySet<string> | null
  /** Whether only these are listed. */
  onlyNews: boolean
  /** Maximum number of open incidents listed, and of resolved ones. */
  limit: number
}

/** The content of a message of a group. */
export type IncidentsContent = {
  group: IncidentsMessage['group']
  firing: readonly AlertedIncident[]
  resolved: readonly AlertedIncident[]
  listing: Listing
  threadId: string | null
}

/**
 * The message about the incidents of a group: the worst open incidents, the ones that ended last, and the total
 * numbers.
 */
export async function incidentsMessage(
  db: Database,
  { group, firing, resolved, listing: { news, onlyNews, limit }, threadId }: IncidentsContent,
  { at, publicOrigin }: { at: number; publicOrigin: string | null },
): Promise<IncidentsMessage> {
  const isNew = ({ id }: AlertedIncident) => news?.has(id) ?? true
  const worstFirst = sortWorstFirst(firing)
  const inOrder = [...worstFirst.filter(isNew), ...worstFirst.filter((incident) => !onlyNews && !isNew(incident))]
  const listing = { publicOrigin, limit }
  const open = await listInMessage(db, inOrder, listing)
  const ended = await listInMessage(db, resolved.toSorted(lastResolvedFirst), { ...listing, overAt: at })
  return {
    kind: 'INCIDENTS',
    group,
    at: new Date(at).toISOString(),
    counts: {
      firing: firing.length,
      acknowledged: firing.filter(({ status }) => status === 'ACKNOWLEDGED').length,
      resolved: resolved.length,
    },
    firing: open.listed,
    omitted: open.omitted,
    resolved: ended.listed,
    omittedResolved: ended.omitted,
    url: incidentsUrl(publicOrigin),
    threadId,
  }
}

const lastResolvedFirst = (one: AlertedIncident, other: AlertedIncident) =>
  (other.resolvedAt ?? 0) - (one.resolvedAt ?? 0)
