import type { Actor } from '../../audit/actor.ts'
import type { Incident as IncidentRow } from '../../generated/prisma/client.ts'
import type { HealthSubject } from '../health/subject-queries.ts'
import type { IncidentChange } from './incident.ts'

/** The operator who makes a change, and their note. */
export type ChangeAuthor = Actor & { note: string | null }

/** The time of a change in milliseconds since 1970, and its author; null if Vigía itself makes it. */
export type ChangeMetadata = { at: number; author: ChangeAuthor | null }

/** The changes of an incident, in order. `row` is the incident as read before; null if the first change opens it. */
export type IncidentChanges = { subject: HealthSubject; row: IncidentRow | null; changes: readonly IncidentChange[] }
