import { z } from 'zod'
import { eventTypes } from '../../alerting/destinations/destination-events.ts'
import { KindName, pageSchema, SeverityLabel, SubjectRef } from './shared.ts'

const types = ['WEBHOOK', 'EMAIL', 'SLACK', 'TEAMS', 'ALERTMANAGER', 'PAGERDUTY'] as const

/** The statuses of deliveries. */
export const deliveryStatuses = ['PENDING', 'DELIVERED', 'DEAD', 'SUPERSEDED'] as const

const example = {
  id: '7b1f1f0e-6f0a-4a43-9d6a-0b8f4f5f2f10',
  name: 'Guardia',
  type: 'WEBHOOK',
  target: 'https://hooks.example.org/…/Xy9',
  filter: { kinds: [], severities: ['Fallando'], areas: [], subjects: [], criticalOnly: false },
  events: ['CUSTOMER_LOCKED', 'CUSTOMER_UNLOCKED'],
  groupBy: 'ALL',
  waitSeconds: 30,
  intervalSeconds: 300,
  repeatSeconds: 14_400,
  onlyUnacknowledgedAfterSeconds: null,
  tellsResolved: true,
  language: 'es',
  digestHour: null,
  digestZone: null,
  enabled: true,
  disabledAt: null,
  disabledBecause: null,
  waitsUntil: null,
  rotatedAt: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  integration: 'destination_7b1f1f0e-6f0a-4a43-9d6a-0b8f4f5f2f10',
}

const DestinationFilter = z
  .object({
    kinds: z.array(KindName).describe('Only incidents of these kinds.'),
    severities: z.array(SeverityLabel).describe('Only incidents that have or had one of these severities.'),
    areas: z.array(z.string()).describe('Only incidents of endpoints of the areas with these IDs.'),
    subjects: z.array(SubjectRef).describe('Only incidents of these subjects.'),
    criticalOnly: z.boolean().describe('Only incidents of critical subjects.'),
  })
  .meta({
    id: 'DestinationFilter',
    description:
      'Filter for the incidents that a destination receives. Conditions are combined with AND; an empty list ' +
      'does not filter.',
  })

/** A destination to display, without its secrets. */
export const Destination = z
  .object({
    id: z.string().describe('Stable identifier.'),
    name: z.string().describe('Display name, unique among destinations.'),
    type: z.enum(types).describe('Type of the destination.'),
    target: z.string().describe('Address it sends to, without secrets.'),
    filter: DestinationFilter.describe('Filter for the incidents it receives.'),
    events: z
      .array(z.enum(eventTypes))
      .nullable()
      .describe('Events that it receives besides incidents; null: all, those of later versions too. Webhooks only.'),
    groupBy: z.enum(['ALL', 'KIND', 'AREA', 'SUBJECT']).describe('Grouping of the incidents in its messages.'),
    waitSeconds: z
      .number()
      .describe('Wait after the first change of a group, to collect simultaneous changes in one message.'),
    intervalSeconds: z.number().describe('Minimum time between two messages of a group.'),
    repeatSeconds: z
      .number()
      .nullable()
      .describe('Time after the last message until unacknowledged incidents are repeated; null: never.'),
    onlyUnacknowledgedAfterSeconds: z
      .number()
      .nullable()
      .describe('Only incidents that stay unacknowledged for this long are sent; null: all, at once.'),
    tellsResolved: z.boolean().describe('Whether a message is sent when an incident is resolved.'),
    language: z.enum(['es', 'en']).describe('Language of the messages.'),
    digestHour: z.number().nullable().describe('Hour of the daily digest in `digestZone`; null without a digest.'),
    digestZone: z.string().nullable().describe('IANA time zone of `digestHour`; null without a digest.'),
    enabled: z.boolean().describe('Whether messages are sent.'),
    disabledAt: z.date().nullable().describe('Time when it was disabled; null while it is enabled.'),
    disabledBecause: z.string().nullable().describe('Reason why Vigía disabled it; null if it did not.'),
    waitsUntil: z
      .date()
      .nullable()
      .describe(
        'End of the wait that it asked for in `Retry-After`, at most a day; null if there is none. Messages about ' +
          'incidents wait for five minutes at most, other messages until then; if it gets no others, the end of the ' +
          'wait of those.',
      ),
    rotatedAt: z.date().nullable().describe('Time when the signing secret was last replaced; null if it never was.'),
    createdAt: z.date().describe('Creation time.'),
    integration: z.string().describe('Key of the integration with the health of its deliveries.'),
  })
  .meta({ id: 'Destination', description: 'A configured receiver of alerts.', examples: [example] })

