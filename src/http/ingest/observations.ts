import { z } from 'zod'
import { endpointId, matchEndpoint } from '../../inventory/route-catalog.ts'
import type { IngestResult, ReportedSample } from '../../monitoring/accept-reports.ts'
import { isPostgresSafe } from '../../lib/postgres-values.ts'
import { adminRoutes } from '../admin/routes.ts'
import { IngestResponse as AcceptanceAnswer } from '../responses/ingest.ts'
import { deferValidation } from '../zod-fields.ts'
import { answer, operation } from '../define-route.ts'
import type { Deps } from '../deps.ts'
import { ingestDefaults } from './defaults.ts'

/** Maximum number of observations in a request. Source: the contract. */
const most = 1_000

const at = z.iso
  .datetime({ offset: true, error: '"at" is ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z.' })
  .optional()
  .describe('When it ended, at most 60 minutes ago and 1 minute ahead; now unless told.')
const durationMs = z
  .number('"durationMs" is a number of milliseconds.')
  .min(0, '"durationMs" is 0 or more.')
  .max(86_400_000, '"durationMs" is at most a day.')
  .describe('How long it took, in milliseconds.')
const text = (name: string) =>
  z
    .string(`"${name}" is a text.`)
    .min(1, `"${name}" is not empty.`)
    .max(300, `"${name}" has at most 300 characters.`)
    .refine(isPostgresSafe, `"${name}" has no NUL and no half of a character.`)

const Observation = z.discriminatedUnion(
  'kind',
  [
    z
      .object({
        kind: z.literal('endpoint').describe('A request to an endpoint of the inventory.'),
        method: text('method').describe('Its HTTP method.'),
        path: text('path').describe('Its path as it was asked for, or as the inventory has it.'),
        status: z
          .int('"status" is an HTTP status.')
          .min(100)
          .max(599)
          .describe('The HTTP status it was answered with; 500 and above are bad.'),
        durationMs,
        at,
      })
      .meta({ title: 'Of an endpoint' }),
    z
      .object({
        kind: z.enum(['library', 'integration']).describe('An operation of a library, or of an integration.'),
        id: text('id').describe("The library's code, or the integration's key."),
        ok: z.boolean('"ok" is true or false.').describe('Whether it went well.'),
        durationMs,
        at,
      })
      .meta({ title: 'Of a library or an integration' }),
  ],
  '"kind" is endpoint, library or integration.',
)

const ObservationsInput = z.object({
  observations: z
    .array(deferValidation(Observation, z.unknown()), '"observations" is a list.')
    .max(most, `At most ${most} observations a call.`)
    .describe('What was observed. Each is judged for itself: one that is wrong never loses the others.'),
})

/** The route by which services report observations. */
export const observations = [
  operation(
    {
      ...ingestDefaults,
      method: 'POST',
      path: '/ingest/v1/observations',
      operationId: 'reportObservations',
      summary: 'Report observations',
      description: 'Finished requests to endpoints, and finished operations of libraries and integrations.',
      body: ObservationsInput,
      example: {
        observations: [
          { kind: 'endpoint', method: 'GET', path: '/api/admin/search/', status: 200, durationMs: 12.5 },
          { kind: 'library', id: 'EJ-001', ok: false, durationMs: 80, at: '2026-03-01T10:00:00Z' },
        ],
      },
      answers: { 202: { description: 'What was taken, and what was not.', schema: AcceptanceAnswer } },
    },
    async ({ body, at: now }, { accept }) =>
      answer(202, await takeObservations(body.observations, now.getTime(), accept)),
  ),
]

/** Accepts the valid observations and reports the invalid ones by their index in the list. */
async function takeObservations(given: unknown[], now: number, accept: Deps['accept']): Promise<IngestResult> {
  const reports: { index: number; report: ReportedSample }[] = []
  const rejected: IngestResult['rejected'] = []
  for (const [index, entry] of given.entries()) {
    const parsed = Observation.safeParse(entry)
    if (parsed.success) reports.push({ index, report: asReport(parsed.data, now) })
    else rejected.push({ index, reason: parsed.error.issues.map(({ message }) => message).join(' ') })
  }
  const acceptance = await accept(reports)
  return {
    accepted: acceptance.accepted,
    rejected: [...rejected, ...acceptance.rejected].sort((one, other) => one.index - other.index),
  }
}

function asReport(observation: z.infer<typeof Observation>, now: number): ReportedSample {
  const sample = { at: observation.at ? Date.parse(observation.at) : now, durationMs: observation.durationMs }
  if (observation.kind === 'endpoint') {
    const { method, path, status } = observation
    const entry = matchEndpoint(adminRoutes, method, path)
    return { kind: 'ENDPOINTS', key: entry ? endpointId(entry) : `${method} ${path}`, ok: status < 500, ...sample }
  }
  return {
    kind: observation.kind === 'library' ? 'LIBRERIAS' : 'INTEGRACIONES',
    key: observation.id,
    ok: observation.ok,
    ...sample,
  }
}
