import { z } from 'zod'
import { explicitBins, maxAggregateCount, type Aggregate, type Bin } from '../../../monitoring/telemetry/aggregate.ts'
import { schemaRef } from '../../fields/zod-fields.ts'
import { endpointFields, kindSentence, operationFields } from './observation-fields.ts'

/** The longest time that an aggregate may cover, in milliseconds. */
const maxIntervalMs = 60 * 60_000

/** The most bounds of a histogram. */
const maxBounds = 200

const time = (name: string) =>
  z.iso.datetime({ offset: true, error: `"${name}" is ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z.` })

const count = (name: string) =>
  z
    .int(`"${name}" is a whole number.`)
    .min(0, `"${name}" is 0 or more.`)
    .max(maxAggregateCount, `"${name}" is at most ${maxAggregateCount}.`)

const Durations = z
  .object(
    {
      bounds: z
        .array(
          z
            .number('A bound is a number of milliseconds.')
            .positive('A bound is more than 0.')
            .max(86_400_000, 'A bound is at most a day.'),
          '"durations.bounds" is a list.',
        )
        .max(maxBounds, `"durations.bounds" has at most ${maxBounds} entries.`)
        .refine(isAscending, '"durations.bounds" ascend.')
        .describe('Upper bounds in milliseconds, ascending. They should include the latency budget.'),
      counts: z
        .array(count('durations.counts'), '"durations.counts" is a list.')
        .describe(
          'Number of durations in each bin, up to its bound and above the previous one; last, those above all bounds.',
        ),
    },
    '"durations" has bounds and counts.',
  )
  .refine(({ bounds, counts }) => counts.length === bounds.length + 1, '"durations" has one more count than bounds.')
  .meta({ id: 'ObservedDurations', description: 'A histogram of durations.' })

const interval = {
  from: time('from').describe('Start of the period, at most 60 minutes before its end.'),
  to: time('to').describe(
    'End of the period, at most 60 minutes ago and 1 minute ahead. All observations count as of this time.',
  ),
  count: count('count').min(1, '"count" is 1 or more.').describe('Number of observations.'),
  bad: count('bad').describe('Number of bad ones: for requests, those with a status of 500 and above.'),
  durations: Durations.optional().describe('Durations. Without them, slowness is not evaluated.'),
}

type Interval = z.infer<z.ZodObject<typeof interval>>

const isOrdered = ({ from, to }: Interval) => Date.parse(from) < Date.parse(to)
const isShort = ({ from, to }: Interval) => Date.parse(to) - Date.parse(from) <= maxIntervalMs
const isPart = ({ bad, count }: Interval) => bad <= count
const isWhole = ({ durations, count }: Interval) =>
  !durations || durations.counts.reduce((sum, part) => sum + part, 0) === count

/** A constraint on several fields, checked only if each of them is valid. */
const rule = (error: string) => ({ error, when: ({ issues }: z.core.ParsePayload) => issues.length === 0 })

const consistent = <Schema extends z.ZodType<Interval>>(schema: Schema) =>
  schema
    .refine(isOrdered, rule('"from" is before "to".'))
    .refine(isShort, rule('From "from" to "to" it is at most 60 minutes.'))
    .refine(isPart, rule('"bad" is at most "count".'))
    .refine(isWhole, rule('The counts of "durations" add up to "count".'))

const EndpointAggregate = consistent(
  z.object({
    kind: z.literal('endpoint').describe('Request to an endpoint of the inventory.'),
    ...endpointFields,
    ...interval,
  }),
).meta({
  id: 'EndpointAggregate',
  title: 'Of an endpoint, counted',
  description: 'Finished requests to an endpoint, aggregated by the service.',
})

const OperationAggregate = consistent(
  z.object({
    kind: z.enum(['library', 'integration']).describe('Operation of a library or an integration.'),
    ...operationFields,
    ...interval,
  }),
).meta({
  id: 'OperationAggregate',
  title: 'Of a library or an integration, counted',
  description: 'Finished operations of a library or an integration, aggregated by the service.',
})

/** Observations that their service counted. */
export const ObservationAggregate = z
  .discriminatedUnion('kind', [EndpointAggregate, OperationAggregate], kindSentence)
  .meta({
    id: 'ObservationAggregate',
    description: 'An aggregate of observations of the type given by `kind`.',
    discriminator: {
      propertyName: 'kind',
      mapping: {
        endpoint: schemaRef('EndpointAggregate'),
        library: schemaRef('OperationAggregate'),
        integration: schemaRef('OperationAggregate'),
      },
    },
  })

/** Whether a list entry has the form of an aggregate. */
export const isAggregate = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && 'count' in entry

/** The samples of an aggregate. The sum of the durations is taken from the middles of its bins. */
export function toAggregate({ from, to, count, bad, durations }: Interval): Aggregate {
  const bins = durations ? explicitBins(durations.bounds, durations.counts, 1) : []
  const sumMs = bins.reduce((sum, bin) => sum + bin.count * middleOf(bin), 0)
  // The last millisecond of the interval, so that one that ends with a bucket belongs to it.
  const at = Date.parse(to) - 1
  return { at, intervalMs: Date.parse(to) - Date.parse(from), count, bad, sumMs, bins }
}

const middleOf = ({ aboveMs, upToMs }: Bin) => (Number.isFinite(upToMs) ? (aboveMs + upToMs) / 2 : aboveMs)

function isAscending(bounds: readonly number[]): boolean {
  return bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound))
}
