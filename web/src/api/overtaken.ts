import { IncidentNowDocument, type IncidentNowQuery } from '../generated/graphql.ts'
import { ask, Refused } from './request.ts'

export type IncidentNow = NonNullable<IncidentNowQuery['incident']>

/** Somebody, or something, was quicker: the incident as it is by now. */
export class Overtaken extends Refused {
  readonly incident: IncidentNow

  constructor({ code, message }: Refused, incident: IncidentNow) {
    super(code, message)
    this.name = 'Overtaken'
    this.incident = incident
  }
}

/** The answer to a change of an incident; where it was refused as a conflict, it is found out who was quicker. */
export async function orOvertaken<Answer>(id: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'CONFLICT') throw error
    const incident = await readNow(id)
    throw incident ? new Overtaken(error, incident) : error
  }
}

// Where that cannot be found out, the refusal itself is to be told.
async function readNow(id: string): Promise<IncidentNow | null> {
  try {
    return (await ask(IncidentNowDocument, { id })).incident
  } catch {
    return null
  }
}
