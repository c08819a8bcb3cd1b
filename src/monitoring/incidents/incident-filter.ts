import { Prisma, type IncidentStatus, type Kind, type Severity } from '../../generated/prisma/client.ts'
import type { SubjectKey } from '../subjects/subject-records.ts'
import type { SortKey } from '../../database/keyset.ts'
import { idInUse } from '../../inventory/endpoint-queries.ts'
import { invalidField } from '../../lib/errors.ts'
import { containsText, foldedColumns } from '../../trade/search/sql-match.ts'

/**
 * Filter of incidents; absent fields do not filter, an empty list matches none. Fields that end in `From` are inclusive,
 * those in `To` exclusive.
 */
export type IncidentFilter = {
  ids?: readonly string[] | null
  kind?: Kind | null
  kinds?: readonly Kind[] | null
  severity?: Severity | null
  severities?: readonly Severity[] | null
  maxSeverity?: Severity | null
  maxSeverities?: readonly Severity[] | null
  /** The severity that lists show: the current one of an open incident, the highest of a resolved one. */
  shownSeverity?: Severity | null
  status?: IncidentStatus | null
  statuses?: readonly IncidentStatus[] | null
  open?: boolean | null
  /** The key of subjects, of any kind. */
  subjectKey?: string | null
  subject?: SubjectKey | null
  subjectId?: number | null
  /** The id of the operator who acknowledged the incident. */
  acknowledgedBy?: string | null
  /** Text in the name or the key of the subject. */
  search?: string | null
  suppressed?: boolean | null
  /** Only incidents that are open, or were resolved at or after this time. */
  activeFrom?: Date | null
  openedFrom?: Date | null
  openedTo?: Date | null
  resolvedFrom?: Date | null
  resolvedTo?: Date | null
}

/** The fields by which incidents can be ordered. */
export type IncidentOrderField =
  'OPENED_AT' | 'RESOLVED_AT' | 'ACKNOWLEDGED_AT' | 'SEVERITY' | 'MAX_SEVERITY' | 'STATUS' | 'SUBJECT'

/** The sort key of each field, for rows of `"Incident" i`. */
export const sortKeys: Readonly<Record<IncidentOrderField, SortKey>> = {
  OPENED_AT: { value: Prisma.sql`i."openedAt"`, type: 'moment' },
  RESOLVED_AT: { value: Prisma.sql`i."resolvedAt"`, type: 'moment' },
  ACKNOWLEDGED_AT: { value: Prisma.sql`i."acknowledgedAt"`, type: 'moment' },
  SEVERITY: rankOf(Prisma.sql`i."severity"`),
  MAX_SEVERITY: rankOf(Prisma.sql`i."maxSeverity"`),
  STATUS: {
    value: Prisma.sql`CASE i."status" WHEN 'OPEN' THEN 0 WHEN 'ACKNOWLEDGED' THEN 1 ELSE 2 END`,
    type: 'integer',
  },
  SUBJECT: {
    value: Prisma.sql`(SELECT ${foldedColumns([Prisma.sql`s."name"`])} FROM "Subject" s WHERE s."id" = i."subjectId")`,
    type: 'text',
  },
}

function rankOf(severity: Prisma.Sql): SortKey {
  return { value: Prisma.sql`CASE ${severity} WHEN 'FALLANDO' THEN 0 ELSE 1 END`, type: 'integer' }
}

const maxIds = 1_000

/**
 * The condition that a row of `"Incident" i` matches.
 * @throws DomainError INVALID_INPUT for too many ids.
 */
export function matching(filter: IncidentFilter): Prisma.Sql {
  if (filter.ids && filter.ids.length > maxIds)
    throw invalidField('ids', { code: 'INCIDENT_IDS_TOO_MANY', parameters: { max: maxIds } })
  const conditions = [...enumConditions(filter), ...otherConditions(filter), ...timeConditions(filter)]
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`true`
}

