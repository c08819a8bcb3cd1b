import { z } from 'zod'
import type { EndpointMatcher } from '../../../inventory/endpoint-matcher.ts'
import { findRequested } from '../../../inventory/find-route.ts'
import { endpointId } from '../../../inventory/route-catalog.ts'
import type {
  AcceptedReports,
  IndexedReport,
  ReadReports,
  Report,
  ReportedSample,
} from '../../../monitoring/intake/accept-reports.ts'
import { IngestResponse as AcceptanceAnswer } from '../../responses/ingest.ts'
import { deferValidation, schemaRef } from '../../fields/zod-fields.ts'
import { answer } from '../../routing/define-route.ts'
import { ingestDefaults } from '../defaults.ts'
import { idempotentOperation } from '../idempotent-operation.ts'
import { isAggregate, ObservationAggregate, toAggregate } from './observation-aggregates.ts'
import { isPlainObservation, type PlainObservation } from './plain-observation.ts'
import { endpointFields, kindSentence, operationFields, text } from './observation-fields.ts'
import { sourceIdOf } from '../service.ts'
import { descriptionOf } from '../../../lib/fields-of.ts'

/** Maximum number of observations in a request. Source: the contract. */
const maxObservations = 1_000

const maxErrorTypeLength = 200

const at = z.iso
  .datetime({ offset: true, error: '"at" is ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z.' })
  .optional()
  .describe('End time, at most 60 minutes ago and 1 minute ahead; default: now.')
const durationMs = z
  .number('"durationMs" is a number of milliseconds.')
  .min(0, '"durationMs" is 0 or more.')
  .max(86_400_000, '"durationMs" is at most a day.')
  .describe(descriptionOf('DeliveryAttempt.milliseconds'))

/** Fields of a request by which it can be looked up, if it failed or was slow. */
const trace = {
  traceId: z
    .string('"traceId" is a text.')
    .regex(/^(?!0{32})[0-9a-f]{32}$/iu, '"traceId" is 32 hexadecimal digits, not all of them 0.')
    .optional()
    .describe('ID of its trace: with it, a failed or slow one is shown as an example of its subject and incident.'),
  errorType: text('errorType', maxErrorTypeLength)
    .optional()
    .describe('Type of the error, such as an exception class; shown with the trace ID.'),
}

