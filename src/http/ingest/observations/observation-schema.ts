import { z } from 'zod'
import { operationNouns } from '../../../lib/kinds.ts'
import { said } from '../../../request/said.ts'
import { schemaRef } from '../../fields/zod-fields.ts'
import { endpointFields, kindOption, operationFields, text, time } from './observation-fields.ts'

const maxErrorTypeLength = 200

const at = time('at').optional().describe('End time, at most 60 minutes ago and 1 minute ahead; default: now.')
const durationMs = z
  .number(said({ code: 'OBSERVED_DURATION_INVALID', parameters: {} }))
  .min(0, said({ code: 'OBSERVED_NUMBER_TOO_SMALL', parameters: { field: 'durationMs', min: 0 } }))
  .max(86_400_000, said({ code: 'OBSERVED_DURATION_TOO_LONG', parameters: {} }))
  .describe('How long it took, in milliseconds.')

/** Fields by which operators can look up a failed or slow request. */
const trace = {
  traceId: z
    .string(said({ code: 'OBSERVED_TEXT_INVALID', parameters: { field: 'traceId' } }))
    .regex(/^(?!0{32})[0-9a-f]{32}$/iu, said({ code: 'OBSERVED_TRACE_INVALID', parameters: {} }))
    .optional()
    .describe('ID of its trace: with it, a failed or slow one is shown as an example of its subject and incident.'),
  errorType: text('errorType', maxErrorTypeLength)
    .optional()
    .describe('Type of the error, such as an exception class; shown with the trace ID.'),
}

/** The schema of a single observation; `ObservationAggregate` is the schema of counted ones. */
export const Observation = z
  .discriminatedUnion(
    'kind',
    [
      z
        .object({
          kind: z.literal('endpoint').describe('Request to an endpoint of the inventory.'),
          ...endpointFields,
          status: z
            .int(said({ code: 'OBSERVED_STATUS_INVALID', parameters: {} }))
            .min(100)
            .max(599)
            .optional()
            .describe('HTTP status of the response; 500 and above are bad. Either this or `error`.'),
          error: z
            .enum(['timeout', 'connection'], said({ code: 'OBSERVED_ERROR_UNKNOWN', parameters: {} }))
            .optional()
            .describe(
              'Reason why there was no response, instead of `status`: a timeout, or a failed connection. Counts as bad.',
            ),
          durationMs,
          at,
          ...trace,
        })
        .refine(
          ({ status, error }) => (status === undefined) !== (error === undefined),
          said({ code: 'OBSERVED_STATUS_OR_ERROR', parameters: {} }),
        )
        .meta({
          id: 'EndpointObservation',
          title: 'Of an endpoint',
          description: 'A finished request to an endpoint.',
        }),
      z
        .object({
          kind: z.enum(operationNouns).describe('Operation of a library or an integration.'),
          ...operationFields,
          ok: z.boolean(said({ code: 'OBSERVED_OK_INVALID', parameters: {} })).describe('Whether it succeeded.'),
          durationMs,
          at,
          ...trace,
        })
        .meta({
          id: 'OperationObservation',
          title: 'Of a library or an integration',
          description: 'A finished operation of a library or an integration.',
        }),
    ],
    kindOption,
  )
  .meta({
    id: 'Observation',
    description: 'An observation of the type given by `kind`.',
    discriminator: {
      propertyName: 'kind',
      mapping: {
        endpoint: schemaRef('EndpointObservation'),
        library: schemaRef('OperationObservation'),
        integration: schemaRef('OperationObservation'),
      },
    },
  })
