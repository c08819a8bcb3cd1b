import { z } from 'zod'
import { Sentence } from '../../request/problem-document.ts'
import { eventTypes } from '../../alerting/destinations/destination-events.ts'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'
import { KindName, pageSchema, SeverityLabel, SubjectRef } from './shared.ts'

const types = enumerations.DestinationType

/** The statuses of deliveries. */
export const deliveryStatuses = enumerations.DeliveryStatus

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
  disabledSentence: null,
  waitsUntil: null,
  rotatedAt: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  integration: 'destination_7b1f1f0e-6f0a-4a43-9d6a-0b8f4f5f2f10',
}

const DestinationFilter = z
  .object({
    ...fieldsOf('DestinationFilter', { kinds: z.array(KindName), severities: z.array(SeverityLabel) }),
    areas: z.array(z.string()).describe(descriptionOf('DestinationFilterInput.areas')),
    ...fieldsOf('DestinationFilter', { subjects: z.array(SubjectRef), criticalOnly: true }),
  })
  .meta({
    id: 'DestinationFilter',
    description: descriptionOf('DestinationFilter'),
  })

/** A destination to display, without its secrets. */
export const Destination = z
  .object({
    ...fieldsOf('Destination', { id: true, name: true, type: z.enum(types), target: true, filter: DestinationFilter }),
    events: z
      .array(z.enum(eventTypes))
      .nullable()
      .describe('Events that it receives besides incidents; null: all, those of later versions too. Webhooks only.'),
    ...fieldsOf('Destination', { groupBy: true }),
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
    ...fieldsOf('Destination', { tellsResolved: true }),
    language: z.enum(['es', 'en']).describe('Language of the messages.'),
    digestHour: z.number().nullable().describe('Hour of the daily digest in `digestZone`; null without a digest.'),
    ...fieldsOf('Destination', { digestZone: true, enabled: true, disabledAt: true }),
    disabledBecause: z.string().nullable().describe('Reason why Vigía disabled it; null if it did not.'),
    disabledSentence: Sentence.nullable().describe(
      '`disabledBecause` in parts, to be told in another language; null if there are none.',
    ),
    ...fieldsOf('Destination', { waitsUntil: true }),
    rotatedAt: z.date().nullable().describe('Time when the signing secret was last replaced; null if it never was.'),
    ...fieldsOf('Destination', { createdAt: true }),
    integration: z.string().describe('Key of the integration with the health of its deliveries.'),
  })
  .meta({ id: 'Destination', description: descriptionOf('Destination'), examples: [example] })

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
    description: descriptionOf('CreatedDestination'),
    examples: [{ destination: example, secret: 'whsec_…' }],
  })

const DeliveryAttempt = z
  .object({
    ...fieldsOf('DeliveryAttempt', { at: true }),
    milliseconds: z.number().describe('Duration.'),
    ...fieldsOf('DeliveryAttempt', { status: z.number(), error: true }),
    sentence: Sentence.nullable().describe('`error` in parts, to be told in another language; null if there are none.'),
    ...fieldsOf('DeliveryAttempt', { answer: true }),
  })
  .meta({ id: 'DeliveryAttempt', description: descriptionOf('DeliveryAttempt') })

const deliveryExample = {
  id: 'msg_0f4c9a3e2f654e0c8f0e3a5f7b1c9d20',
  destinationId: example.id,
  kind: 'TEST',
  status: 'DELIVERED',
  createdAt: '2026-03-01T10:00:00.000Z',
  nextAttemptAt: null,
  endedAt: '2026-03-01T10:00:01.000Z',
  givenUpBecause: null,
  attempts: [
    { at: '2026-03-01T10:00:01.000Z', milliseconds: 120, status: 200, error: null, sentence: null, answer: 'ok' },
  ],
  firing: 0,
  resolved: 0,
  incidentIds: [],
  text: 'Mensaje de prueba de Ana Ejemplo.',
}

/** One message to one destination. */
export const Delivery = z
  .object({
    id: z.string().describe('Stable identifier; the same at every attempt and in the header `webhook-id`.'),
    destinationId: z.string().describe(descriptionOf('Query.destination(id:)')),
    ...fieldsOf('Delivery', { kind: true }),
    status: z
      .enum(deliveryStatuses)
      .describe(
        'Status. DEAD: given up. SUPERSEDED: replaced by a newer message before it was delivered, or withdrawn.',
      ),
    ...fieldsOf('Delivery', { createdAt: true, nextAttemptAt: true, endedAt: true }),
    givenUpBecause: z
      .enum(enumerations.GivenUpReason)
      .nullable()
      .describe(
        'Why it was given up: its attempts failed, its destination was disabled, or had not taken it for more than a ' +
          'day; null unless it is DEAD, and for those that an earlier version gave up.',
      ),
    ...fieldsOf('Delivery', { attempts: z.array(DeliveryAttempt), firing: z.number(), resolved: z.number() }),
    incidentIds: z.array(z.string()).describe(descriptionOf('Delivery.incidents')),
    ...fieldsOf('Delivery', { text: true }),
  })
  .meta({ id: 'Delivery', description: descriptionOf('Delivery'), examples: [deliveryExample] })

/** A page of deliveries. */
export const DeliveryPage = pageSchema(Delivery, 'The deliveries, newest first.').meta({
  id: 'DeliveryPage',
  description: descriptionOf('DeliveryConnection'),
})
