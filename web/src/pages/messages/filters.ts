import { type SinliMessageFilter, type SinliStatus } from '../../generated/graphql.ts'
import { type ReplaySelection } from '../../api/rest.ts'
import { momentIn, oneOf, present, textIn } from '../../ui/list/search.ts'
import { statuses } from './statuses.ts'

/** What narrows the list, as it stands in the URL. What is absent does not filter; what is present must all hold. */
export type MessageFilters = {
  status?: SinliStatus
  code?: string
  document?: string
  /** The SINLI id of who sent it. */
  sender?: string
  receiver?: string
  /** The code of the library concerned. */
  library?: string
  /** The first moment at which it may have arrived, in UTC. */
  from?: string
  /** The first moment that no longer counts. */
  to?: string
}

/** Reads the filters from a URL; whatever does not make sense is as if it were absent. */
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

/** The same as the server is asked for it. Ids and codes are written in capitals, however somebody types them. */
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

/** Whether any message that failed can match. */
export const mayHaveFailed = ({ status }: MessageFilters): boolean => status === undefined || status === 'FAILED'

/**
 * All that failed and match, as a replay takes them; null where a replay does not know one of the filters, so that the
 * messages have to be named.
 */
export function failedSelection(filters: MessageFilters): ReplaySelection | null {
  const { code, sender, document, receivedFrom, receivedTo, receiver, libraryCode } = asFilter(filters)
  if (receiver ?? libraryCode) return null
  const known = { code, sender, document, receivedFrom, receivedTo }
  return { status: 'failed', ...(present(known) as Record<string, string>) }
}
