import { z } from 'zod'
import { Evidence } from '../../request/problem-document.ts'
import { example, exampleWithTimeline } from './incident-example.ts'
import { RequestExample } from './request-example.ts'
import { KindName, pageSchema, SeverityLabel, SubjectRef } from './shared.ts'

const IncidentStatus = z.enum(['OPEN', 'ACKNOWLEDGED', 'RESOLVED']).meta({
  id: 'IncidentStatus',
  description: 'OPEN: open and not acknowledged. ACKNOWLEDGED: acknowledged by an operator. RESOLVED: resolved.',
})

const IncidentSubject = SubjectRef.extend({
  name: z.string().describe('Display name.'),
  owner: z.string().nullable().describe('Responsible person or team; null if none is named.'),
  runbookUrl: z.string().nullable().describe('URL of the runbook for its incidents; null if there is none.'),
}).meta({ id: 'IncidentSubject', description: 'The subject of an incident.' })

const Acknowledger = z
  .object({ id: z.string().describe('ID of the operator.'), name: z.string().describe('Name of the operator.') })
  .meta({ id: 'Acknowledger', description: 'The operator who acknowledged an incident.' })

const IncidentMoment = z
  .object({
    severity: SeverityLabel.describe('Severity that it got.'),
    at: z.date().describe('Time of the decision.'),
    reason: z.string().describe('Reason for the severity, as a Spanish sentence with the numbers that decided.'),
    evidence: Evidence.describe('Numbers behind `reason`.'),
  })
  .meta({ id: 'IncidentMoment', description: 'The moment at which an incident got a severity.' })

const Incident = z
  .object({
    id: z.string().describe('Stable identifier; a reopened incident keeps it.'),
    number: z.int().describe('Short number for communication between people; grows with each incident, with gaps.'),
    url: z.string().describe('URL of the incident in the application; a path if PUBLIC_ORIGIN is not set.'),
    kind: KindName.describe('Kind of its subject.'),
    subject: IncidentSubject.describe('Subject of the incident.'),
    status: IncidentStatus.describe('Status of the incident.'),
    severity: SeverityLabel.describe('Current severity; of a resolved incident, the last one.'),
    maxSeverity: SeverityLabel.describe('Highest severity so far.'),
    openedAt: z.date().describe('Time when it opened.'),
    acknowledgedAt: z
      .date()
      .nullable()
      .describe('Time when it was acknowledged; null if it is not, or if an escalation withdrew the acknowledgement.'),
    acknowledgedBy: z
      .string()
      .nullable()
      .describe('Name of the operator who acknowledged it; null if it is not acknowledged.'),
    acknowledger: Acknowledger.nullable().describe('Operator who acknowledged it; null if it is not acknowledged.'),
    resolvedAt: z.date().nullable().describe('Time when it was resolved; null if it is not.'),
    resolution: z
      .enum(['AUTOMATIC', 'BY_HAND', 'BY_FORCE', 'SUBJECT_REMOVED', 'ACCEPTED_AS_NORMAL'])
      .nullable()
      .describe(
        'Way in which it was resolved. AUTOMATIC: the subject recovered. BY_HAND: by an operator. BY_FORCE: by an ' +
          'operator although the condition still held. SUBJECT_REMOVED: the subject was retired. ' +
          'ACCEPTED_AS_NORMAL: an operator accepted its latency or traffic as normal. Null if it is not resolved.',
      ),
    reason: z.string().describe('Reason for the severity, as a Spanish sentence with the numbers that decided.'),
    evidence: Evidence.describe('Numbers behind `reason`.'),
    opening: IncidentMoment.nullable().describe(
      'Its opening, with the numbers that decided. It does not change; of a reopened incident, the first opening. ' +
        'Null if no numbers were stored.',
    ),
    worst: IncidentMoment.nullable().describe(
      'The first moment of its highest severity, with the numbers that decided; equal to `opening` if it never got ' +
        'worse. Null if no numbers were stored.',
    ),
    noData: z.boolean().describe('Whether its subject sends no more samples. Silence does not resolve an incident.'),
    canAcceptLatency: z
      .boolean()
      .describe(
        'Whether its latency or its traffic can be accepted as normal: it lasts, and what was learned of them caused it.',
      ),
    previousId: z.string().nullable().describe('Previous incident of the same subject; null for the first.'),
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
    maintenanceId: z.string().nullable().describe('Maintenance that suppresses it; null if there is none.'),
    suppressedByOnboarding: z
      .boolean()
      .describe('Whether it is suppressed because its library is under test, in the onboarding stage EN_PRUEBAS.'),
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
    description: 'A period in which a subject was degraded or failing. A subject has at most one unresolved incident.',
  })

const TimelineEntry = z
  .object({
    at: z.date().describe('Time of the event.'),
    event: z
      .enum([
        'OPENED',
        'ESCALATED',
        'DEESCALATED',
        'ACKNOWLEDGED',
        'ACKNOWLEDGEMENT_WITHDRAWN',
        'UNSTABLE',
        'NO_DATA',
        'DATA_RETURNED',
        'RESOLVED',
        'REOPENED',
        'NOTE',
        'RELEASED',
        'TAKEN_OVER',
        'NOTIFIED',
        'SUPPRESSED',
        'UNSUPPRESSED',
      ])
      .describe('Type of the event, as `TimelineEvent` in GraphQL.'),
    by: z.string().nullable().describe('Name of the operator who caused it; null if Vigía did.'),
    note: z.string().nullable().describe('Note of the operator; null if there is none.'),
    reason: z
      .string()
      .nullable()
      .describe('Reason for the event, as a Spanish sentence with its own numbers; null if it has none.'),
    evidence: Evidence.nullable().describe('Numbers behind `reason`; null if the event has none.'),
    suppression: z
      .enum(['MAINTENANCE', 'UPSTREAM', 'ONBOARDING'])
      .nullable()
      .describe(
        'Why the incident does not count from then on, as `SuppressionReason` in GraphQL; null for any event but ' +
          'SUPPRESSED, and where it was not recorded.',
      ),
  })
  .meta({ id: 'TimelineEntry', description: 'An event of an incident.' })

/** A page of incidents. */
export const IncidentPage = pageSchema(Incident, 'The incidents of this page, newest first.').meta({
  id: 'IncidentPage',
  description: 'A page of incidents.',
  examples: [{ items: [example], nextCursor: null }],
})

/** REST representation of one incident, with its timeline. */
export const IncidentWithTimeline = z
  .object({
    ...Incident.shape,
    timeline: z.array(TimelineEntry).describe('Events, oldest first. They are never changed or deleted.'),
    examples: z
      .array(RequestExample)
      .describe(
        'Failed and slow requests of its subject, newest first, at most 20: from one hour before it opened, or ' +
          'from the resolution of the previous incident if that is later, until it was resolved. They are kept for ' +
          '7 days.',
      ),
  })
  .meta({
    id: 'IncidentWithTimeline',
    description: 'An incident with its timeline.',
    examples: [exampleWithTimeline],
  })
