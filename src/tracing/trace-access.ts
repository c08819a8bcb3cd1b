import type { Permission } from '../auth/permissions.ts'
import type { TraceIdForm } from './recognize-trace-id.ts'

/** The permission needed to read each table in a trace: the same as for the query that lists its rows. */
export const tablePermissions = {
  RequestTrace: 'read:Audit',
  AuditEntry: 'read:Audit',
  InboundMessage: 'read:Integration',
  InboundAttempt: 'read:Integration',
  Replay: 'read:Integration',
  SinliDocument: 'read:Integration',
  Incident: 'read:Incident',
  RequestExample: 'read:Incident',
  Delivery: 'read:Destination',
  Customer: 'read:Customer',
} as const satisfies Record<string, Permission>

export type TracedTable = keyof typeof tablePermissions

/** The table that decides whether an id in this form exists; ids of requests and traces occur in several tables. */
export const formTables = {
  MESSAGE: 'InboundMessage',
  MESSAGE_ID: 'InboundMessage',
  DOCUMENT: 'SinliDocument',
  NUMBER: 'SinliDocument',
  ISBN: 'SinliDocument',
  REPLAY: 'Replay',
  INCIDENT: 'Incident',
  INCIDENT_NUMBER: 'Incident',
  CUSTOMER: 'Customer',
  DELIVERY: 'Delivery',
} as const satisfies Record<Exclude<TraceIdForm, 'REQUEST' | 'TRACE'>, TracedTable>

/** The tables with an indexed column for each id that connects rows of several tables. */
export const linkedTables = {
  requestId: ['RequestTrace', 'AuditEntry', 'InboundMessage', 'Replay'],
  traceId: ['RequestTrace', 'AuditEntry', 'InboundMessage', 'InboundAttempt', 'Replay', 'Delivery', 'RequestExample'],
} as const satisfies Record<string, readonly TracedTable[]>
