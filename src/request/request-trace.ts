import type { IncomingMessage } from 'node:http'
import { readTraceContext, type TraceContext } from '../lib/trace-context.ts'

/** Facts about a request that its handlers know; absent ones are the defaults of any request. */
export type RequestFacts = {
  /** The operator's e-mail, or `ingest` for a service, as in the audit trail. */
  actor?: string
  /** The name of the GraphQL operation. */
  operation?: string | undefined
  /** Whether it changes something; by its method if absent. */
  isWrite?: boolean
  /** Whether it carries telemetry, of which there is much: accepted requests are not kept. */
  isTelemetry?: boolean
  /** Whether it failed by a fault of this service, though its status says otherwise. */
  hasFailed?: boolean
}

declare module 'node:http' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- Only an interface can be added to.
  interface IncomingMessage {
    /** The trace context, once it is needed. */
    trace?: TraceContext
    facts?: RequestFacts
  }
}

/** The trace context of a request, read from its headers when it is first asked for. */
const traceOf = (req: IncomingMessage): TraceContext =>
  (req.trace ??= readTraceContext(req.headers.traceparent, req.headers.tracestate))

/** The trace id of a request, for the log and the audit trail. */
export const traceIdOf = (req: IncomingMessage): string => traceOf(req).traceId

/** The trace id and the `tracestate` of a request, for what it causes. */
export function traceSourceOf(req: IncomingMessage): Pick<TraceContext, 'traceId' | 'traceState'> {
  const { traceId, traceState } = traceOf(req)
  return { traceId, traceState }
}

/** The fields of a request in the log by which its lines are found. */
export function traceFields(req: IncomingMessage): Pick<TraceContext, 'traceId' | 'spanId'> {
  const { traceId, spanId } = traceOf(req)
  return { traceId, spanId }
}

/** The facts known about a request so far; handlers add to them. */
export const factsOf = (req: IncomingMessage): RequestFacts => (req.facts ??= {})
