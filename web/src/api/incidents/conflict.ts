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
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT' || error.reason !== null) throw error
    const incident = await readCurrentIncident(id)
    throw incident ? new ConflictError(error, incident) : error
  }
}

// If reading fails, the caller throws the original error instead.
async function readCurrentIncident(id: string): Promise<CurrentIncident | null> {
  try {
    return (await requestGraphQL(CurrentIncidentDocument, { id })).incident
  } catch {
    return null
  }
}
