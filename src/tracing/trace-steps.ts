import type { InboundStatus, Kind } from '../generated/prisma/client.ts'
import type { TraceDocument } from './find-candidates.ts'
import type {
  TracedAttempt,
  TracedAudit,
  TracedDelivery,
  TracedExample,
  TracedIncident,
  TracedMessage,
  TracedReplay,
  TracedRequest,
  TraceRows,
} from './trace-rows.ts'

/** Outcome of a step. */
type TraceOutcome = 'OK' | 'WARNING' | 'FAILED' | 'PENDING'

type Step<Type extends string, Fields> = Fields & {
  type: Type
  at: Date
  durationMs: number | null
  outcome: TraceOutcome
  title: string
  traceId: string | null
}

export type RequestStep = Step<
  'RequestStep',
  Pick<TracedRequest, 'requestId' | 'address'> & { endpointId: string; httpStatus: number; caller: string | null }
>
export type AuditStep = Step<'AuditStep', Pick<TracedAudit, 'actor' | 'object' | 'requestId'> & { entryId: string }>
export type MessageStep = Step<
  'MessageStep',
  Pick<TracedMessage, 'status' | 'sender' | 'receiver' | 'requestId'> & { messageId: string }
>
export type AttemptStep = Step<'AttemptStep', Pick<TracedAttempt, 'messageId' | 'status' | 'code' | 'replayId'>>
export type ReplayStep = Step<'ReplayStep', Pick<TracedReplay, 'dryRun' | 'selectedCount'> & { replayId: string }>
export type DocumentStep = Step<'DocumentStep', { document: TraceDocument }>
export type IncidentStep = Step<
  'IncidentStep',
  Pick<TracedIncident, 'number' | 'maxSeverity'> & { incidentId: string; incidentStatus: TracedIncident['status'] }
>
export type DeliveryStep = Step<
  'DeliveryStep',
  Pick<TracedDelivery, 'destinationId'> & { deliveryId: string; deliveryStatus: TracedDelivery['status'] }
>
export type ExampleStep = Step<
  'ExampleStep',
  Pick<TracedExample, 'errorType'> & { kind: Kind; subjectId: string; httpStatus: number | null }
>

/** One event, with the ids of its objects. */
export type TraceStep =
  | RequestStep
  | AuditStep
  | MessageStep
  | AttemptStep
  | ReplayStep
  | DocumentStep
  | IncidentStep
  | DeliveryStep
  | ExampleStep

/** The steps of these rows in order of time; at the same time, a request precedes its effects. */
export function toSteps(rows: TraceRows): TraceStep[] {
  const messages = new Map(rows.messages.map((message) => [message.id, message]))
  const firstAttempts = new Map(
    rows.attempts.toSorted((one, other) => other.id - one.id).map((row) => [row.messageId, row]),
  )
  const steps: TraceStep[] = [
    ...rows.requests.map(requestStep),
    ...rows.messages.map((message) => messageStep(message, firstAttempts.get(message.id))),
    ...rows.replays.map(replayStep),
    ...rows.attempts.map((attempt) => attemptStep(attempt, messages.get(attempt.messageId))),
    ...rows.documents.map((document) => documentStep(document, storedAt(document, rows.attempts))),
    ...rows.audits.map(auditStep),
    ...rows.examples.map(exampleStep),
    ...rows.incidents.map(incidentStep),
    ...rows.deliveries.map(deliveryStep),
  ]
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime())
}

function requestStep({ method, route, operation, ...row }: TracedRequest): RequestStep {
  const { at, durationMs, status, requestId, traceId, actor, address } = row
  const outcome = status >= 500 ? 'FAILED' : status >= 400 ? 'WARNING' : 'OK'
  const endpointId = `${method} ${route}`
  const title = operation === null ? endpointId : `${endpointId} ${operation}`
  const step = { type: 'RequestStep', at, durationMs, outcome, title, traceId } as const
  return { ...step, endpointId, httpStatus: status, requestId, caller: actor, address }
}

const failedActions = new Set(['sign-in.failed', 'sign-in.lockout', 'operator.password-failed'])

function auditStep({ id, at, action, actor, object, requestId, traceId }: TracedAudit): AuditStep {
  const outcome = failedActions.has(action) ? 'WARNING' : 'OK'
  const step = { type: 'AuditStep', at, durationMs: null, outcome, title: action } as const
  return { ...step, entryId: String(id), actor, object, requestId, traceId }
}

