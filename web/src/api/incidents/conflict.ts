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
 * Awaits a change of an incident. If a concurrent change came first, reads the incident again and throws `ConflictError`
 * with its new state; a CONFLICT with a rule, which has a reason, is thrown as it is.
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

/** What the operator has done already, in another tab or by an earlier request. */
const ofOneself = new Set(['INCIDENT_ALREADY_YOURS', 'INCIDENT_OF_NOBODY'])

// If reading fails, the caller throws the original error instead.
async function readCurrentIncident(id: string): Promise<CurrentIncident | null> {
  try {
    return (await requestGraphQL(CurrentIncidentDocument, { id })).incident
  } catch {
    return null
  }
}