/** The schema of one observation that was not counted. */
export const Observation = z
  .discriminatedUnion(
    'kind',
    [
      z
        .object({
          kind: z.literal('endpoint').describe('Request to an endpoint of the inventory.'),
          ...endpointFields,
          status: z
            .int('"status" is an HTTP status.')
            .min(100)
            .max(599)
            .optional()
            .describe('HTTP status of the response; 500 and above are bad. Either this or `error`.'),
          error: z
            .enum(['timeout', 'connection'], '"error" is timeout or connection.')
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
          'An endpoint has either "status" or, where there was no answer, "error".',
        )
        .meta({
          id: 'EndpointObservation',
          title: 'Of an endpoint',
          description: 'A finished request to an endpoint.',
        }),
      z
        .object({
          kind: z.enum(['library', 'integration']).describe('Operation of a library or an integration.'),
          ...operationFields,
          ok: z.boolean('"ok" is true or false.').describe('Whether it succeeded.'),
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
    kindSentence,
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

const ReportedObservation = z.union([Observation, ObservationAggregate]).meta({
  id: 'ReportedObservation',
  description: 'An observation, or an aggregate of several.',
})

const ObservationsInput = z.object({
  observations: z
    .array(deferValidation(ReportedObservation, z.unknown()), '"observations" is a list.')
    .max(maxObservations, `At most ${maxObservations} observations a call.`)
    .describe('Observations. Each one is accepted or rejected on its own.'),
})

/** The route by which services report observations. */
export const observations = [
  // The key commits before the samples are recorded in memory, so a repetition never counts twice. A process that is
  // killed in between loses these samples, as it loses the last ten seconds of all others.
  idempotentOperation(
    {
      ...ingestDefaults,
      scope: 'ingest:observations',
      method: 'POST',
      path: '/ingest/v1/observations',
      operationId: 'reportObservations',
      isTelemetry: true,
      summary: 'Report observations',
      description: 'Finished requests to endpoints, and finished operations of libraries and integrations.',
      body: ObservationsInput,
      example: {
        observations: [
          { kind: 'endpoint', method: 'GET', path: '/api/admin/search/', status: 200, durationMs: 12.5 },
          { kind: 'library', id: 'EJ-001', ok: false, durationMs: 80, at: '2026-03-01T10:00:00Z' },
        ],
      },
      answers: { 202: { description: 'Accepted and rejected observations.', schema: AcceptanceAnswer } },
    },
    async ({ body, at: now, service }, { accept, readEndpointMatcher }) => {
      const acceptFrom = (reports: ReadReports) => accept(reports, sourceIdOf(service))
      const { record, ...result } = await acceptObservations(
        body.observations,
        { now: now.getTime(), match: await readEndpointMatcher() },
        acceptFrom,
      )
      return { commit: () => Promise.resolve(answer(202, result)), afterCommit: record }
    },
  ),
]

/** The time of a request in milliseconds since 1970, and the endpoints in use. */
type ReportContext = { now: number; match: EndpointMatcher<{ id: string; path: string }> }

/** Validates the observations, records the valid ones, and reports the invalid ones by their index in the list. */
async function acceptObservations(
  entries: unknown[],
  context: ReportContext,
  accept: (reports: ReadReports) => Promise<AcceptedReports>,
): Promise<AcceptedReports> {
  const reports: IndexedReport[] = []
  const rejected: AcceptedReports['rejected'] = []
  for (const [index, entry] of entries.entries()) {
    const parsed = parseReport(entry, context)
    if ('report' in parsed) reports.push({ index, report: parsed.report })
    else rejected.push({ index, reason: parsed.error.issues.map(({ message }) => message).join(' ') })
  }
  const result = await accept({ reports, unreadable: rejected.length })
  return {
    ...result,
    rejected: [...rejected, ...result.rejected].sort((one, other) => one.index - other.index),
  }
}

function parseReport(entry: unknown, context: ReportContext): { report: Report } | { error: z.ZodError } {
  if (isAggregate(entry)) {
    const { data, error } = ObservationAggregate.safeParse(entry)
    return data ? { report: { ...subjectOf(data, context.match), ...toAggregate(data) } } : { error }
  }
  if (isPlainObservation(entry)) return { report: toReport(entry, context) }
  const { data, error } = Observation.safeParse(entry)
  return data ? { report: { ...toReport(data, context), ...traceOf(data) } } : { error }
}

/** The report of an observation, without the fields that are only displayed. */
function toReport(observation: z.infer<typeof Observation> | PlainObservation, { now, match }: ReportContext): Report {
  const { kind, key } = subjectOf(observation, match)
  return {
    kind,
    key,
    at: observation.at ? Date.parse(observation.at) : now,
    ok: observation.kind === 'endpoint' ? (observation.status ?? Infinity) < 500 : observation.ok,
    durationMs: observation.durationMs,
  }
}

function subjectOf(
  observation: z.infer<typeof Observation> | PlainObservation | z.infer<typeof ObservationAggregate>,
  match: ReportContext['match'],
) {
  if (observation.kind === 'endpoint') {
    const { method } = observation
    const { found, path } = findRequested(match, method, observation.path)
    return { kind: 'ENDPOINTS', key: found?.id ?? endpointId({ method, path }) } as const
  }
  return { kind: observation.kind === 'library' ? 'LIBRERIAS' : 'INTEGRACIONES', key: observation.id } as const
}

/** The displayed fields of a failed or slow request; nothing without a trace id. */
function traceOf(observation: z.infer<typeof Observation>): Pick<ReportedSample, 'trace'> {
  const { traceId, errorType } = observation
  if (traceId === undefined) return {}
  const { status = null, error = null } = observation.kind === 'endpoint' ? observation : {}
  return { trace: { traceId: traceId.toLowerCase(), status, errorType: errorType ?? error } }
}
