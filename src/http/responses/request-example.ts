import { z } from 'zod'

/** REST representation of a failed or slow request. */
export const RequestExample = z
  .object({
    traceId: z.string().describe('ID of its trace: 32 hexadecimal digits.'),
    spanId: z
      .string()
      .nullable()
      .describe('ID of its span: 16 hexadecimal digits; null for an example from an observation.'),
    at: z.date().describe('End time.'),
    durationMs: z.number().describe('Duration, in milliseconds.'),
    status: z.int().nullable().describe('HTTP status of the response; null if there is none.'),
    errorType: z
      .string()
      .nullable()
      .describe(
        'Type of the error, such as `timeout`, an exception class or a status as text; null if none was reported.',
      ),
    name: z.string().nullable().describe('Name given by its sender; null if there is none.'),
  })
  .meta({ id: 'RequestExample', description: 'A failed or slow request of a subject.' })
