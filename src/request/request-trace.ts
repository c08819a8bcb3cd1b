import type { IncomingMessage } from 'node:http'
import { readTraceContext, type TraceContext } from '../lib/trace-context.ts'

/** Facts about a request known to its handlers; absent ones have defaults. */
export type RequestFacts = {
  /** The operator's e-mail, or `ingest` for a service, as in the audit trail. */
  actor?: string
  /** The name of the GraphQL operation. */
  operation?: string | undefined
  /** Whether the request is a write; if absent, the method decides. */
  isWrite?: boolean
  /** Whether it carries telemetry, which is frequent: accepted requests are not stored. */
  isTelemetry?: boolean
  /** Whether the request failed because of this service, although its status does not show a failure. */
  hasFailed?: boolean
}

declare module 'node:http' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- Only an interface can be added to.
  interface IncomingMessage {
    /** The trace context, parsed on first use. */
    trace?: TraceContext
    facts?: RequestFacts
  }
}

/** The trace context of a request, parsed from its headers on first use. */
const traceOf = (req: IncomingMessage): TraceContext =>
  (req.trace ??= readTraceContext(req.headers.traceparent, req.headers.tracestate))

/** The trace id of a request, for the log and the audit trail. */
export const traceIdOf = (req: IncomingMessage): string => traceOf(req).traceId

/** The trace id and the `tracestate` of a request, to attach to its effects. */
export function traceSourceOf(req: IncomingMessage): Pick<TraceContext, 'traceId' | 'traceState'> {
  const { traceId, traceState } = traceOf(req)
  return { traceId, traceState }
}

/** The log fields that identify a request. */
export function traceFields(req: IncomingMessage): Pick<TraceContext, 'traceId' | 'spanId'> {
  const { traceId, spanId } = traceOf(req)
  return { traceId, spanId }
}

/** The facts known about a request so far; handlers add to them. */
export const factsOf = (req: IncomingMessage): RequestFacts => (req.facts ??= {})
