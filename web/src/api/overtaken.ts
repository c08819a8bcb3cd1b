import { IncidentNowDocument, type IncidentNowQuery } from '../generated/graphql.ts'
import { ask, Refused } from './request.ts'

export type IncidentNow = NonNullable<IncidentNowQuery['incident']>

/** Conflict error: a colleague or the server changed the incident first. Carries its current state. */
export class Overtaken extends Refused {
  readonly incident: IncidentNow

  constructor({ code, message }: Refused, incident: IncidentNow) {
    super(code, message)
    this.name = 'Overtaken'
    this.incident = incident
  }
}

/** Awaits a change of an incident. On CONFLICT, reads the incident again and throws `Overtaken` with its new state. */
export async function orOvertaken<Answer>(id: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'CONFLICT') throw error
    const incident = await readNow(id)
    throw incident ? new Overtaken(error, incident) : error
  }
}

// If reading fails, the caller throws the original error instead.
async function readNow(id: string): Promise<IncidentNow | null> {
  try {
    return (await ask(IncidentNowDocument, { id })).incident
  } catch {
    return null
  }
}
