import { z } from 'zod'
import { Evidence } from '../../request/problem-document.ts'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'
import { example, exampleWithTimeline } from './incident-example.ts'
import { exampleOf } from './body-of.ts'
import { RequestExample } from './request-example.ts'
import { KindName, pageSchema, SeverityLabel, SubjectRef } from './shared.ts'

const IncidentStatus = z.enum(enumerations.IncidentStatus).meta({
  id: 'IncidentStatus',
  description: 'OPEN: open and not acknowledged. ACKNOWLEDGED: acknowledged by an operator. RESOLVED: resolved.',
})

const IncidentSubject = SubjectRef.extend({
  ...fieldsOf('Subject', { name: true, owner: true, runbookUrl: true }),
}).meta({ id: 'IncidentSubject', description: 'The subject of an incident.' })

const Acknowledger = z
  .object({
    id: z.string().describe(descriptionOf('Query.operator(id:)')),
    name: z.string().describe('Name of the operator.'),
  })
  .meta({ id: 'Acknowledger', description: 'The operator who acknowledged an incident.' })

const IncidentMoment = z
  .object({
    ...fieldsOf('IncidentMoment', { severity: SeverityLabel, at: true, reason: true, evidence: Evidence }),
  })
  .meta({ id: 'IncidentMoment', description: descriptionOf('IncidentMoment') })

/** REST representation of an incident. */
export const Incident = z
  .object({
    ...fieldsOf('Incident', { id: true, number: true }),
    url: z.string().describe('URL of the incident in the application; a path if PUBLIC_ORIGIN is not set.'),
    ...fieldsOf('Incident', { kind: KindName }),
    subject: IncidentSubject.describe('Subject of the incident.'),
    ...fieldsOf('Incident', {
      status: IncidentStatus,
      severity: SeverityLabel,
      maxSeverity: SeverityLabel,
      openedAt: true,
      acknowledgedAt: true,
      acknowledgedBy: true,
    }),
    acknowledger: Acknowledger.nullable().describe('Operator who acknowledged it; null if it is not acknowledged.'),
    ...fieldsOf('Incident', { resolvedAt: true }),
    resolution: z
      .enum(enumerations.Resolution)
      .nullable()
      .describe(
        'Way in which it was resolved. AUTOMATIC: the subject recovered. BY_HAND: by an operator. BY_FORCE: by an ' +
          'operator although the condition still held. SUBJECT_REMOVED: the subject was retired. ' +
          'ACCEPTED_AS_NORMAL: an operator accepted its latency or traffic as normal. Null if it is not resolved.',
      ),
    ...fieldsOf('Incident', {
      reason: true,
      evidence: Evidence,
      opening: IncidentMoment,
      worst: IncidentMoment,
      noData: true,
    }),
    canAcceptLatency: z
      .boolean()
      .describe(
        'Whether its latency or its traffic can be accepted as normal: it lasts, and what was learned of them caused it.',
      ),
    previousId: z.string().nullable().describe(descriptionOf('Incident.previous')),
    suppressed: z
      .boolean()
      .describe(
        'Whether it does not count, because it opened during a maintenance, while an upstream subject was ' +
          'failing, or while its library was under test. If it still holds after that, it counts.',
      ),
    suppressedById: z
      .string()
      .nullable()
      .describe('Incident of the upstream subject that suppresses it; null if there is none.'),
    maintenanceId: z.string().nullable().describe(descriptionOf('Incident.maintenance')),
    ...fieldsOf('Incident', { suppressedByOnboarding: true }),
    reasonEndedAt: z
      .date()
      .nullable()
      .describe(
        'Time since which it waits, suppressed although its reason has ended: unless it recovers, it counts once data of ' +
          'its subject has arrived for two minutes after that, but in the minute after a restart or a pause of Vigía. ' +
          'Null unless it waits.',
      ),
  })
  .meta({
    id: 'Incident',
    description: descriptionOf('Incident'),
  })

/** REST representation of an entry of a timeline. */
export const TimelineEntry = z
  .object({
    ...fieldsOf('TimelineEntry', { at: true }),
    event: z.enum(enumerations.TimelineEvent).describe('Type of the event, as `TimelineEvent` in GraphQL.'),
    ...fieldsOf('TimelineEntry', { by: true }),
    note: z.string().nullable().describe('Note of the operator; null if there is none.'),
    ...fieldsOf('TimelineEntry', { reason: true, evidence: Evidence }),
    suppression: z
      .enum(enumerations.SuppressionReason)
      .nullable()
      .describe(
        'Why the incident does not count from then on, as `SuppressionReason` in GraphQL; null for any event but ' +
          'SUPPRESSED, and where it was not recorded.',
      ),
  })
  .meta({ id: 'TimelineEntry', description: descriptionOf('TimelineEntry') })

/** A page of incidents. */
export const IncidentPage = pageSchema(Incident, 'The incidents of this page, newest first.').meta({
  id: 'IncidentPage',
  description: descriptionOf('IncidentConnection'),
  examples: [{ items: [exampleOf(Incident, example)], nextCursor: null }],
})

const WithTimeline = Incident.extend(
  fieldsOf('Incident', { timeline: z.array(TimelineEntry), examples: z.array(RequestExample) }),
)

/** REST representation of one incident, with its timeline. */
export const IncidentWithTimeline = WithTimeline.meta({
  id: 'IncidentWithTimeline',
  description: 'An incident with its timeline.',
  examples: [exampleOf(WithTimeline, exampleWithTimeline)],
})
