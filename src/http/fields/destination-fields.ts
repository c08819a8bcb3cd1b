import { z } from 'zod'
import { eventTypes } from '../../alerting/destinations/destination-events.ts'
import { secondsBounds } from '../../alerting/destinations/destination-settings.ts'
import { KindParameter, SubjectReference, listOf } from './subject-fields.ts'
import { Severity, text } from './zod-fields.ts'

const UrlTarget = z
  .strictObject({ url: text(2_000).describe('URL; https, unless OUTBOUND_ALLOW contains its address.') })
  .meta({ id: 'UrlTargetInput', description: 'A URL that receives messages.' })

const WebhookTarget = UrlTarget.extend({
  secret: text(200)
    .nullish()
    .describe('Signing secret, `whsec_…`; if omitted, Vigía generates one and returns it once.'),
}).meta({ id: 'WebhookTargetInput', description: 'A URL that receives signed JSON.' })

const EmailTarget = z
  .strictObject({
    to: z
      .array(text(254), 'must be a list')
      .min(1, 'must have at least one')
      .max(20, 'must have at most 20')
      .describe('E-mail addresses.'),
  })
  .meta({ id: 'EmailTargetInput', description: 'Recipients of e-mails.' })

const PagerdutyTarget = z
  .strictObject({ routingKey: text(100).describe('Integration key of the service.') })
  .meta({ id: 'PagerDutyTargetInput', description: 'A PagerDuty service.' })

const Target = z
  .strictObject({
    webhook: WebhookTarget.optional().describe('Signed JSON to a URL.'),
    email: EmailTarget.optional().describe('E-mail addresses.'),
    slack: UrlTarget.optional().describe('An incoming webhook of Slack or Mattermost.'),
    teams: UrlTarget.optional().describe('A workflow of Microsoft Teams.'),
    alertmanager: UrlTarget.optional().describe('A URL that accepts the webhook of Alertmanager.'),
    pagerduty: PagerdutyTarget.optional().describe('A PagerDuty service.'),
  })
  .refine((target) => Object.keys(target).length === 1, 'must have exactly one field')
  .meta({
    id: 'DestinationTargetInput',
    description: 'Target of a destination: exactly one of these fields.',
    minProperties: 1,
    maxProperties: 1,
  })

const Filter = z
  .strictObject({
    kinds: listOf(KindParameter, 3).describe('Only incidents of these kinds.'),
    severities: listOf(Severity(), 2).describe(
      'Only incidents with one of these severities. An incident that was reported is followed until it is ' +
        'resolved.',
    ),
    areas: listOf(text(100), 100).describe('Only incidents of endpoints of the areas with these IDs.'),
    subjects: listOf(SubjectReference, 100).describe('Only incidents of these subjects.'),
    criticalOnly: z.boolean('must be true or false').nullish().describe('Only incidents of critical subjects.'),
  })
  .meta({
    id: 'DestinationFilterInput',
    description:
      'Filter for the incidents that a destination receives. Conditions are combined with AND; omitted or empty ' +
      'ones do not filter.',
  })

const wholeNumber = (min: number, max: number) =>
  z.int('must be a whole number').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`).nullish()

function seconds(field: keyof typeof secondsBounds) {
  const [min, max] = secondsBounds[field]
  return wholeNumber(min, max)
}

const groupings = ['ALL', 'KIND', 'AREA', 'SUBJECT'] as const
const nameDescription = 'Display name, unique among destinations.'

const settings = {
  events: z
    .array(z.enum(eventTypes, `must be one of ${eventTypes.join(', ')}`), 'must be a list')
    .max(eventTypes.length, `must have at most ${eventTypes.length}`)
    .nullish()
    .describe(
      'Events that a webhook receives besides incidents; null: all, those of later versions too; default: all.',
    ),
  groupBy: z
    .enum(groupings, `must be one of ${groupings.join(', ')}`)
    .nullish()
    .describe('Grouping of the incidents in its messages; default at creation: ALL.'),
  waitSeconds: seconds('waitSeconds').describe(
    'Wait after the first change of a group, to collect simultaneous changes in one message; default at ' +
      'creation: 30.',
  ),
  intervalSeconds: seconds('intervalSeconds').describe(
    'Minimum time between two messages of a group; default at creation: 300.',
  ),
  repeatSeconds: seconds('repeatSeconds').describe(
    'Time after the last message until unacknowledged incidents are repeated; null: never; default at ' +
      'creation: 14,400.',
  ),
  onlyUnacknowledgedAfterSeconds: seconds('onlyUnacknowledgedAfterSeconds').describe(
    'Only incidents that stay unacknowledged for this long are sent; null: all, at once.',
  ),
  tellsResolved: z
    .boolean('must be true or false')
    .nullish()
    .describe('Whether a message is sent when an incident is resolved; default at creation: true.'),
  language: z
    .enum(['es', 'en'], 'must be es or en')
    .nullish()
    .describe('Language of the messages; default at creation: `es`.'),
  digestHour: wholeNumber(0, 23).describe('Hour of a daily digest; null: no digest.'),
  digestZone: text(100).nullish().describe('IANA time zone of `digestHour`; default: Europe/Madrid.'),
}

/** A destination to create, in requests. */
export const NewDestination = z.strictObject({
  name: text(100).describe(nameDescription),
  target: Target.describe('Address to send to.'),
  filter: Filter.nullish().describe('Filter for the incidents it receives; default: all.'),
  ...settings,
})

/** A change of a destination, in requests. */
export const DestinationChange = z.strictObject({
  name: text(100).nullish().describe(nameDescription),
  target: Target.nullish().describe('Address to send to. The type cannot change.'),
  filter: Filter.nullish().describe('Filter for the incidents it receives; replaces the whole filter.'),
  ...settings,
  enabled: z
    .boolean('must be true or false')
    .nullish()
    .describe('`false` stops messages and gives up pending ones; `true` resumes them.'),
})
