import type { AuditEntry, InboundAttempt, Prisma, RequestTrace } from '../generated/prisma/client.ts'
import type { ReplaySummary } from '../trade/replay/replay-queries.ts'
import type { TraceDocument } from './find-candidates.ts'

/** Maximum number of steps of a trace. Each table is read for one more row, to detect truncation. */
export const maxSteps = 200

/** The ids by which rows are read; a row matches if any of them does. */
export type TraceKeys = {
  traceIds?: readonly string[]
  requestIds?: readonly string[]
  messageIds?: readonly string[]
  replayIds?: readonly string[]
  incidentIds?: readonly string[]
  deliveryIds?: readonly string[]
  /** Objects of the audit trail, as `kind:key`. */
  objects?: readonly string[]
}

export type TracedRequest = RequestTrace
export type TracedAudit = Omit<AuditEntry, 'before' | 'after'>
export type TracedAttempt = Omit<InboundAttempt, 'warnings'>
export type TracedReplay = ReplaySummary & { requestId: string | null; traceId: string | null }
export type TracedMessage = Prisma.InboundMessageGetPayload<typeof shownMessage>
export type TracedIncident = Prisma.IncidentGetPayload<typeof withSubject>
export type TracedDelivery = Prisma.DeliveryGetPayload<typeof shownDelivery>
export type TracedExample = Prisma.RequestExampleGetPayload<typeof withSubject>

export const shownMessage = { omit: { raw: true } } as const
export const withSubject = { include: { subject: { select: { kind: true, key: true, name: true } } } } as const
export const shownDelivery = {
  omit: { message: true },
  include: { destination: { select: { name: true, subject: { select: { kind: true, key: true } } } } },
} as const

/** All rows of a trace, in no particular order. */
export type TraceRows = {
  requests: TracedRequest[]
  audits: TracedAudit[]
  messages: TracedMessage[]
  attempts: TracedAttempt[]
  replays: TracedReplay[]
  deliveries: TracedDelivery[]
  examples: TracedExample[]
  incidents: TracedIncident[]
  documents: TraceDocument[]
}
