import { z } from 'zod'
import { operationNouns } from '../../../lib/kinds.ts'
import { explicitBins, maxAggregateCount, type Aggregate, type Bin } from '../../../monitoring/telemetry/aggregate.ts'
import type { Sentence } from '../../../messages/sentences.ts'
import { said } from '../../../request/said.ts'
import { schemaRef } from '../../fields/zod-fields.ts'
import { endpointFields, kindOption, operationFields, time } from './observation-fields.ts'

/** The longest time that an aggregate may cover, in milliseconds. */
const maxIntervalMs = 60 * 60_000

/** Maximum number of bounds of a histogram. */
const maxBounds = 200

const count = (field: string) =>
  z
    .int(said({ code: 'OBSERVED_NUMBER_NOT_WHOLE', parameters: { field } }))
    .min(0, tooSmall(field, 0))
    .max(maxAggregateCount, said({ code: 'OBSERVED_NUMBER_TOO_LARGE', parameters: { field, max: maxAggregateCount } }))

const tooSmall = (field: string, min: number) => said({ code: 'OBSERVED_NUMBER_TOO_SMALL', parameters: { field, min } })

const bound = z
  .number(said({ code: 'OBSERVED_BOUND_INVALID', parameters: {} }))
  .positive(said({ code: 'OBSERVED_BOUND_NOT_POSITIVE', parameters: {} }))
  .max(86_400_000, said({ code: 'OBSERVED_BOUND_TOO_LARGE', parameters: {} }))

const list = <Item extends z.ZodType>(field: string, item: Item) =>
  z.array(item, said({ code: 'OBSERVED_LIST_INVALID', parameters: { field } }))

const Durations = z
  .object(
    {
      bounds: list('durations.bounds', bound)
        .max(
          maxBounds,
          said({ code: 'OBSERVED_LIST_TOO_LONG', parameters: { field: 'durations.bounds', max: maxBounds } }),
        )
        .refine(isAscending, said({ code: 'OBSERVED_BOUNDS_NOT_ASCENDING', parameters: {} }))
        .describe('Upper bounds in milliseconds, ascending. They should include the latency budget.'),
      counts: list('durations.counts', count('durations.counts')).describe(
        'Number of durations in each bin, up to its bound and above the previous one; last, those above all bounds.',
      ),
    },
    said({ code: 'OBSERVED_DURATIONS_INVALID', parameters: {} }),
  )
  .refine(
    ({ bounds, counts }) => counts.length === bounds.length + 1,
    said({ code: 'OBSERVED_COUNTS_NOT_OF_BOUNDS', parameters: {} }),
  )
  .meta({ id: 'ObservedDurations', description: 'A histogram of durations.' })

const interval = {
  from: time('from').describe('Start of the period, at most 60 minutes before its end.'),
  to: time('to').describe(
    'End of the period, at most 60 minutes ago and 1 minute ahead. All observations count as of this time.',
  ),
  count: count('count').min(1, tooSmall('count', 1)).describe('Number of observations.'),
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
const rule = (sentence: Sentence) => ({
  ...said(sentence),
  when: ({ issues }: z.core.ParsePayload) => issues.length === 0,
})

const consistent = <Schema extends z.ZodType<Interval>>(schema: Schema) =>
  schema
    .refine(isOrdered, rule({ code: 'OBSERVED_PERIOD_NOT_ORDERED', parameters: {} }))
    .refine(isShort, rule({ code: 'OBSERVED_PERIOD_TOO_LONG', parameters: {} }))
    .refine(isPart, rule({ code: 'OBSERVED_BAD_OVER_COUNT', parameters: {} }))
    .refine(isWhole, rule({ code: 'OBSERVED_COUNTS_NOT_OF_COUNT', parameters: {} }))

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
    kind: z.enum(operationNouns).describe('Operation of a library or an integration.'),
    ...operationFields,
    ...interval,
  }),
).meta({
  id: 'OperationAggregate',
  title: 'Of a library or an integration, counted',
  description: 'Finished operations of a library or an integration, aggregated by the service.',
})

/** Many observations that the sending service counted and sends as one entry. */
export const ObservationAggregate = z
  .discriminatedUnion('kind', [EndpointAggregate, OperationAggregate], kindOption)
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

/** Converts an aggregate to samples. The sum of the durations is estimated from the middles of the bins. */
export function toAggregate({ from, to, count, bad, durations }: Interval): Aggregate {
  const bins = durations ? explicitBins(durations.bounds, durations.counts, 1) : []
  const sumMs = bins.reduce((sum, bin) => sum + bin.count * middleOf(bin), 0)
  // The last millisecond of the interval, so that an interval that ends with a bucket counts in that bucket.
  const at = Date.parse(to) - 1
  return { at, intervalMs: Date.parse(to) - Date.parse(from), count, bad, sumMs, bins }
}

const middleOf = ({ aboveMs, upToMs }: Bin) => (Number.isFinite(upToMs) ? (aboveMs + upToMs) / 2 : aboveMs)

function isAscending(bounds: readonly number[]): boolean {
  return bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound))
}
