import { z } from 'zod'
import { endpointId, matchEndpoint, type CatalogueEntry } from '../../inventory/catalogue.ts'
import type { Acceptance, Report } from '../../monitoring/reports.ts'

/** At most so many observations a call. Source: the contract. */
const most = 1_000

const at = z.iso
  .datetime({ offset: true, error: '"at" is ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z.' })
  .optional()
const durationMs = z
  .number('"durationMs" is a number of milliseconds.')
  .min(0, '"durationMs" is 0 or more.')
  .max(86_400_000, '"durationMs" is at most a day.')
const text = (name: string) =>
  z.string(`"${name}" is a text.`).min(1, `"${name}" is not empty.`).max(300, `"${name}" has at most 300 characters.`)

const Observation = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('endpoint'),
      method: text('method'),
      path: text('path'),
      status: z.int('"status" is an HTTP status.').min(100).max(599),
      durationMs,
      at,
    }),
    z.object({
      kind: z.enum(['library', 'integration']),
      id: text('id'),
      ok: z.boolean('"ok" is true or false.'),
      durationMs,
      at,
    }),
  ],
  '"kind" is endpoint, library or integration.',
)

const Body = z.object({
  observations: z.array(z.unknown(), '"observations" is a list.').max(most, `At most ${most} observations a call.`),
})

/**
 * Answers `POST /ingest/v1/observations`: takes what can be read and names what cannot, by its place in the list.
 * @throws ZodError when the body is not a list of observations at all.
 */
export async function takeObservations(
  body: unknown,
  catalogue: readonly CatalogueEntry[],
  now: number,
  accept: (reports: { index: number; report: Report }[]) => Promise<Acceptance>,
): Promise<Acceptance> {
  const reports: { index: number; report: Report }[] = []
  const rejected: Acceptance['rejected'] = []
  for (const [index, given] of Body.parse(body).observations.entries()) {
    const parsed = Observation.safeParse(given)
    if (parsed.success) reports.push({ index, report: asReport(parsed.data, catalogue, now) })
    else rejected.push({ index, reason: parsed.error.issues.map(({ message }) => message).join(' ') })
  }
  const acceptance = await accept(reports)
  return {
    accepted: acceptance.accepted,
    rejected: [...rejected, ...acceptance.rejected].sort((one, other) => one.index - other.index),
  }
}

function asReport(observation: z.infer<typeof Observation>, catalogue: readonly CatalogueEntry[], now: number): Report {
  const sample = { at: observation.at ? Date.parse(observation.at) : now, durationMs: observation.durationMs }
  if (observation.kind === 'endpoint') {
    const { method, path, status } = observation
    const entry = matchEndpoint(catalogue, method, path)
    return { kind: 'ENDPOINTS', key: entry ? endpointId(entry) : `${method} ${path}`, ok: status < 500, ...sample }
  }
  return {
    kind: observation.kind === 'library' ? 'LIBRERIAS' : 'INTEGRACIONES',
    key: observation.id,
    ok: observation.ok,
    ...sample,
  }
}