/** All destinations. */
export const DestinationList = z
  .object({ items: z.array(Destination).describe('Destinations, by name.') })
  .meta({ id: 'DestinationList', description: 'All destinations.', examples: [{ items: [example] }] })

/** A destination with its signing secret. */
export const CreatedDestination = z
  .object({
    destination: Destination.describe('The destination.'),
    secret: z
      .string()
      .nullable()
      .describe('Signing secret, returned only once; null if the destination has none, or if the operator chose it.'),
  })
  .meta({
    id: 'CreatedDestination',
    description: 'A destination that was created, or whose secret was replaced.',
    examples: [{ destination: example, secret: 'whsec_…' }],
  })

const DeliveryAttempt = z
  .object({
    at: z.date().describe('Time of the attempt.'),
    milliseconds: z.number().describe('Duration.'),
    status: z.number().nullable().describe('HTTP or SMTP status; null without a response.'),
    error: z.string().nullable().describe('Reason for the failure; null if it succeeded.'),
    answer: z.string().nullable().describe('First 1,000 characters of the response; null without one.'),
  })
  .meta({ id: 'DeliveryAttempt', description: 'A delivery attempt.' })

const deliveryExample = {
  id: 'msg_0f4c9a3e2f654e0c8f0e3a5f7b1c9d20',
  destinationId: example.id,
  kind: 'TEST',
  status: 'DELIVERED',
  createdAt: '2026-03-01T10:00:00.000Z',
  nextAttemptAt: null,
  endedAt: '2026-03-01T10:00:01.000Z',
  givenUpBecause: null,
  attempts: [{ at: '2026-03-01T10:00:01.000Z', milliseconds: 120, status: 200, error: null, answer: 'ok' }],
  firing: 0,
  resolved: 0,
  incidentIds: [],
  text: 'Mensaje de prueba de Ana Ejemplo.',
}

/** One message to one destination. */
export const Delivery = z
  .object({
    id: z.string().describe('Stable identifier; the same at every attempt and in the header `webhook-id`.'),
    destinationId: z.string().describe('ID of the destination.'),
    kind: z.enum(['INCIDENTS', 'TEST', 'DIGEST', 'EVENT']).describe('Content of the message.'),
    status: z
      .enum(deliveryStatuses)
      .describe(
        'Status. DEAD: given up. SUPERSEDED: replaced by a newer message before it was delivered, or withdrawn.',
      ),
    createdAt: z.date().describe('Creation time.'),
    nextAttemptAt: z
      .date()
      .nullable()
      .describe(
        'Time of the next attempt, no earlier than the end of a wait of the destination; null unless the delivery is ' +
          'pending.',
      ),
    endedAt: z
      .date()
      .nullable()
      .describe('Time when it was delivered, given up or replaced; null while it is pending.'),
    givenUpBecause: z
      .enum(['FAILED', 'DESTINATION_DISABLED', 'TOO_OLD'])
      .nullable()
      .describe(
        'Why it was given up: its attempts failed, its destination was disabled, or had not taken it for more than a ' +
          'day; null unless it is DEAD, and for those that an earlier version gave up.',
      ),
    attempts: z.array(DeliveryAttempt).describe('Delivery attempts, oldest first.'),
    firing: z.number().describe('Number of incidents it reports as open.'),
    resolved: z.number().describe('Number of incidents it reports as resolved.'),
    incidentIds: z.array(z.string()).describe('Incidents it reports, newest first, at most 200.'),
    text: z.string().describe('Text of the message, in the language of the destination.'),
  })
  .meta({ id: 'Delivery', description: 'A message to a destination.', examples: [deliveryExample] })

/** A page of deliveries. */
export const DeliveryPage = pageSchema(Delivery, 'The deliveries, newest first.').meta({
  id: 'DeliveryPage',
  description: 'A page of deliveries.',
})
