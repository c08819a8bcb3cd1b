import { z } from 'zod'
import { said } from '../../request/said.ts'
import { boolean, either, fullList, list, oneOf, wholeNumber } from './basic-fields.ts'
import type { TargetField } from '../../alerting/channels/channel.ts'
import { channels, inputOf, type DestinationTarget } from '../../alerting/channels/channels.ts'
import { eventTypes } from '../../alerting/destinations/destination-events.ts'
import { secondsBounds } from '../../alerting/destinations/destination-settings.ts'
import { descriptionOf } from '../../lib/fields-of.ts'
import { descriptions, enumerations } from '../../generated/contract.ts'
import { KindParameter, SubjectReference, listOf } from './subject-fields.ts'
import { Severity, text } from './zod-fields.ts'

/** Descriptions that differ from the GraphQL schema, because JSON Schema has keywords for the limits of a list. */
const otherDescriptions: Readonly<Record<string, string>> = { 'EmailTargetInput.to': 'E-mail addresses.' }

function fieldSchema(name: string, { maxLength, maxItems, form }: TargetField) {
  const one = text(maxLength)
  const schema = maxItems === undefined ? one : fullList(one, maxItems)
  const description = otherDescriptions[name] ?? (descriptions as Readonly<Record<string, string>>)[name] ?? ''
  return (form ? schema : schema.nullish()).describe(description)
}

/** The schemas of targets by the name of their input type. Several types of destinations may share an input type. */
const targetSchemas = new Map(
  [...new Map(channels.map(({ inputType, fields }) => [inputType, fields]))].map(([id, fields]) => {
    const shape = Object.entries(fields).map(([name, field]) => [name, fieldSchema(`${id}.${name}`, field)])
    const schema = z.strictObject(Object.fromEntries(shape) as z.ZodRawShape)
    return [id, schema.meta({ id, description: descriptionOf(id) })]
  }),
)

const targets = channels.map(({ type, inputType }) => {
  const name = inputOf(type)
  return [
    name,
    targetSchemas
      .get(inputType)
      ?.optional()
      .describe(descriptionOf(`DestinationTargetInput.${name}`)),
  ]
})

const Target = z
  .strictObject(Object.fromEntries(targets) as z.ZodRawShape)
  .refine((target) => Object.keys(target).length === 1, said({ code: 'FIELDS_NOT_EXACTLY_ONE', parameters: {} }))
  .meta({
    id: 'DestinationTargetInput',
    description: descriptionOf('DestinationTargetInput'),
    minProperties: 1,
    maxProperties: 1,
  }) as z.ZodType<DestinationTarget>

const Filter = z
  .strictObject({
    kinds: listOf(KindParameter, enumerations.Kind.length).describe(descriptionOf('DestinationFilter.kinds')),
    severities: listOf(Severity(), 2).describe(descriptionOf('DestinationFilterInput.severities')),
    areas: listOf(text(100), 100).describe(descriptionOf('DestinationFilterInput.areas')),
    subjects: listOf(SubjectReference, 100).describe(descriptionOf('DestinationFilter.subjects')),
    criticalOnly: boolean().nullish().describe(descriptionOf('DestinationFilter.criticalOnly')),
  })
  .meta({
    id: 'DestinationFilterInput',
    description: descriptionOf('DestinationFilterInput'),
  })

function seconds(field: keyof typeof secondsBounds) {
  const [min, max] = secondsBounds[field]
  return wholeNumber(min, max).nullish()
}

const groupings = enumerations.GroupBy
const nameDescription = descriptionOf('Destination.name')

const settings = {
  events: list(oneOf(eventTypes), eventTypes.length).nullish().describe(descriptionOf('DestinationInput.events')),
  groupBy: oneOf(groupings).nullish().describe('Grouping of the incidents in its messages; default at creation: ALL.'),
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
  tellsResolved: boolean()
    .nullish()
    .describe('Whether a message is sent when an incident is resolved; default at creation: true.'),
  language: either('es', 'en').nullish().describe('Language of the messages; default at creation: `es`.'),
  digestHour: wholeNumber(0, 23).nullish().describe('Hour of a daily digest; null: no digest.'),
  digestZone: text(100).nullish().describe(descriptionOf('DestinationInput.digestZone')),
}

/** A destination to create, in requests. */
export const NewDestination = z.strictObject({
  name: text(100).describe(nameDescription),
  target: Target.describe(descriptionOf('DestinationInput.target')),
  filter: Filter.nullish().describe(descriptionOf('DestinationInput.filter')),
  ...settings,
})

/** A change of a destination, in requests. */
export const DestinationChange = z.strictObject({
  name: text(100).nullish().describe(nameDescription),
  target: Target.nullish().describe(descriptionOf('DestinationChangeInput.target')),
  filter: Filter.nullish().describe(descriptionOf('DestinationChangeInput.filter')),
  ...settings,
  enabled: boolean().nullish().describe(descriptionOf('DestinationChangeInput.enabled')),
})
