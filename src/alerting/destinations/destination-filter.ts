import type { Database } from '../../database/database.ts'
import type { Kind, Severity } from '../../generated/prisma/client.ts'
import { invalidField } from '../../lib/errors.ts'
import { distinctSubjects, type SubjectPart } from '../../monitoring/suppression/subject-matcher.ts'
import { resolveKeys, type SubjectKey } from '../../monitoring/subjects/subject-records.ts'

/** The incidents that a destination gets. All conditions must hold; an empty list excludes nothing. */
export type DestinationFilter = {
  kinds: readonly Kind[]
  severities: readonly Severity[]
  /** Ids of areas. */
  areas: readonly string[]
  subjects: readonly SubjectKey[]
  criticalOnly: boolean
}

/** A filter as a client sends it: absent fields and null exclude nothing. */
export type DestinationFilterInput = {
  readonly [Field in keyof DestinationFilter]?: DestinationFilter[Field] | null | undefined
}

/** The properties of an incident that filters compare. */
export type FilteredIncident = {
  kind: Kind
  severity: Severity
  areaId: string | null
  subjectKey: string
  critical: boolean
  /** The subjects of a service, or the services of the reception of telemetry. */
  parts?: readonly SubjectPart[]
}

/** Maximum number of subjects that a filter names. */
export const maxFilterSubjects = 100

/**
 * Validates a filter.
 * @throws DomainError INVALID_INPUT for areas or subjects that do not exist, or too many of them.
 */
export async function requireValidFilter(db: Database, input: DestinationFilterInput): Promise<DestinationFilter> {
  const named = normalise(input)
  if (named.subjects.length > maxFilterSubjects)
    throw invalidField('filter.subjects', { code: 'FILTER_SUBJECTS_TOO_MANY', parameters: { max: maxFilterSubjects } })
  const filter = { ...named, subjects: distinctSubjects(await resolveKeys(db, named.subjects)) }
  const areas = await db.area.findMany({ where: { id: { in: [...filter.areas] } }, select: { id: true } })
  const missingArea = filter.areas.find((id) => !areas.some((area) => area.id === id))
  if (missingArea !== undefined)
    throw invalidField('filter.areas', { code: 'NO_AREA', parameters: { area: missingArea } })
  const subjects = await findFilterSubjects(db, filter.subjects)
  const missing = filter.subjects.find(({ kind, id }) => !subjects.some((one) => one.kind === kind && one.key === id))
  if (missing)
    throw invalidField('filter.subjects', {
      code: 'NO_SUBJECT_OF_KIND',
      parameters: { kind: missing.kind, id: missing.id },
    })
  return filter
}

/** The subjects with these keys that exist. */
const findFilterSubjects = (db: Database, keys: readonly SubjectKey[]) =>
  db.subject.findMany({ where: { OR: keys.map(({ kind, id }) => ({ kind, key: id })) } })

/** Whether the subject of an incident, or a part of it, matches a filter. */
export const matchesFilter = (filter: DestinationFilter, incident: FilteredIncident): boolean =>
  matchesOne(filter, incident) ||
  (incident.parts ?? []).some(({ key, ...part }) =>
    matchesFilter(filter, { severity: incident.severity, subjectKey: key, ...part }),
  )

const matchesOne = (filter: DestinationFilter, incident: FilteredIncident): boolean =>
  allows(filter.kinds, incident.kind) &&
  allows(filter.severities, incident.severity) &&
  allows(filter.areas, incident.areaId) &&
  (filter.subjects.length === 0 ||
    filter.subjects.some(({ kind, id }) => kind === incident.kind && id === incident.subjectKey)) &&
  (!filter.criticalOnly || incident.critical)

const allows = <Value>(list: readonly Value[], value: Value | null) =>
  list.length === 0 || (value !== null && list.includes(value))

/** Reads a stored filter; fields that are missing exclude nothing. */
export const readFilter = (stored: unknown): DestinationFilter => normalise(stored ?? {})

const normalise = ({
  kinds,
  severities,
  areas,
  subjects,
  criticalOnly,
}: DestinationFilterInput): DestinationFilter => ({
  kinds: unique(kinds),
  severities: unique(severities),
  areas: unique(areas),
  subjects: (subjects ?? []).map(({ kind, id }) => ({ kind, id })),
  criticalOnly: criticalOnly ?? false,
})

const unique = <Value>(list: readonly Value[] | null | undefined) => [...new Set(list ?? [])]
