import type { May } from '../auth/permissions.ts'
import type { Database } from '../database/database.ts'
import {
  findCandidates,
  findFailedByText,
  listDocumentsOfIsbn,
  listFailedWithIsbn,
  maxCandidates,
  type Candidate,
  type TraceDocument,
} from './find-candidates.ts'
import { gatherRows, maxTraceIds, noRows } from './gather-rows.ts'
import { formatTraceId, recognizeTraceId, type TraceId, type TraceKind } from './recognize-trace-id.ts'
import { createTraceReads } from './trace-reads.ts'
import { maxSteps, type TraceKeys } from './trace-rows.ts'
import { documentStep, toSteps, type TraceStep } from './trace-steps.ts'

export type { Candidate, TraceDocument, TraceStep }

/** The history of one object. With several candidates there are no steps: the caller must choose one of them. */
export type Trace = {
  id: string
  kind: TraceKind | null
  traceIds: string[]
  steps: TraceStep[]
  truncated: boolean
  documents: TraceDocument[]
  candidates: Candidate[]
}

/**
 * Traces the object that a text identifies, through all records that the caller may read; null if nothing has this id.
 */
export async function findTrace(db: Database, text: string, may: May): Promise<Trace | null> {
  const ids = recognizeTraceId(text)
  const candidates = await findObjects(db, { text, ids }, may)
  const [first, ...others] = candidates
  if (!first) return unknownTrace(ids)
  const messageId = messageIdIn(ids)
  if (others.length > 0 && !messageId) return toChoose(text, candidates)
  if (first.kind === 'ISBN') return traceIsbn(db, first.key, may)
  const rows = await gatherRows(db, keysOf(first, candidates), may)
  return toTrace({ id: messageId ?? first.id, kind: first.kind }, toSteps(rows), rows.documents)
}

/**
 * The objects with this id. If there are none, the failed messages that contain the text, provided it has no prefix.
 */
async function findObjects(
  db: Database,
  { text, ids }: { text: string; ids: readonly TraceId[] },
  may: May,
): Promise<Candidate[]> {
  const candidates = await findCandidates(db, ids, may)
  const isText = ids.some(({ form }) => form === 'CUSTOMER') && ids.length > 1
  return candidates.length === 0 && isText ? findFailedByText(db, text.trim(), may) : candidates
}

/** A trace without stored rows here may still exist in the tracing system. */
function unknownTrace(ids: readonly TraceId[]): Trace | null {
  const id = ids.find(({ form }) => form === 'TRACE')
  return id ? { ...empty, id: formatTraceId(id), kind: 'TRACE', traceIds: [id.value] } : null
}

const empty = { traceIds: [], steps: [], truncated: false, documents: [], candidates: [] }

// Messages with the same Message-ID are one message received several times.
const messageIdIn = (ids: readonly TraceId[]): string | null =>
  ids.length === 1 && ids[0]?.form === 'MESSAGE_ID' ? formatTraceId(ids[0]) : null

function toChoose(text: string, candidates: readonly Candidate[]): Trace {
  const kinds = new Set(candidates.map(({ kind }) => kind))
  return {
    ...empty,
    id: text,
    kind: kinds.size === 1 ? (candidates[0]?.kind ?? null) : null,
    truncated: candidates.length > maxCandidates,
    candidates: candidates.slice(0, maxCandidates),
  }
}

/**
 * The documents of an article, and failed messages that contain it, are only listed: each of them is a trace of its
 * own.
 */
async function traceIsbn(db: Database, isbn: string, may: May): Promise<Trace> {
  const [found, failedIds] = [await listDocumentsOfIsbn(db, isbn), await listFailedWithIsbn(db, isbn)]
  const documents = found.slice(0, maxCandidates)
  const messages = await createTraceReads(db, may).messages({ messageIds: failedIds.slice(0, maxCandidates) })
  const steps = [
    ...documents.map((document) => documentStep(document, document.receivedAt)),
    ...toSteps({ ...noRows, messages }),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  const id = formatTraceId({ form: 'ISBN', value: isbn })
  const truncated = found.length > maxCandidates || failedIds.length > maxCandidates
  return { ...empty, id, kind: 'ISBN', steps, documents, truncated }
}

function keysOf(first: Candidate, candidates: readonly Candidate[]): TraceKeys {
  const keys = candidates.map(({ key }) => key)
  const objects = [first.id]
  const byKind: Record<TraceKind, TraceKeys> = {
    REQUEST: { requestIds: keys },
    TRACE: { traceIds: keys },
    MESSAGE: { messageIds: keys },
    DOCUMENT: { messageIds: candidates.flatMap(({ document }) => document?.messageId ?? []) },
    ISBN: {},
    REPLAY: { replayIds: keys, objects },
    INCIDENT: { incidentIds: keys, objects },
    CUSTOMER: { objects },
    DELIVERY: { deliveryIds: keys, objects },
  }
  return byKind[first.kind]
}

function toTrace(
  recognised: Pick<Trace, 'id' | 'kind'>,
  all: readonly TraceStep[],
  documents: readonly TraceDocument[],
): Trace {
  const steps = all.slice(-maxSteps)
  const traceIds = [...new Set(steps.flatMap(({ traceId }) => traceId ?? []))]
  return {
    ...recognised,
    traceIds: traceIds.slice(0, maxTraceIds),
    steps,
    truncated: all.length > maxSteps || documents.length > maxCandidates,
    documents: documents.toSorted(newestFirst).slice(0, maxCandidates),
    candidates: [],
  }
}

const newestFirst = (one: TraceDocument, other: TraceDocument) => other.receivedAt.getTime() - one.receivedAt.getTime()
