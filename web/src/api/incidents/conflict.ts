import { CurrentIncidentDocument, type CurrentIncidentQuery } from '../../generated/graphql.ts'
import { requestGraphQL, ApiError } from '../client/request.ts'

export type CurrentIncident = NonNullable<CurrentIncidentQuery['incident']>

/** Conflict error: a colleague or the server changed the incident first. Carries its current state. */
export class ConflictError extends ApiError {
  readonly incident: CurrentIncident

  constructor({ code, message, sentence }: ApiError, incident: CurrentIncident) {
    super(code, message, { sentence })
    this.name = 'ConflictError'
    this.incident = incident
  }
}

/**
 * Awaits a change of an incident. If somebody else changed the incident first, reads it again and throws
 * `ConflictError` with its present state. A CONFLICT that names a violated rule as its `reason`, and one that the
 * operator caused, is rethrown unchanged.
 */
export async function withConflictDetails<Result>(id: string, change: Promise<Result>): Promise<Result> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof ApiError) || !isOfColleague(error)) throw error
    const incident = await readCurrentIncident(id)
    throw incident ? new ConflictError(error, incident) : error
  }
}

const isOfColleague = ({ code, reason, sentence }: ApiError) =>
  code === 'CONFLICT' && reason === null && !(sentence !== null && ofOneself.has(sentence))

/** Conflicts with a change that the operator made before, in another tab or by an earlier request. */
const ofOneself = new Set(['INCIDENT_ALREADY_YOURS', 'INCIDENT_OF_NOBODY'])

// If reading fails, the caller throws the original error instead.
async function readCurrentIncident(id: string): Promise<CurrentIncident | null> {
  try {
    return (await requestGraphQL(CurrentIncidentDocument, { id })).incident
  } catch {
    return null
  }
}
