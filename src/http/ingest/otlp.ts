import type { Request, RequestHandler } from 'express'
import { z } from 'zod'
import { DomainError } from '../../lib/errors.ts'
import { countLogRecords, decodeMetrics, decodeSpans, type OtlpFormat } from '../../otlp/decode-request.ts'
import { bodyLimits } from '../../request/body-limits.ts'
import { readInflatedBody } from '../../request/inflate-body.ts'
import { checkJsonCharset } from '../../request/json-content-type.ts'
import { otlpFormatOf, otlpTypes } from '../../request/otlp-requests.ts'
import { operation, type BodyParser } from '../routing/define-route.ts'
import { ExportLogsResponse, ExportMetricsResponse, ExportTraceResponse } from '../responses/otlp.ts'
import { deferValidation } from '../fields/zod-fields.ts'
import { ingestDefaults } from './defaults.ts'
import { sourceIdOf } from './service.ts'

const maxBytes = bodyLimits.telemetry
const limit = `${maxBytes / 1_024 ** 2} MiB`

/** Middleware that reads a body in one of the two formats as bytes, decompressed. */
const readBytes: RequestHandler = async (req, _res, next) => {
  const error = requireFormat(req) === 'json' ? checkJsonCharset(req.headers) : null
  if (error) throw error
  req.body = await readInflatedBody(req, maxBytes)
  next()
}

const reads: BodyParser = { types: Object.values(otlpTypes), limit, read: readBytes }

const description =
  'OTLP over HTTP: https://opentelemetry.io/docs/specs/otlp/#otlphttp. Set `/ingest/otlp` as ' +
  'OTEL_EXPORTER_OTLP_ENDPOINT, and the token in OTEL_EXPORTER_OTLP_HEADERS. The body is protobuf or JSON, optionally ' +
  'compressed with gzip; the response has the same format. Errors are a `google.rpc.Status`; 429 and 503 can be retried.'

const declaration = {
  ...ingestDefaults,
  scope: 'ingest:observations',
  method: 'POST',
  isTelemetry: true,
  reads,
  refusals: {
    400: 'The body is not a valid message, has too many entries, or is declared as gzip but is not.',
    405: 'The method is not supported.',
    413: `The body has more than ${limit}, before or after decompression.`,
    415: `The body is not ${Object.values(otlpTypes).join(' or ')}, or is compressed with a method other than gzip.`,
  },
} as const

const requestOf = (list: string, message: string) =>
  deferValidation(
    z
      .looseObject({
        [list]: z.array(z.unknown()).describe('As specified by the protocol. Unknown fields are ignored.'),
      })
      .meta({ id: message, description: `The message ${message} of OTLP 1.x.` }),
    z.unknown(),
  )

/** The routes by which OpenTelemetry's exporters and collectors send. */
export const otlp = [
  operation(
    {
      ...declaration,
      otlp: 'ExportMetricsServiceResponse',
      path: '/ingest/otlp/v1/metrics',
      operationId: 'exportMetrics',
      summary: 'Send metrics by OpenTelemetry',
      description: `${description} Histograms of durations are evaluated like observations; other metrics are ignored.`,
      body: requestOf('resourceMetrics', 'ExportMetricsServiceRequest'),
      example: { resourceMetrics: [] },
      answers: { 200: { description: 'Accepted and rejected data points.', schema: ExportMetricsResponse } },
    },
    async ({ req, service }, deps) => {
      const decoded = decodeMetrics(bodyOf(req), requireFormat(req))
      const { rejected, message } = await deps.acceptMetrics(decoded, sourceIdOf(service))
      return partialSuccess({ rejectedDataPoints: String(rejected) }, message)
    },
  ),
  operation(
    {
      ...declaration,
      otlp: 'ExportTraceServiceResponse',
      path: '/ingest/otlp/v1/traces',
      operationId: 'exportTraces',
      summary: 'Send spans by OpenTelemetry',
      description: `${description} Spans of failed and slow requests are shown with incidents; health does not depend on them.`,
      body: requestOf('resourceSpans', 'ExportTraceServiceRequest'),
      example: { resourceSpans: [] },
      answers: { 200: { description: 'Accepted and rejected spans.', schema: ExportTraceResponse } },
    },
    async ({ req, service }, deps) => {
      const decoded = decodeSpans(bodyOf(req), requireFormat(req))
      const { rejected, message } = await deps.acceptSpans(decoded, sourceIdOf(service))
      return partialSuccess({ rejectedSpans: String(rejected) }, message)
    },
  ),
  operation(
    {
      ...declaration,
      otlp: 'ExportLogsServiceResponse',
      path: '/ingest/otlp/v1/logs',
      operationId: 'exportLogs',
      summary: 'Send log records by OpenTelemetry',
      description:
        `${description} Log records are rejected; the response says so, so that an exporter of all three signals ` +
        'continues.',
      body: requestOf('resourceLogs', 'ExportLogsServiceRequest'),
      example: { resourceLogs: [] },
      answers: { 200: { description: 'Rejection of all log records.', schema: ExportLogsResponse } },
    },
    ({ req }) => {
      const rejected = countLogRecords(bodyOf(req), requireFormat(req))
      const message = rejected > 0 ? 'Vigía takes metrics and traces, no logs.' : null
      return Promise.resolve(partialSuccess({ rejectedLogRecords: String(rejected) }, message))
    },
  ),
]

const bodyOf = (req: Request) => req.body as Buffer

function requireFormat(req: Request): OtlpFormat {
  const format = otlpFormatOf(req)
  if (!format)
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
      code: 'TYPE_NOT_ACCEPTED',
      parameters: { types: Object.values(otlpTypes) },
    })
  return format
}

const partialSuccess = <Rejected extends object>(rejected: Rejected, errorMessage: string | null) =>
  errorMessage === null ? {} : { partialSuccess: { ...rejected, errorMessage } }
