import { z } from 'zod'
import { labels } from '../../monitoring/health/state-labels.ts'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'
import { nextCursor, SeverityLabel, StateLabel, timerFields } from './shared.ts'

const Latency = z
  .object({
    ...fieldsOf('Latency', { p50: true, p95: true, p99: true }),
    approximate: z
      .boolean()
      .describe(
        'Whether the percentiles are approximate: some durations were reported as histograms with bins that are ' +
          'too wide.',
      ),
  })
  .meta({ id: 'Latency', description: 'Percentiles of durations.' })

const OpenIncident = z
  .object({
    id: z.string().describe(descriptionOf('Query.incident(id:)')),
    severity: SeverityLabel.describe('Current severity.'),
    status: z.enum(enumerations.IncidentStatus).describe('Whether it is acknowledged by an operator.'),
    openedAt: z.date().describe(descriptionOf('Incident.openedAt')),
  })
  .meta({ id: 'OpenIncident', description: 'The open incident of an endpoint.' })

const AreaName = z
  .object({
    id: z.string().describe(descriptionOf('Query.area(id:)')),
    name: z.string().describe('Name of the area, in Spanish.'),
  })
  .meta({ id: 'AreaName', description: 'An area, by its ID and name.' })

const Endpoint = z
  .object({
    id: z.string().describe('Stable identifier: method and path, with the names that its parameters had first.'),
    method: z.string().describe('HTTP method.'),
    path: z
      .string()
      .describe('Path, starting with `/api/admin/` and ending with `/`; may contain parameters, e.g. `:id`.'),
    area: AreaName.nullable().describe('Area of the endpoint; null if it has none.'),
    source: z
      .enum(enumerations.EndpointSource)
      .describe('Origin of the endpoint: a route of Vigía itself, or reported by the service that serves it.'),
    ...fieldsOf('Endpoint', { service: true, pendingRetirementSince: true }),
    authRequired: z.boolean().describe('Whether a session is required.'),
    critical: z.boolean().describe(descriptionOf('Subject.critical')),
    state: StateLabel.describe('Current state.'),
    ...fieldsOf('Endpoint', { stateSince: true }),
    reason: z
      .string()
      .nullable()
      .describe(
        'Reason for the state, as a Spanish sentence with the numbers that decided; null before the first ' +
          'evaluation.',
      ),
    latencyMs: z
      .int()
      .nullable()
      .describe('p95 of the durations in the last 5 minutes, in milliseconds; null without samples.'),
    ...fieldsOf('Endpoint', { latency: Latency }),
    errorRate: z.number().nullable().describe(descriptionOf('Subject.errorRate')),
    ...fieldsOf('Endpoint', { requestsPerMinute: true }),
    ...timerFields,
    ...fieldsOf('Endpoint', { openIncident: OpenIncident }),
  })
  .meta({ id: 'Endpoint', description: "An endpoint of the back office's API with its health." })

const StateCount = z
  .object({
    state: StateLabel.describe('The state.'),
    count: z.int().describe('Number of endpoints of the area in the state.'),
  })
  .meta({ id: 'StateCount', description: 'Number of endpoints of an area in one state.' })

const Area = z
  .object({
    id: z.string().describe('Stable identifier; the value of the filter `areaId`.'),
    ...fieldsOf('Area', { name: true }),
    state: StateLabel.describe('State of its worst endpoint; Desconocido if none can be evaluated.'),
    endpointCount: z.int().describe(descriptionOf('Area.endpointCount')),
    stateCounts: z.array(StateCount).describe('Number of endpoints in each state, worst first, including zeros.'),
  })
  .meta({ id: 'Area', description: 'A functional part of the back office with its health.' })

const InventorySummary = z
  .object({
    ...fieldsOf('InventorySummary', { total: true, critical: true }),
  })
  .meta({ id: 'InventorySummary', description: 'Numbers of endpoints.' })

const endpoint = {
  id: 'GET /api/admin/libraries/',
  method: 'GET',
  path: '/api/admin/libraries/',
  area: { id: 'clientes', name: 'Clientes' },
  source: 'CATALOGUE',
  service: null,
  pendingRetirementSince: null,
  authRequired: true,
  critical: true,
  state: 'Operativo',
  stateSince: '2026-03-01T08:00:00.000Z',
  reason: 'Ha llegado la primera muestra correcta: 0 de 1 fallidas en 60 s (0 %).',
  latencyMs: 42,
  latency: { p50: 18, p95: 42, p99: 61, approximate: false },
  errorRate: 0,
  requestsPerMinute: 3.4,
  lastSampleAt: '2026-03-01T09:29:50.000Z',
  pending: null,
  recovering: null,
  openIncident: null,
}
const states = Object.values(labels)

/** REST representation of the Endpoints view. */
export const Inventory = z
  .object({
    revision: z.int().describe('Revision of the view: grows with every change, with gaps; the same on every instance.'),
    summary: InventorySummary.describe('Numbers of endpoints, independent of the filters.'),
    criticalEndpoints: z.array(Endpoint).describe('All critical endpoints, in the order of the inventory.'),
    areas: z.array(Area).describe(descriptionOf('Query.areas')),
    ...fieldsOf('Inventory', { services: true }),
    items: z.array(Endpoint).describe('Endpoints of this page that match, in the order of the inventory.'),
    nextCursor,
    totalCount: z.int().describe('Number of endpoints that match, on all pages.'),
  })
  .meta({
    id: 'Inventory',
    description: 'The Endpoints view: its summary, the areas, and a page of the table.',
    examples: [
      {
        revision: 41,
        summary: { total: 1, critical: 1 },
        criticalEndpoints: [endpoint],
        areas: [
          {
            id: 'clientes',
            name: 'Clientes',
            state: 'Operativo',
            endpointCount: 1,
            stateCounts: states.map((state) => ({ state, count: state === 'Operativo' ? 1 : 0 })),
          },
        ],
        services: [],
        items: [endpoint],
        nextCursor: null,
        totalCount: 1,
      },
    ],
  })
