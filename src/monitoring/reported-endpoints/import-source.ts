import type { Actor } from '../../audit/actor.ts'

/** The origin of an import, for the audit trail: an operator, or a service with the token `tokenName`. */
export type ImportSource =
  Actor | { address: string; requestId: string; traceId?: string | null; tokenName: string | null }

/** The operator who is named in the timeline of incidents; null for a service. */
export const authorOf = (source: ImportSource) => ('operator' in source ? { ...source, note: null } : null)

/** The operator or the service, in the form of audit entries. */
export const auditedSourceOf = (source: ImportSource) =>
  'operator' in source ? source : { ...source, actor: 'ingest' }
