import { z } from 'zod'
import { said } from '../../request/said.ts'
import { listExamplesOfIncidents } from '../../monitoring/examples/example-queries.ts'
import { explain } from '../../monitoring/health/reason-text.ts'
import type { Evidence } from '../../monitoring/health/rule/state.ts'
import { labels } from '../../monitoring/health/state-labels.ts'
import {
  evidenceOfEntry,
  findIncidentMoments,
  reasonOfEntry,
  type IncidentMoment,
  type IncidentMoments,
} from '../../monitoring/incidents/incident-evidence.ts'
import { canAcceptLatency } from '../../monitoring/incidents/accept-latency.ts'
import {
  listIncidents,
  listTimelines,
  placeOfIncident,
  waitsSince,
  type IncidentWithNames,
} from '../../monitoring/incidents/incident-queries.ts'
import { requireIncident } from '../../monitoring/incidents/require-incident.ts'
import { adminRoute } from '../routing/admin-route.ts'
import type { Deps } from '../deps.ts'
import { listPage } from '../list-page.ts'
import { bodyOf } from '../responses/body-of.ts'
import { Incident, IncidentPage, IncidentWithTimeline, TimelineEntry } from '../responses/incident.ts'
import { RequestExample } from '../responses/request-example.ts'
import { KindParameter } from '../fields/subject-fields.ts'
import { flag, oneOf } from '../fields/basic-fields.ts'
import { moment, paging, Severity, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'

const Query = z
  .strictObject({
    kind: KindParameter.optional().describe(descriptionOf('IncidentFilter.kind')),
    subjectId: text(400)
      .optional()
      .describe(
        'Only incidents of this subject: ID of an endpoint, code of a library or key of an integration. Requires ' +
          '`kind`.',
      ),
    severity: Severity().optional().describe(descriptionOf('IncidentFilter.severity')),
    maxSeverity: Severity()
      .optional()
      .describe(
        'Only incidents with this highest severity: those that were Fallando at any time, or those that never were.',
      ),
    status: oneOf(enumerations.IncidentStatus).optional().describe(descriptionOf('IncidentFilter.status')),
    open: flag.optional().describe('`true`: only unresolved incidents. `false`: only resolved ones.'),
    suppressed: flag
      .optional()
      .describe(
        '`true`: only incidents that are suppressed, or were until they were resolved. `false`: only the others.',
      ),
    activeFrom: moment.optional().describe(descriptionOf('IncidentFilter.activeFrom')),
    openedFrom: moment.optional().describe(descriptionOf('IncidentFilter.openedFrom')),
    openedTo: moment.optional().describe(descriptionOf('IncidentFilter.openedTo')),
    resolvedFrom: moment.optional().describe(descriptionOf('IncidentFilter.resolvedFrom')),
    resolvedTo: moment.optional().describe(descriptionOf('IncidentFilter.resolvedTo')),
    ...paging,
  })
  .refine(({ kind, subjectId }) => kind !== undefined || subjectId === undefined, {
    path: ['subjectId'],
    ...said({ code: 'KIND_MISSING', parameters: {} }),
  })

/** Path parameters of an incident. */
export const IncidentParams = z.object({ id: text(100).describe(descriptionOf('Query.incident(id:)')) })

/** The routes that list incidents and read one. */
export const incidents = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/incidents/',
      inventory: false,
      may: 'read:Incident',
      operationId: 'listIncidents',
      tag: 'Incidents',
      summary: 'List incidents',
      description:
        'Open and resolved incidents, newest first. Conditions are combined with AND; omitted ones do not filter.',
      query: Query,
      answers: { 200: { description: descriptionOf('IncidentConnection'), schema: IncidentPage } },
    },
    async ({ query: { limit, cursor, subjectId, ...query } }, { db, config }) => {
      const { kind } = query
      const filter = kind && subjectId !== undefined ? { ...query, subject: { kind, id: subjectId } } : query
      const page = await listPage(
        { limit, cursor },
        (limit, after) => listIncidents(db, filter, limit, after),
        placeOfIncident,
      )
      const moments = await findIncidentMoments(
        db,
        page.items.map(({ id }) => id),
      )
      return { ...page, items: page.items.map((incident) => incidentBody(incident, moments, config)) }
    },
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/incidents/:id/',
      inventory: false,
      may: 'read:Incident',
      operationId: 'readIncident',
      tag: 'Incidents',
      summary: 'Get an incident with its timeline',
      description: 'The incident may be open or resolved.',
      params: IncidentParams,
      answers: { 200: { description: 'The incident.', schema: IncidentWithTimeline } },
      refusals: { 404: 'There is no such incident.' },
    },
    async ({ params: { id } }, deps) => incidentWithTimeline(deps, await requireIncident(deps.db, id)),
  ),
]

/** The REST representation of an incident, with its timeline and the examples of its requests. */
export async function incidentWithTimeline({ db, config }: Pick<Deps, 'db' | 'config'>, incident: IncidentWithNames) {
  const [moments, timeline, examples] = await Promise.all([
    findIncidentMoments(db, [incident.id]),
    listTimelines(db, [incident.id]),
    listExamplesOfIncidents(db, [incident.id]),
  ])
  return {
    ...incidentBody(incident, moments, config),
    timeline: timeline.map((entry) => {
      const evidence = evidenceOfEntry(entry)
      return bodyOf(TimelineEntry, entry, {
        by: entry.by?.name ?? null,
        reason: reasonOfEntry(entry),
        evidence: evidence && evidenceBody(evidence),
      })
    }),
    examples: examples.map((example) => bodyOf(RequestExample, example, {})),
  }
}

const evidenceBody = (evidence: Evidence) => ({ ...evidence, at: new Date(evidence.at) })

function momentsBody(id: string, all: readonly IncidentMoments[]) {
  const { opening = null, worst = null } = all.find(({ incidentId }) => incidentId === id) ?? {}
  return { opening: opening && momentBody(opening), worst: worst && momentBody(worst) }
}

const momentBody = ({ severity, at, evidence }: IncidentMoment) => ({
  severity: labels[severity],
  at,
  ...explained(evidence),
})

const explained = (evidence: Evidence) => ({ reason: explain(evidence), evidence: evidenceBody(evidence) })

function incidentBody(
  { subject, acknowledgedBy, ...incident }: IncidentWithNames,
  moments: readonly IncidentMoments[],
  { publicOrigin }: Deps['config'],
) {
  const { id, kind } = incident
  return bodyOf(Incident, incident, {
    url: `${publicOrigin ?? ''}/incidents/${id}`,
    subject: { kind, id: subject.key, name: subject.name, owner: subject.owner, runbookUrl: subject.runbookUrl },
    severity: labels[incident.severity],
    maxSeverity: labels[incident.maxSeverity],
    acknowledgedBy: acknowledgedBy?.name ?? null,
    acknowledger: acknowledgedBy && { id: acknowledgedBy.id, name: acknowledgedBy.name },
    ...explained(incident.evidence as Evidence),
    ...momentsBody(id, moments),
    canAcceptLatency: canAcceptLatency(incident),
    suppressedByOnboarding: incident.onboarding,
    reasonEndedAt: waitsSince(incident),
  })
}
