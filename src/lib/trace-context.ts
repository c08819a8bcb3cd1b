import { randomUUID } from 'node:crypto'

/**
 * The place of a request in a distributed trace. Source: W3C Trace Context, https://www.w3.org/TR/trace-context/. Only
 * recorded and passed on: callers can send any value, so it must never influence a decision.
 */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  traceId: string
  /** This request, 16 hexadecimal digits. */
  spanId: string
  /** The span of the caller; null where the trace begins here. */
  parentId: string | null
  /** Whether the spans of the trace are recorded. */
  sampled: boolean
  /** The header `tracestate` as received; null without a valid one. */
  traceState: string | null
}

/** A header as received; several fields of one name are a list, or joined by commas. */
type HeaderValue = string | readonly string[] | undefined

/** The trace context of a request: that of its headers with a span of its own, or a new trace if they are invalid. */
export function readTraceContext(traceparent: HeaderValue, tracestate: HeaderValue): TraceContext {
  const parent = parseTraceparent(joined(traceparent))
  return parent ? { ...parent, spanId: newSpanId(), traceState: parseTracestate(joined(tracestate)) } : newTrace()
}

const joined = (value: HeaderValue) => (typeof value === 'string' ? value : (value ?? []).join(','))

/** A trace that begins here. */
export const newTrace = (): TraceContext => ({
  traceId: newTraceId(),
  spanId: newSpanId(),
  parentId: null,
  sampled: true,
  traceState: null,
})

// randomUUID reads from a pool of entropy and so takes a tenth of the time of randomBytes. Its version digit keeps an id
// from being all zeros, and the last 14 digits, by which traces are sampled, are random.
export const newTraceId = (): string => randomUUID().replaceAll('-', '')

const newSpanId = () => newTraceId().slice(16)

const traceparentForm = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})((?:-.*)?)$/u

/** Parses `traceparent`; null for an invalid one. A version after 00 is read by its first four parts. */
export function parseTraceparent(text: string): Pick<TraceContext, 'traceId' | 'parentId' | 'sampled'> | null {
  const [, version, traceId, parentId, flags = '', rest] = traceparentForm.exec(trimBlanks(text)) ?? []
  if (traceId === undefined || parentId === undefined || (version === '00' && rest !== '')) return null
  return { traceId, parentId, sampled: (parseInt(flags, 16) & 1) === 1 }
}

/** The maximum length that is passed on. Source: Trace Context, section 3.3.1.5, asks for at least this. */
const maxStateLength = 512
const maxMembers = 32

const memberForm =
  /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/u

/** The `tracestate` to pass on, untouched; null for none, an invalid one, or one that is too long. */
export function parseTracestate(text: string): string | null {
  const state = trimBlanks(text)
  if (state === '' || state.length > maxStateLength) return null
  const members = state.split(',').map(trimBlanks).filter(Boolean)
  const keys = new Set(members.map((member) => member.slice(0, member.indexOf('='))))
  const isValid = members.every((member) => memberForm.test(member)) && keys.size === members.length
  return isValid && members.length > 0 && members.length <= maxMembers ? state : null
}

const trimBlanks = (text: string) => text.replace(/^[ \t]+|[ \t]+$/gu, '')

/** The headers of a request to another service within a trace; each call is a span of its own. */
export const traceHeaders = ({ traceId, sampled = true, traceState }: OutgoingTrace): Record<string, string> => ({
  traceparent: `00-${traceId}-${newSpanId()}-${sampled ? '01' : '00'}`,
  ...(traceState && { tracestate: traceState }),
})

/** The part of a trace context that is passed on. */
export type OutgoingTrace = Pick<TraceContext, 'traceId'> & Partial<Pick<TraceContext, 'sampled' | 'traceState'>>