function enumConditions({ kind, kinds, status, statuses, ...severities }: IncidentFilter): Prisma.Sql[] {
  return [
    ...oneOf(Prisma.sql`i."kind"`, kind && [kind]),
    ...oneOf(Prisma.sql`i."kind"`, kinds),
    ...oneOf(Prisma.sql`i."status"`, status && [status]),
    ...oneOf(Prisma.sql`i."status"`, statuses),
    ...severityConditions(severities),
  ]
}

function severityConditions(filter: IncidentFilter): Prisma.Sql[] {
  const { severity, severities, maxSeverity, maxSeverities, shownSeverity } = filter
  return [
    ...oneOf(Prisma.sql`i."severity"`, severity && [severity]),
    ...oneOf(Prisma.sql`i."severity"`, severities),
    ...oneOf(Prisma.sql`i."maxSeverity"`, maxSeverity && [maxSeverity]),
    ...oneOf(Prisma.sql`i."maxSeverity"`, maxSeverities),
    ...oneOf(shownSeveritySql, shownSeverity && [shownSeverity]),
  ]
}

// The same severity that SeverityBadge of the web application shows.
const shownSeveritySql = Prisma.sql`(CASE WHEN i."openKey" IS NULL THEN i."maxSeverity" ELSE i."severity" END)`

const oneOf = (column: Prisma.Sql, values: readonly string[] | null | undefined) =>
  values ? [Prisma.sql`${column}::text = ANY(${[...values]}::text[])`] : []

function otherConditions({ ids, open, acknowledgedBy, suppressed, ...subjects }: IncidentFilter): Prisma.Sql[] {
  return [
    ...oneOf(Prisma.sql`i."id"`, ids),
    ...when(open, (open) => (open ? Prisma.sql`i."openKey" IS NOT NULL` : Prisma.sql`i."openKey" IS NULL`)),
    ...when(acknowledgedBy, (id) => Prisma.sql`i."acknowledgedById" = ${id}`),
    ...when(suppressed, (value) => Prisma.sql`i."suppressed" = ${value}`),
    ...subjectConditions(subjects),
  ]
}

function subjectConditions({ subjectId, subjectKey, subject, search = '' }: IncidentFilter): Prisma.Sql[] {
  const text = search?.trim() ?? ''
  return [
    ...when(subjectId, (id) => Prisma.sql`i."subjectId" = ${id}`),
    ...when(subjectKey === '' ? null : subjectKey, (key) => ofSubjects(hasKey(key))),
    ...when(subject, ({ kind, id }) => ofSubjects(Prisma.sql`s."kind" = ${kind}::"Kind" AND ${hasKey(id)}`)),
    ...(text === '' ? [] : [ofSubjects(containsText(subjectText, text))]),
  ]
}

const hasKey = (key: string) => Prisma.sql`s."key" = ${key.includes(' /') ? idInUse(key) : key}`

const subjectText = foldedColumns([Prisma.sql`s."key"`, Prisma.sql`s."name"`])

const ofSubjects = (condition: Prisma.Sql) =>
  Prisma.sql`i."subjectId" IN (SELECT s."id" FROM "Subject" s WHERE ${condition})`

function timeConditions(filter: IncidentFilter): Prisma.Sql[] {
  return [
    ...when(filter.activeFrom, (at) => Prisma.sql`(i."openKey" IS NOT NULL OR i."resolvedAt" >= ${at})`),
    ...when(filter.openedFrom, (at) => Prisma.sql`i."openedAt" >= ${at}`),
    ...when(filter.openedTo, (at) => Prisma.sql`i."openedAt" < ${at}`),
    ...when(filter.resolvedFrom, (at) => Prisma.sql`i."resolvedAt" >= ${at}`),
    ...when(filter.resolvedTo, (at) => Prisma.sql`i."resolvedAt" < ${at}`),
  ]
}

const when = <T>(value: T | null | undefined, condition: (value: T) => Prisma.Sql): Prisma.Sql[] =>
  value == null ? [] : [condition(value)]
