import { z } from 'zod'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'

/** A time in ISO 8601. */
export const moment = z.iso.datetime()

/** The address of a page of the admin application. */
export const pageUrl = (of: string) => z.string().nullable().describe(`${of}; null without PUBLIC_ORIGIN.`)

const SubjectSchema = z
  .object({
    ...fieldsOf('Subject', { kind: true }),
    key: z.string().describe(descriptionOf('Query.subject(id:)')),
    name: z.string().describe('Display name.'),
    area: z.string().nullable().describe('Name of the area of an endpoint; null for other subjects.'),
    ...fieldsOf('Subject', { critical: true }),
  })
  .meta({ id: 'WebhookSubject', description: 'The subject of an incident.' })

const IncidentSchema = z
  .object({
    ...fieldsOf('Incident', { id: true }),
    number: z.int().describe('Short number for communication between people.'),
    subject: SubjectSchema.describe('Subject of the incident.'),
    severity: z.enum(['DEGRADADO', 'FALLANDO']).describe('Severity. DEGRADADO: working in part. FALLANDO: failing.'),
    status: z.enum(enumerations.IncidentStatus).describe('Status. ACKNOWLEDGED: an operator is handling it.'),
    openedAt: moment.describe(descriptionOf('Incident.openedAt')),
    resolvedAt: moment.nullable().describe('Time when it was resolved; null while it is open.'),
    acknowledgedBy: z.string().nullable().describe('Operator who acknowledged it; null if it is not acknowledged.'),
    reason: z
      .string()
      .describe(
        'Numbers that decided, in the language of the destination; of a resolved incident, how bad it was, for how long, ' +
          'and how it ended.',
      ),
    url: pageUrl('URL of the incident in the application'),
  })
  .meta({ id: 'WebhookIncident', description: 'An incident. Its texts are cut to 300 characters.' })

/** An incident in the body of a webhook. */
export type WebhookIncident = z.input<typeof IncidentSchema>

const GroupSchema = z
  .object({
    key: z.string().describe('Key of the group; empty if the destination groups all incidents.'),
    label: z.string().nullable().describe('Name of the group; null if the destination groups all incidents.'),
  })
  .meta({ id: 'WebhookGroup', description: 'The group of incidents of a message.' })

const CountsSchema = z
  .object({
    firing: z.int().describe('Number of open incidents, including acknowledged ones.'),
    acknowledged: z.int().describe('Number of acknowledged incidents.'),
    resolved: z.int().describe('Number of incidents resolved since the previous message.'),
  })
  .meta({ id: 'WebhookCounts', description: 'Numbers of incidents of a group.' })

/** The data of a message about incidents. */
export const IncidentsChanged = z
  .object({
    group: GroupSchema.describe('Group of incidents.'),
    counts: CountsSchema.describe('Numbers of incidents.'),
    firing: z.array(IncidentSchema).max(10).describe('Open incidents, worst first.'),
    omitted: z.int().describe('Number of open incidents that are not listed.'),
    resolved: z.array(IncidentSchema).max(10).describe('Resolved incidents.'),
    omittedResolved: z.int().describe('Number of resolved incidents that are not listed.'),
    url: pageUrl('URL of the incidents in the application'),
  })
  .meta({ id: 'WebhookIncidentsData', description: 'The incidents of a group.' })

const ExpiringTokenSchema = z
  .object({
    service: z.string().describe('Name of the service.'),
    expiresAt: moment.describe('Time when the last token with which it reports expires.'),
  })
  .meta({ id: 'WebhookExpiringToken', description: 'A service whose token expires soon.' })

/** The data of a digest. */
export const IncidentsDigest = z
  .object({
    from: moment.describe('Start of the period.'),
    opened: z.int().describe('Number of incidents opened, reopened or unsuppressed.'),
    resolved: z.int().describe('Number of incidents resolved.'),
    open: z.array(IncidentSchema).max(10).describe('Incidents that are open now, worst first.'),
    omitted: z.int().describe('Number of open incidents that are not listed.'),
    expiring: z
      .array(ExpiringTokenSchema)
      .max(10)
      .describe('Services whose tokens expire soon, the next first: the first ten.'),
    url: pageUrl('URL of the incidents in the application'),
  })
  .meta({ id: 'WebhookDigestData', description: 'The incidents of a day.' })

/** The data of a test. */
export const DestinationTest = z
  .object({ by: z.string().describe('Operator who sent it.'), url: pageUrl('URL of the incidents in the application') })
  .meta({ id: 'WebhookTestData', description: 'A test message.' })

const customerFields = {
  customerId: z.string().describe(descriptionOf('Query.customer(id:)')),
  reason: z.string().nullable().describe('Reason; null if none was given.'),
}

const ReplayCounts = z
  .object({
    replayId: z.string().describe(descriptionOf('ReplayStep.replayId')),
    dryRun: z.boolean().describe('Whether it was a dry run, which changes nothing.'),
    selected: z.int().describe('Number of selected messages.'),
    reprocessed: z.int().describe('Number of reprocessed messages.'),
    unchanged: z.int().describe('Number of messages that were already processed.'),
    skipped: z.int().describe('Number of skipped messages.'),
    failed: z.int().describe('Number of failed messages.'),
  })
  .meta({ id: 'WebhookReplayCounts', description: 'Numbers of messages of a replay.' })

/** The details of each event that is not an incident, by the type of its webhook. */
export const eventDetails = {
  'customer.locked': z.object(customerFields),
  'customer.unlocked': z.object(customerFields),
  'sinli.message_failed': z.object({
    ...fieldsOf('ReplayResult', { messageId: true }),
    code: z.string().nullable().describe('Code of the error; null if there is none.'),
    problem: z.string().nullable().describe('Error message; null if there is none.'),
    sender: z.string().nullable().describe('SINLI ID of the sender; null if it could not be read.'),
    document: z.string().nullable().describe('Document type; null if it could not be read.'),
  }),
  'replay.finished': z.object({
    replayId: z.string().describe(descriptionOf('ReplayStep.replayId')),
    dryRun: z.boolean().describe('Whether it was a dry run, which changes nothing.'),
    result: ReplayCounts.describe('Numbers of messages.'),
  }),
  'telemetry.interrupted': z.object({ since: moment.describe('Last report of any watched service.') }),
}

/** The name of an event that is not an incident. */
export type EventName = keyof typeof eventDetails

/** The details of an event. */
export type EventDetails<Name extends EventName> = z.input<(typeof eventDetails)[Name]>
