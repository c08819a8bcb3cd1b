import { z } from 'zod'
import type { EndpointMatcher } from '../../../inventory/endpoint-matcher.ts'
import { findRequested } from '../../../inventory/find-route.ts'
import { endpointId } from '../../../inventory/route-catalog.ts'
import {
  rejectedFor,
  type AcceptedReports,
  type IndexedReport,
  type ReadReports,
  type Report,
  type ReportedSample,
} from '../../../monitoring/intake/accept-reports.ts'
import { IngestResponse as AcceptanceAnswer } from '../../responses/ingest.ts'
import { several, type Sentence } from '../../../messages/sentences.ts'
import { sentenceOfIssue } from '../../../request/issue-sentence.ts'
import { said } from '../../../request/said.ts'
import { deferValidation } from '../../fields/zod-fields.ts'
import { kindOfOperation } from '../../../lib/kinds.ts'
import { answer } from '../../routing/define-route.ts'
import { ingestDefaults } from '../defaults.ts'
import { idempotentOperation } from '../idempotent-operation.ts'
import { isAggregate, ObservationAggregate, toAggregate } from './observation-aggregates.ts'
import { Observation } from './observation-schema.ts'
import { isPlainObservation, type PlainObservation } from './plain-observation.ts'
import { sourceIdOf } from '../service.ts'

/** Maximum number of observations in a request. Source: the contract. */
const maxObservations = 1_000

const ReportedObservation = z.union([Observation, ObservationAggregate]).meta({
  id: 'ReportedObservation',
  description: 'An observation, or an aggregate of several.',
})

const ObservationsInput = z.object({
  observations: z
    .array(
      deferValidation(ReportedObservation, z.unknown()),
      said({ code: 'OBSERVED_LIST_INVALID', parameters: { field: 'observations' } }),
    )
    .max(maxObservations, said({ code: 'OBSERVATIONS_TOO_MANY', parameters: { max: maxObservations } }))
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
      return { result: answer(202, result), afterCommit: record }
    },
  ),
]

/** The time of a report in milliseconds since 1970, and the matcher that finds the endpoint of a request. */
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
    else rejected.push(rejectedFor(index, problemOf(parsed.error)))
  }
  const result = await accept({ reports, unreadable: rejected.length })
  return {
    ...result,
    rejected: [...rejected, ...result.rejected].sort((one, other) => one.index - other.index),
  }
}

/** The problem of an invalid entry, in sentences that name the wrong fields. */
function problemOf({ issues }: z.ZodError): Sentence {
  const sentences = issues.map(sentenceOfIssue)
  const [only, ...others] = sentences
  return only && others.length === 0 ? only : several(sentences)
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
  return { kind: kindOfOperation[observation.kind], key: observation.id }
}

/** The displayed fields of a failed or slow request; nothing without a trace id. */
function traceOf(observation: z.infer<typeof Observation>): Pick<ReportedSample, 'trace'> {
  const { traceId, errorType } = observation
  if (traceId === undefined) return {}
  const { status = null, error = null } = observation.kind === 'endpoint' ? observation : {}
  return { trace: { traceId: traceId.toLowerCase(), status, errorType: errorType ?? error } }
}
