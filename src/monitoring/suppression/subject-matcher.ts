import type { Database } from '../../database/database.ts'
import type { Kind } from '../../generated/prisma/client.ts'
import { invalidField } from '../../lib/errors.ts'
import { resolveKeys, type SubjectKey } from '../subjects/subject-records.ts'

/**
 * A set of subjects: all subjects of the kinds, the endpoints of the areas, and the listed subjects. Every subject if
 * all three lists are empty.
 */
export type SubjectMatcher = {
  kinds: readonly Kind[]
  /** Ids of areas. */
  areas: readonly string[]
  subjects: readonly SubjectKey[]
}

/** A matcher as clients send it; absent and null fields are empty. */
export type SubjectMatcherInput = { [Field in keyof SubjectMatcher]?: SubjectMatcher[Field] | null | undefined }

/**
 * The fields of a subject that a matcher compares. `areaId` is null for libraries and integrations. `parts` are the
 * subjects of a service, or the services of the reception of telemetry.
 */
export type MatchedSubject = { kind: Kind; key: string; areaId: string | null; parts?: readonly SubjectPart[] }

/** A subject that a service reports, or a service. */
export type SubjectPart = MatchedSubject & { critical: boolean }

/** Whether a matcher contains a subject itself or, for a subject with parts, all of its parts. */
export function matchesSubject(matcher: SubjectMatcher, subject: MatchedSubject): boolean {
  const { kinds, areas, subjects } = matcher
  const { kind, key, areaId, parts } = subject
  if (kinds.length + areas.length + subjects.length === 0) return true
  if (subjects.some((named) => named.kind === kind && named.id === key)) return true
  if (parts) return parts.length > 0 && parts.every((part) => matchesSubject(matcher, part))
  return kinds.includes(kind) || (areaId !== null && areas.includes(areaId))
}

/** Maximum number of subjects that a matcher names. */
export const maxMatchedSubjects = 200

/**
 * Validates a matcher. Retired subjects may be named.
 * @throws DomainError INVALID_INPUT for too many subjects, and for unknown areas and subjects.
 */
export async function requireMatcher(db: Database, input: SubjectMatcherInput): Promise<SubjectMatcher> {
  const kinds = [...new Set(input.kinds ?? [])]
  const areas = [...new Set(input.areas ?? [])]
  const named = distinctSubjects(input.subjects ?? [])
  if (named.length > maxMatchedSubjects)
    throw invalidField('subjects', {
      code: 'SUBJECTS_TOO_MANY',
      parameters: { max: maxMatchedSubjects, count: named.length },
    })
  await requireAreas(db, areas)
  const subjects = distinctSubjects(await resolveKeys(db, named))
  await findSubjectIds(db, subjects, 'subjects')
  return { kinds, areas, subjects }
}

async function requireAreas(db: Database, ids: readonly string[]): Promise<void> {
  const known = new Set((await db.area.findMany({ select: { id: true } })).map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw invalidField('areas', { code: 'NO_AREA', parameters: { area: unknown } })
}

/** The subjects without repetitions. */
export const distinctSubjects = (subjects: readonly SubjectKey[]): SubjectKey[] => [
  ...new Map(subjects.map(({ kind, id }) => [`${kind}:${id}`, { kind, id }])).values(),
]

/**
 * The row ids of subjects, in their order.
 * @throws DomainError INVALID_INPUT that names `field` for an unknown subject.
 */
export async function findSubjectIds(db: Database, subjects: readonly SubjectKey[], field: string): Promise<number[]> {
  if (subjects.length === 0) return []
  const rows = await db.subject.findMany({
    where: { OR: subjects.map(({ kind, id }) => ({ kind, key: id })) },
    select: { id: true, kind: true, key: true },
  })
  const ids = new Map(rows.map(({ id, kind, key }) => [`${kind}:${key}`, id]))
  return subjects.map(({ kind, id }) => {
    const found = ids.get(`${kind}:${id}`)
    if (found === undefined) throw invalidField(field, { code: 'NO_SUBJECT', parameters: { kind, id } })
    return found
  })
}

export const toMatcher = (stored: unknown): SubjectMatcher => stored as SubjectMatcher