const messageOutcomes: Record<InboundStatus, TraceOutcome> = {
  RECEIVED: 'PENDING',
  PROCESSING: 'PENDING',
  PROCESSED: 'OK',
  PROCESSED_WITH_WARNINGS: 'WARNING',
  FAILED: 'FAILED',
  DUPLICATE: 'OK',
  SKIPPED: 'OK',
}

function messageStep(message: TracedMessage, first: TracedAttempt | undefined): MessageStep {
  const { id: messageId, receivedAt: at, status, sender, receiver, requestId, traceId } = message
  const durationMs = first ? Math.max(0, first.at.getTime() - at.getTime()) : null
  const title = [documentOf(message), sender].filter((part) => part !== null).join(' ')
  const step = { type: 'MessageStep', at, durationMs, outcome: messageOutcomes[status], title } as const
  return { ...step, messageId, status, sender, receiver, requestId, traceId }
}

const documentOf = (message: TracedMessage | undefined) => message?.document ?? 'SINLI'

function attemptStep(attempt: TracedAttempt, message: TracedMessage | undefined): AttemptStep {
  const { at, status, messageId, code, replayId, traceId } = attempt
  const title = code === null ? documentOf(message) : `${documentOf(message)} ${code}`
  const step = { type: 'AttemptStep', at, durationMs: null, outcome: messageOutcomes[status], title } as const
  return { ...step, messageId, status, code, replayId, traceId }
}

function replayStep({ id: replayId, startedAt: at, finishedAt, ...row }: TracedReplay): ReplayStep {
  const { dryRun, selectedCount, doneCount, failed, traceId } = row
  const outcome = finishedAt === null ? 'PENDING' : (failed ?? 0) > 0 ? 'WARNING' : 'OK'
  const step = { type: 'ReplayStep', at, durationMs: between(at, finishedAt), outcome } as const
  return { ...step, title: `${doneCount}/${selectedCount}`, replayId, dryRun, selectedCount, traceId }
}

/** The step of a document that was stored at this time. */
export function documentStep(document: TraceDocument, at: Date): DocumentStep {
  const outcome = document.messageStatus === 'PROCESSED_WITH_WARNINGS' ? 'WARNING' : 'OK'
  const title = document.number === null ? document.type : `${document.type} ${document.number}`
  return { type: 'DocumentStep', at, durationMs: null, outcome, title, traceId: null, document }
}

const storing = new Set<InboundStatus>(['PROCESSED', 'PROCESSED_WITH_WARNINGS'])

function storedAt({ messageId, receivedAt }: TraceDocument, attempts: readonly TracedAttempt[]): Date {
  const own = attempts.filter((attempt) => attempt.messageId === messageId && storing.has(attempt.status))
  return own.map(({ at }) => at).reduce((latest, at) => (at > latest ? at : latest), receivedAt)
}

function incidentStep(incident: TracedIncident): IncidentStep {
  const { id: incidentId, openedAt: at, resolvedAt, maxSeverity, number, status, subject } = incident
  const outcome = maxSeverity === 'FALLANDO' ? 'FAILED' : 'WARNING'
  const durationMs = between(at, resolvedAt)
  const step = { type: 'IncidentStep', at, durationMs, outcome, title: subject.name, traceId: null } as const
  return { ...step, incidentId, number, incidentStatus: status, maxSeverity }
}

const deliveryOutcomes = { PENDING: 'PENDING', DELIVERED: 'OK', DEAD: 'FAILED', SUPERSEDED: 'OK' } as const

function deliveryStep({ id: deliveryId, createdAt: at, endedAt, ...row }: TracedDelivery): DeliveryStep {
  const { destinationId, destination, status, traceId } = row
  const step = {
    type: 'DeliveryStep',
    at,
    durationMs: between(at, endedAt),
    outcome: deliveryOutcomes[status],
  } as const
  return { ...step, title: destination.name, deliveryId, destinationId, deliveryStatus: status, traceId }
}

function exampleStep({ at, durationMs, status, errorType, traceId, name, subject }: TracedExample): ExampleStep {
  const outcome = errorType !== null || (status ?? 0) >= 500 ? 'FAILED' : 'WARNING'
  const step = { type: 'ExampleStep', at, durationMs, outcome, title: name ?? subject.name } as const
  return { ...step, kind: subject.kind, subjectId: subject.key, httpStatus: status, errorType, traceId }
}

const between = (from: Date, to: Date | null) => (to === null ? null : Math.max(0, to.getTime() - from.getTime()))
