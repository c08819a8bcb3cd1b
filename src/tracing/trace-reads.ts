import type { May } from '../auth/permissions.ts'
import type { Database } from '../database/database.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { listExamplesOfIncidents } from '../monitoring/examples/example-queries.ts'
import { findReplays } from '../trade/replay/replay-queries.ts'
import type { TraceDocument } from './find-candidates.ts'
import { tablePermissions, type TracedTable } from './trace-access.ts'
import {
  maxSteps,
  shownDelivery,
  shownMessage,
  withSubject,
  type TracedAttempt,
  type TracedAudit,
  type TracedDelivery,
  type TracedExample,
  type TracedIncident,
  type TracedMessage,
  type TracedReplay,
  type TracedRequest,
  type TraceKeys,
} from './trace-rows.ts'

const take = maxSteps + 1

/**
 * The reads of a trace, each in one or two statements, or in none without ids or permission. Newest first, at most one
 * row more than the maximum number of steps.
 */
export function createTraceReads(db: Database, may: May) {
  const readIf: ReadIf = (table, conditions, read) =>
    conditions.length > 0 && may(tablePermissions[table]) ? read() : Promise.resolve([])
  return { ...requestReads(db, readIf), ...tradeReads(db, readIf), ...alertReads(db, readIf) }
}

export type TraceReads = ReturnType<typeof createTraceReads>

/** Skips the read if there are no conditions, or if the caller may not read the table. */
type ReadIf = <Row>(table: TracedTable, conditions: readonly object[], read: () => Promise<Row[]>) => Promise<Row[]>

const requestReads = (db: Database, readIf: ReadIf) => ({
  requests: (keys: TraceKeys): Promise<TracedRequest[]> => {
    const OR = linked(keys)
    return readIf('RequestTrace', OR, () => db.requestTrace.findMany({ where: { OR }, orderBy: { at: 'desc' }, take }))
  },
  audits: (keys: TraceKeys): Promise<TracedAudit[]> => {
    const OR = [...linked(keys), ...oneOf('object', keys.objects)]
    const omit = { before: true, after: true } as const
    return readIf('AuditEntry', OR, () =>
      db.auditEntry.findMany({ where: { OR }, orderBy: { id: 'desc' }, take, omit }),
    )
  },
  examples: (keys: TraceKeys): Promise<TracedExample[]> => {
    const OR = oneOf('traceId', keys.traceIds)
    return readIf('RequestExample', OR, () =>
      db.requestExample.findMany({ where: { OR }, orderBy: { at: 'desc' }, take, ...withSubject }),
    )
  },
})

const tradeReads = (db: Database, readIf: ReadIf) => ({
  messages: (keys: TraceKeys): Promise<TracedMessage[]> => {
    const OR = [...linked(keys), ...oneOf('id', keys.messageIds)]
    const orderBy = { receivedAt: 'desc' } as const
    return readIf('InboundMessage', OR, () =>
      db.inboundMessage.findMany({ where: { OR }, orderBy, take, ...shownMessage }),
    )
  },
  attempts: ({ traceIds, messageIds, replayIds }: TraceKeys): Promise<TracedAttempt[]> => {
    const OR = [...oneOf('traceId', traceIds), ...oneOf('messageId', messageIds), ...oneOf('replayId', replayIds)]
    return readIf('InboundAttempt', OR, () =>
      db.inboundAttempt.findMany({ where: { OR }, orderBy: { id: 'desc' }, take, omit: { warnings: true } }),
    )
  },
  replays: (keys: TraceKeys): Promise<TracedReplay[]> => {
    const OR = [...linked(keys), ...oneOf('id', keys.replayIds)]
    return readIf('Replay', OR, () => findTracedReplays(db, OR))
  },
  documents: ({ messageIds }: TraceKeys): Promise<TraceDocument[]> => {
    const OR = oneOf('messageId', messageIds)
    return readIf('SinliDocument', OR, () => findDocuments(db, OR))
  },
})

const alertReads = (db: Database, readIf: ReadIf) => ({
  deliveries: ({ traceIds, deliveryIds, incidentIds }: TraceKeys): Promise<TracedDelivery[]> => {
    const reporting = oneOf('incidentId', incidentIds).map((some) => ({ incidents: { some } }))
    const OR = [...oneOf('traceId', traceIds), ...oneOf('id', deliveryIds), ...reporting]
    const orderBy = { createdAt: 'desc' } as const
    return readIf('Delivery', OR, () => db.delivery.findMany({ where: { OR }, orderBy, take, ...shownDelivery }))
  },
  incidents: ({ incidentIds, deliveryIds }: TraceKeys): Promise<TracedIncident[]> => {
    const reported = oneOf('deliveryId', deliveryIds).map((some) => ({ deliveries: { some } }))
    const OR = [...oneOf('id', incidentIds), ...reported]
    const orderBy = { openedAt: 'desc' } as const
    return readIf('Incident', OR, () => db.incident.findMany({ where: { OR }, orderBy, take, ...withSubject }))
  },
  /** The trace ids of the examples of these incidents. */
  exampleTraces: async ({ incidentIds = [] }: TraceKeys): Promise<string[]> => {
    const read = () => listExamplesOfIncidents(db, incidentIds)
    return (await readIf('RequestExample', incidentIds.map(toObject), read)).map(({ traceId }) => traceId)
  },
})

const toObject = (id: string) => ({ id })

const linked = ({ traceIds, requestIds }: TraceKeys) => [
  ...oneOf('traceId', traceIds),
  ...oneOf('requestId', requestIds),
]

/** A condition that a column has one of the values; no condition without values. */
const oneOf = <Column extends string>(column: Column, values: readonly string[] = []) =>
  values.length > 0 ? [{ [column]: { in: [...values] } } as Record<Column, { in: string[] }>] : []

async function findTracedReplays(db: Database, OR: Prisma.ReplayWhereInput[]): Promise<TracedReplay[]> {
  const select = { id: true, requestId: true, traceId: true } as const
  const rows = await db.replay.findMany({ where: { OR }, select, orderBy: { startedAt: 'desc' }, take })
  const links = new Map(rows.map((row) => [row.id, row]))
  const summaries = rows.length > 0 ? await findReplays(db, [...links.keys()]) : []
  return summaries.flatMap((summary) => {
    const link = links.get(summary.id)
    return link ? [{ ...summary, ...link }] : []
  })
}

async function findDocuments(db: Database, OR: Prisma.SinliDocumentWhereInput[]): Promise<TraceDocument[]> {
  const rows = await db.sinliDocument.findMany({
    where: { OR },
    select: {
      ...{ id: true, messageId: true, type: true, number: true, date: true, sender: true, receiver: true },
      message: { select: { receivedAt: true, status: true } },
    },
  })
  return rows.map(({ message: { receivedAt, status }, ...row }) => ({ ...row, receivedAt, messageStatus: status }))
}
