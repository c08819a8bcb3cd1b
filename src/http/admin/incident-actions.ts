import { z } from 'zod'
import { acceptLatency } from '../../monitoring/incidents/accept-latency.ts'
import { maxNoteLength } from '../../monitoring/incidents/notes.ts'
import { acknowledge, addNote, release, resolve, takeOver } from '../../monitoring/incidents/operator-actions.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { IncidentWithTimeline } from '../responses/incident.ts'
import { enumerations } from '../../generated/contract.ts'
import { boolean, oneOf } from '../fields/basic-fields.ts'
import { note, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'
import { IncidentParams, incidentWithTimeline } from './incidents.ts'

const Acknowledgement = z.strictObject({
  note: note(maxNoteLength)
    .nullish()
    .transform((text) => text ?? null)
    .describe('Note for the timeline; optional.'),
})
const TakeOver = z.strictObject({
  ...Acknowledgement.shape,
  from: text(100)
    .nullish()
    .transform((id) => id ?? null)
    .describe('ID of the operator to take it over from (`acknowledger.id`); omitted: any.'),
})
const Acceptance = z.strictObject({
  ...Acknowledgement.shape,
  cause: oneOf(enumerations.ReasonCode).nullish().describe(descriptionOf('AcceptIncidentLatencyInput.cause')),
})
const ResolutionBody = z.strictObject({
  reason: note(maxNoteLength).describe('Reason for the timeline and the audit trail.'),
  force: boolean().default(false).describe(descriptionOf('Mutation.resolveIncident(force:)')),
})
const Note = z.strictObject({ note: note(maxNoteLength).describe('Text of the note.') })

const defaults = { method: 'POST', inventory: false, tag: 'Incidents', params: IncidentParams } as const
const missing = 'There is no such incident.'
const answers = { 200: { description: 'The changed incident.', schema: IncidentWithTimeline } }

/** The routes by which operators act on an incident. */
export const incidentActions = [
  adminRoute(
    {
      ...defaults,
      path: '/api/admin/incidents/:id/acknowledge/',
      may: 'acknowledge:Incident',
      operationId: 'acknowledgeIncident',
      summary: 'Acknowledge an incident',
      description: 'It stays in the panel and in the counts. If two operators do so at once, one succeeds.',
      body: Acknowledgement,
      example: { note: 'Calling the provider.' },
      answers,
      refusals: { 404: missing, 409: 'It is already acknowledged or resolved.' },
    },
    async ({ params: { id }, body, by, at }, deps) =>
      incidentWithTimeline(deps, await acknowledge(deps.db, id, { ...by, ...body }, at.getTime())),
  ),
  adminRoute(
    {
      ...defaults,
      path: '/api/admin/incidents/:id/release/',
      may: 'acknowledge:Incident',
      operationId: 'releaseIncident',
      summary: 'Release an incident',
      description: 'The incident is open again. Only the operator who acknowledged it can release it.',
      body: Acknowledgement,
      example: { note: 'My shift ends.' },
      answers,
      refusals: { 404: missing, 409: 'It was taken over by another operator, is not acknowledged, or is resolved.' },
    },
    async ({ params: { id }, body, by, at }, deps) =>
      incidentWithTimeline(deps, await release(deps.db, id, { ...by, ...body }, at.getTime())),
  ),
  adminRoute(
    {
      ...defaults,
      path: '/api/admin/incidents/:id/take-over/',
      may: 'acknowledge:Incident',
      operationId: 'takeOverIncident',
      summary: 'Take over an incident from another operator',
      description: 'If two operators do so at once, one succeeds.',
      body: TakeOver,
      example: { from: 'c1b4f3a0-2f43-4bd1-9a3e-6f0f4f1d2c3b', note: 'Your shift is over.' },
      answers,
      refusals: {
        404: missing,
        409: 'It is acknowledged by another operator than `from`, by you or by nobody, or is resolved.',
      },
    },
    async ({ params: { id }, body: { from, note }, by, at }, deps) =>
      incidentWithTimeline(deps, await takeOver(deps.db, { id, from }, { ...by, note }, at.getTime())),
  ),
  adminRoute(
    {
      ...defaults,
      path: '/api/admin/incidents/:id/resolve/',
      may: 'resolve:Incident',
      operationId: 'resolveIncident',
      summary: 'Resolve an incident by hand',
      description:
        'Fails with the current numbers (code CONDITION_HOLDS) while the condition still holds, unless `force` is ' +
        'true. If it still holds 5 minutes after a forced resolution, a new incident opens.',
      body: ResolutionBody,
      example: { reason: 'The provider renewed the certificate.', force: false },
      answers,
      refusals: { 404: missing, 409: 'It is already resolved, or the condition still holds.' },
    },
    async ({ params: { id }, body: { reason, force }, by }, deps) =>
      incidentWithTimeline(
        deps,
        await resolve(deps.db, deps.withFrozenSubject, { id, force }, { ...by, note: reason }),
      ),
  ),
  adminRoute(
    {
      ...defaults,
      path: '/api/admin/incidents/:id/accept-latency/',
      may: 'resolve:Incident',
      operationId: 'acceptIncidentLatency',
      summary: 'Accept the latency of an incident as normal',
      description:
        "The p95 of the last 5 minutes is the subject's usual one at once, and the incident is resolved " +
        '(ACCEPTED_AS_NORMAL). Where lost traffic caused it, what is usual is learned anew instead. Only for an incident with `canAcceptLatency`. Refused with the present numbers (code ' +
        'CONDITION_HOLDS) while there are errors too.',
      body: Acceptance,
      example: { note: 'The new search index is slower.' },
      answers,
      refusals: {
        404: missing,
        409:
          'It is resolved, has another cause than `cause`, neither a learned latency budget nor lost traffic is its cause, the latency is not known or over the longest ' +
          'budget that its policy allows, or there are errors too.',
      },
    },
    async ({ params: { id }, body: { cause, note }, by }, deps) =>
      incidentWithTimeline(deps, await acceptLatency(deps.db, deps.withFrozenSubject, { id, cause }, { ...by, note })),
  ),
  adminRoute(
    {
      ...defaults,
      path: '/api/admin/incidents/:id/notes/',
      may: 'acknowledge:Incident',
      operationId: 'addIncidentNote',
      summary: 'Add a note to the timeline of an incident',
      description: 'The incident may be open or resolved. It is not changed otherwise.',
      body: Note,
      example: { note: 'The provider says it takes another hour.' },
      answers,
      refusals: { 404: missing },
    },
    async ({ params: { id }, body, by, at }, deps) =>
      incidentWithTimeline(deps, await addNote(deps.db, { id, ...body }, by, at.getTime())),
  ),
]
