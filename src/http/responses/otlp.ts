import { z } from 'zod'

const errorMessage = z
  .string()
  .describe('Reasons for the rejection, as sentences; only the first ones if there are many.')
const rejected = (what: string) =>
  z.string().regex(/^\d+$/).describe(`Number of rejected ${what}, as a decimal string: the JSON of a 64-bit integer.`)
const partialSuccess = 'Rejected items; absent if all were accepted.'

const MetricsPartialSuccess = z.object({ rejectedDataPoints: rejected('data points'), errorMessage }).meta({
  id: 'ExportMetricsPartialSuccess',
  description: 'Rejected data points. Sending them again does not help.',
})

/** JSON form of the OTLP response to metrics. */
export const ExportMetricsResponse = z
  .object({ partialSuccess: MetricsPartialSuccess.optional().describe(partialSuccess) })
  .meta({
    id: 'ExportMetricsServiceResponse',
    description: 'The result of an export of metrics.',
    examples: [
      {
        partialSuccess: { rejectedDataPoints: '2', errorMessage: 'No endpoint of the inventory is GET /api/admin/x/.' },
      },
    ],
  })

const TracePartialSuccess = z.object({ rejectedSpans: rejected('spans'), errorMessage }).meta({
  id: 'ExportTracePartialSuccess',
  description: 'Rejected spans. Sending them again does not help.',
})

/** JSON form of the OTLP response to spans. */
export const ExportTraceResponse = z
  .object({ partialSuccess: TracePartialSuccess.optional().describe(partialSuccess) })
  .meta({
    id: 'ExportTraceServiceResponse',
    description: 'The result of an export of spans. Spans that are not needed count as accepted.',
    examples: [{ partialSuccess: { rejectedSpans: '1', errorMessage: 'It is more than 60 minutes old.' } }],
  })

const LogsPartialSuccess = z
  .object({ rejectedLogRecords: rejected('log records'), errorMessage })
  .meta({ id: 'ExportLogsPartialSuccess', description: 'Log records, all of which are rejected.' })

/** JSON form of the OTLP response to log records. */
export const ExportLogsResponse = z
  .object({ partialSuccess: LogsPartialSuccess.optional().describe('Absent if there was no log record.') })
  .meta({
    id: 'ExportLogsServiceResponse',
    description: 'The result of an export of log records.',
    examples: [
      { partialSuccess: { rejectedLogRecords: '3', errorMessage: 'Vigía takes metrics and traces, no logs.' } },
    ],
  })

/** Every error under `/ingest/otlp/`. */
export const OtlpStatus = z
  .object({
    code: z.int().describe('Code of google.rpc, e.g. 3 INVALID_ARGUMENT, 16 UNAUTHENTICATED, 14 UNAVAILABLE.'),
    message: z.string().describe('Error message: the problem, its reason, and the valid form, as a sentence.'),
  })
  .meta({ id: 'OtlpStatus', description: 'The error of a rejected or failed request: google.rpc.Status.' })
