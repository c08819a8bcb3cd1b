import { type SinliMessageFilter, type SinliStatus } from '../../generated/graphql.ts'
import { type ReplaySelection } from '../../api/rest.ts'
import { momentIn, oneOf, present, textIn } from '../../ui/list/search.ts'
import { statuses } from './statuses.ts'

/** Filters of the list, as in the URL. Absent ones do not filter; a message must match all others. */
export type MessageFilters = {
  status?: SinliStatus
  code?: string
  document?: string
  /** The SINLI id of the sender. */
  sender?: string
  receiver?: string
  /** The code of the library concerned. */
  library?: string
  /** Start of the time of arrival, inclusive, in UTC. */
  from?: string
  /** End of the time of arrival, exclusive, in UTC. */
  to?: string
}

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readMessageFilters = (search: Record<string, unknown>): MessageFilters =>
  present({
    status: oneOf(statuses, search.status),
    code: textIn(search.code),
    document: textIn(search.document),
    sender: textIn(search.sender),
    receiver: textIn(search.receiver),
    library: textIn(search.library),
    from: momentIn(search.from),
    to: momentIn(search.to),
  })

/**
 * Converts the filters to those of the GraphQL query. Ids and codes are always uppercase, so the input is converted.
 */
export const asFilter = ({ library, from, to, ...same }: MessageFilters): SinliMessageFilter =>
  present({
    status: same.status,
    code: inCapitals(same.code),
    document: inCapitals(same.document),
    sender: inCapitals(same.sender),
    receiver: inCapitals(same.receiver),
    libraryCode: library?.trim(),
    receivedFrom: from,
    receivedTo: to,
  })

const inCapitals = (text: string | undefined) => text?.trim().toUpperCase()

/** Whether any failed message can match. */
export const mayHaveFailed = ({ status }: MessageFilters): boolean => status === undefined || status === 'FAILED'

/**
 * Selects all failed messages that match, for a replay; null if a replay does not support one of the filters, so that
 * the messages must be listed by id.
 */
export function failedSelection(filters: MessageFilters): ReplaySelection | null {
  const { code, sender, document, receivedFrom, receivedTo, receiver, libraryCode } = asFilter(filters)
  if (receiver ?? libraryCode) return null
  const known = { code, sender, document, receivedFrom, receivedTo }
  return { status: 'failed', ...(present(known) as Record<string, string>) }
}
