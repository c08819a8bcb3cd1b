import type { Database } from '../database/database.ts'
import type { Pauses } from './health/rule/pauses.ts'
import type { SubjectWithPolicy } from './health/subject-queries.ts'
import { findSubjectServices, noServices, type ServiceOf } from './services/subject-services.ts'
import type { ReportingService } from './services/watched-services.ts'
import { nothingExplained, readExplanations, type ExplanationOf } from './suppression/explained-traffic.ts'

/** The circumstances of a tick that matter besides the samples of a subject. */
export type Surroundings = { pauses: Pauses; serviceOf: ServiceOf; explanationOf: ExplanationOf }

/** The circumstances if only the pauses are known. */
export const onlyPauses = (pauses: Pauses): Surroundings => ({
  pauses,
  serviceOf: noServices,
  explanationOf: nothingExplained,
})

type Watched = Pick<SubjectWithPolicy, 'subject' | 'policy'>
type Known = { pauses: Pauses; services: readonly ReportingService[]; subjects: readonly Watched[] }

/** Reads the circumstances of these subjects at `at`, in milliseconds since 1970. */
export async function readSurroundings(
  db: Database,
  { pauses, services, subjects }: Known,
  at: number,
): Promise<Surroundings> {
  const explanationOf = subjects.some(hasTraffic) ? await readExplanations(db, services, at) : nothingExplained
  return { pauses, serviceOf: await findSubjectServices(db, services, scheduledIn(subjects)), explanationOf }
}

const hasTraffic = ({ subject, policy }: Watched) => subject.traffic !== null && policy.traffic === 'LEARNED'

const scheduledIn = (subjects: readonly Watched[]) =>
  subjects.flatMap(({ subject, policy }) => (policy.silenceMeans === 'FALLANDO' ? [subject.id] : []))
