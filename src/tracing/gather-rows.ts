import type { May } from '../auth/permissions.ts'
import type { Database } from '../database/database.ts'
import { findOpenIncidentIds } from './open-incidents.ts'
import { tablePermissions } from './trace-access.ts'
import { createTraceReads, type TraceReads } from './trace-reads.ts'
import { maxSteps, type TraceKeys, type TraceRows } from './trace-rows.ts'

/** Maximum number of traces followed from the rows of one object. */
export const maxTraceIds = 50

/**
 * The rows of an object and of everything related, in a constant number of statements: first the rows of the object;
 * then the messages, attempts, documents, replays and incidents that they reference; then the other rows of their
 * traces; last the incidents that were open meanwhile. A replay of many messages leads to all of them, but a message
 * does not lead to the other messages of its replays.
 */
export async function gatherRows(db: Database, keys: TraceKeys, may: May): Promise<TraceRows> {
  const reads = createTraceReads(db, may)
  const own = await readOwn(reads, await withTraces(reads, keys))
  const rows = merge(own, await readNamed(reads, own))
  const all = merge(rows, await readTraces(reads, rows))
  const openIds = may(tablePermissions.Incident) ? await findOpenIncidentIds(db, all, maxSteps + 1) : []
  return merge(all, { ...noRows, incidents: await reads.incidents({ incidentIds: openIds }) })
}

export const noRows: TraceRows = {
  ...{ requests: [], audits: [], messages: [], attempts: [], replays: [], deliveries: [], examples: [] },
  ...{ incidents: [], documents: [] },
}

/** Adds the traces of the incidents' examples and of the requests, which may contain further rows. */
async function withTraces(reads: TraceReads, keys: TraceKeys): Promise<TraceKeys> {
  const { traceIds = [], requestIds } = keys
  const [requests, audits, examples] = await Promise.all([
    reads.requests({ requestIds: requestIds ?? [] }),
    reads.audits({ requestIds: requestIds ?? [] }),
    reads.exampleTraces(keys),
  ])
  return { ...keys, traceIds: distinct([...traceIds, ...traceIdsOf(requests), ...traceIdsOf(audits), ...examples]) }
}

async function readOwn(reads: TraceReads, keys: TraceKeys): Promise<TraceRows> {
  const [requests, audits, messages, attempts, replays, deliveries, examples, incidents] = await Promise.all([
    reads.requests(keys),
    reads.audits(keys),
    reads.messages(keys),
    reads.attempts({ traceIds: keys.traceIds ?? [], replayIds: keys.replayIds ?? [] }),
    reads.replays(keys),
    reads.deliveries(keys),
    reads.examples(keys),
    reads.incidents(keys),
  ])
  return { ...noRows, requests, audits, messages, attempts, replays, deliveries, examples, incidents }
}

async function readNamed(reads: TraceReads, { messages, attempts, deliveries }: TraceRows): Promise<TraceRows> {
  const named = await reads.messages({
    messageIds: without(
      attempts.map(({ messageId }) => messageId),
      messages,
    ),
  })
  const messageIds = [...messages, ...named].map(({ id }) => id)
  const [others, documents, incidents] = await Promise.all([
    reads.attempts({ messageIds }),
    reads.documents({ messageIds }),
    reads.incidents({ deliveryIds: deliveries.map(({ id }) => id) }),
  ])
  const replayIds = distinct([...attempts, ...others].flatMap(({ replayId }) => replayId ?? []))
  return {
    ...noRows,
    messages: named,
    attempts: others,
    documents,
    incidents,
    replays: await reads.replays({ replayIds }),
  }
}

/** The requests, entries, deliveries and examples of the traces and requests of these rows. */
async function readTraces(reads: TraceReads, rows: TraceRows): Promise<TraceRows> {
  const { requests, audits, messages, attempts, replays, deliveries } = rows
  const keys = {
    traceIds: followedTraces([requests, audits, messages, attempts, replays, deliveries]),
    requestIds: distinct([...messages, ...replays, ...audits].flatMap(({ requestId }) => requestId ?? [])),
  }
  const objects = replays.map(({ id }) => `replay:${id}`)
  const [moreRequests, moreAudits, moreDeliveries, examples] = await Promise.all([
    reads.requests(keys),
    reads.audits({ ...keys, objects }),
    reads.deliveries({ traceIds: keys.traceIds }),
    reads.examples({ traceIds: keys.traceIds }),
  ])
  return { ...noRows, requests: moreRequests, audits: moreAudits, deliveries: moreDeliveries, examples }
}

const followedTraces = (groups: readonly { traceId: string | null }[][]) =>
  distinct(groups.flatMap(traceIdsOf)).slice(0, maxTraceIds)

const traceIdsOf = (rows: readonly { traceId: string | null }[]) => rows.flatMap(({ traceId }) => traceId ?? [])

const distinct = (values: readonly string[]): string[] => [...new Set(values)]

function without(ids: readonly string[], rows: readonly { id: string }[]): string[] {
  const known = new Set(rows.map(({ id }) => id))
  return distinct(ids).filter((id) => !known.has(id))
}

const merge = (one: TraceRows, other: TraceRows): TraceRows => ({
  requests: byKey(one.requests, other.requests, ({ id }) => id),
  audits: byKey(one.audits, other.audits, ({ id }) => id),
  messages: byKey(one.messages, other.messages, ({ id }) => id),
  attempts: byKey(one.attempts, other.attempts, ({ id }) => id),
  replays: byKey(one.replays, other.replays, ({ id }) => id),
  deliveries: byKey(one.deliveries, other.deliveries, ({ id }) => id),
  examples: byKey(one.examples, other.examples, (row) => `${row.subjectId} ${row.traceId} ${row.spanId}`),
  incidents: byKey(one.incidents, other.incidents, ({ id }) => id),
  documents: byKey(one.documents, other.documents, ({ id }) => id),
})

const byKey = <Row>(one: readonly Row[], other: readonly Row[], keyOf: (row: Row) => string | number): Row[] => [
  ...new Map([...one, ...other].map((row) => [keyOf(row), row])).values(),
]
