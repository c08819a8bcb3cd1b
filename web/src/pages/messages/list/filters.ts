import { type SinliAttemptFilter, type SinliMessageFilter, type SinliStatus } from '../../../generated/graphql.ts'
import { type ReplaySelection } from '../../../api/restTypes.ts'
import { parseDate, parseOneOf, omitUndefined, parseString } from '../../../ui/list/searchParams.ts'
import { statuses } from '../statuses.ts'

/** Filters of the list, as in the URL. Absent filters are ignored; a message must match all others. */
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
  /** The period of an attempt to process the message: from inclusive, to exclusive, in UTC. */
  triedFrom?: string
  triedTo?: string
  /** The outcome of this attempt, and its code. */
  triedStatus?: SinliStatus
  triedCode?: string
  /** Restricts the list to failed messages that are only partly legible. */
  content?: PartlyRead
}

const contents = ['partly'] as const
type PartlyRead = (typeof contents)[number]

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readMessageFilters = (search: Record<string, unknown>): MessageFilters =>
  omitUndefined({
    status: parseOneOf(statuses, search.status),
    code: parseString(search.code),
    document: parseString(search.document),
    sender: parseString(search.sender),
    receiver: parseString(search.receiver),
    library: parseString(search.library),
    from: parseDate(search.from),
    to: parseDate(search.to),
    triedFrom: parseDate(search.triedFrom),
    triedTo: parseDate(search.triedTo),
    triedStatus: parseOneOf(statuses, search.triedStatus),
    triedCode: parseString(search.triedCode),
    content: parseOneOf(contents, search.content),
  })

/**
 * Converts the filters to those of the GraphQL query. Ids and codes are always uppercase, so the input is converted.
 */
export const toMessageFilter = ({ library, from, to, ...rest }: MessageFilters): SinliMessageFilter =>
  omitUndefined({
    status: rest.status,
    code: normalizeCode(rest.code),
    document: normalizeCode(rest.document),
    sender: normalizeCode(rest.sender),
    receiver: normalizeCode(rest.receiver),
    libraryCode: library?.trim(),
    receivedFrom: from,
    receivedTo: to,
    attempt: attemptFilter(rest),
    partlyRead: rest.content && true,
  })

function attemptFilter({ triedFrom, triedTo, triedStatus, triedCode }: MessageFilters): SinliAttemptFilter | undefined {
  const attempt = omitUndefined({
    from: triedFrom,
    to: triedTo,
    status: triedStatus,
    code: normalizeCode(triedCode),
  })
  return Object.keys(attempt).length > 0 ? attempt : undefined
}

const normalizeCode = (text: string | undefined) => text?.trim().toUpperCase()

/** Whether the filters can match failed messages. */
export const canMatchFailed = ({ status }: MessageFilters): boolean => status === undefined || status === 'FAILED'

/**
 * Selects all failed messages that match, for a replay. Null if a replay does not support one of the filters; then the
 * messages must be listed by id.
 */
export function failedSelection(filters: MessageFilters): ReplaySelection | null {
  const { receiver, libraryCode, attempt, partlyRead, ...filter } = toMessageFilter(filters)
  if (receiver ?? libraryCode ?? attempt ?? partlyRead) return null
  const { code, sender, document, receivedFrom, receivedTo } = filter
  const supported = { code, sender, document, receivedFrom, receivedTo }
  return { status: 'failed', ...(omitUndefined(supported) as Record<string, string>) }
}
