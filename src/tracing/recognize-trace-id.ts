import { parseTraceparent } from '../lib/trace-context.ts'
import { toIsbn13 } from '../sinli/article.ts'

/** The kinds of things that can be traced. */
export type TraceKind =
  'REQUEST' | 'TRACE' | 'MESSAGE' | 'DOCUMENT' | 'ISBN' | 'REPLAY' | 'INCIDENT' | 'CUSTOMER' | 'DELIVERY'

/** The form of an id: a kind of object, or a Message-ID, a document number, or an incident number. */
export type TraceIdForm = TraceKind | 'MESSAGE_ID' | 'NUMBER' | 'INCIDENT_NUMBER'

/** An interpretation of a text as an id: `value` has the stored spelling. */
export type TraceId = { form: TraceIdForm; value: string }

const prefixes = {
  REQUEST: 'request',
  TRACE: 'trace',
  MESSAGE: 'message',
  MESSAGE_ID: 'message-id',
  DOCUMENT: 'document',
  NUMBER: 'number',
  ISBN: 'isbn',
  REPLAY: 'replay',
  INCIDENT: 'incident',
  INCIDENT_NUMBER: 'incident-number',
  CUSTOMER: 'customer',
  DELIVERY: 'delivery',
} as const satisfies Record<TraceIdForm, string>

const forms = new Map<string, TraceIdForm>(
  (Object.keys(prefixes) as TraceIdForm[]).map((form) => [prefixes[form], form]),
)

/** An id as `kind:value`, which has exactly one interpretation. */
export const formatTraceId = ({ form, value }: TraceId): string => `${prefixes[form]}:${value}`

/**
 * The interpretations of a text as an id, most likely first; empty if there are none. Only a look-up shows which one is
 * right.
 */
export function recognizeTraceId(text: string): TraceId[] {
  const trimmed = text.trim()
  const [, prefix = '', rest = ''] = /^([a-z-]+):(.*)$/is.exec(trimmed) ?? []
  const form = forms.get(prefix.toLowerCase()) ?? headers.get(prefix.toLowerCase())
  if (form === undefined) return readingsOf(trimmed)
  const value = normalize(form, rest.trim())
  return value === null ? [] : [{ form, value }]
}

/** Header lines, as copied from logs and e-mails. */
const headers = new Map<string, TraceIdForm>([
  ['x-request-id', 'REQUEST'],
  ['traceparent', 'TRACE'],
])

function readingsOf(text: string): TraceId[] {
  return likelyForms(text).flatMap((form) => {
    const value = normalize(form, text)
    return value === null ? [] : [{ form, value }]
  })
}

function likelyForms(text: string): readonly TraceIdForm[] {
  if (text.startsWith('<') && text.endsWith('>')) return ['MESSAGE_ID']
  if (text.startsWith('#')) return ['INCIDENT_NUMBER', 'NUMBER']
  if (uuid.test(text)) return ['MESSAGE', 'DOCUMENT', 'REPLAY', 'INCIDENT', 'CUSTOMER', 'REQUEST']
  if (text.includes('@')) return ['MESSAGE_ID', 'CUSTOMER', 'REQUEST']
  return ['TRACE', 'DELIVERY', 'ISBN', 'NUMBER', 'CUSTOMER', 'REQUEST']
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const maxLength = 100
const maxInt32 = 2_147_483_647

/** Normalises a text as an id of a form; null if it does not have the form. */
const normalize = (form: TraceIdForm, text: string): string | null => (text === '' ? null : spellings[form](text))

const spellings: Record<TraceIdForm, (text: string) => string | null> = {
  REQUEST: (text) => (/^[\w.:/+=@-]{1,100}$/.test(text) ? text : null),
  TRACE: traceIdIn,
  MESSAGE: uuidIn,
  MESSAGE_ID: (text) => (text.startsWith('<') ? text : `<${text}>`),
  DOCUMENT: uuidIn,
  NUMBER: withoutSeparators,
  ISBN: (text) => toIsbn13(text.replace(/[-\s]/g, '').toUpperCase()),
  REPLAY: uuidIn,
  INCIDENT: uuidIn,
  INCIDENT_NUMBER: incidentNumberIn,
  CUSTOMER: (text) => (text.length <= maxLength ? text : null),
  DELIVERY: (text) => (text.startsWith('msg_') ? text : null),
}

function uuidIn(text: string): string | null {
  return uuid.test(text) ? text.toLowerCase() : null
}

/** The trace id in a `traceparent` or in a text that consists of it, in lower case. */
function traceIdIn(text: string): string | null {
  const folded = text.toLowerCase()
  return /^(?!0{32})[\da-f]{32}$/.exec(folded)?.[0] ?? parseTraceparent(folded)?.traceId ?? null
}

// The same normalisation as the index of the numbers.
function withoutSeparators(text: string): string | null {
  const number = text.replace(/[ \-./]/g, '').toUpperCase()
  return number !== '' && number.length <= maxLength ? number : null
}

function incidentNumberIn(text: string): string | null {
  const number = Number(/^#?(\d+)$/.exec(text)?.[1] ?? NaN)
  return number <= maxInt32 ? String(number) : null
}
