import { z } from 'zod'
import { nextCursor, SeverityLabel, StateLabel } from './shared.ts'

const Latency = z.object({
  p50: z.int().describe('Half of the requests were answered within this many milliseconds.'),
  p95: z.int().describe('95 of 100 requests were answered within this many milliseconds.'),
  p99: z.int().describe('99 of 100 requests were answered within this many milliseconds.'),
})

const OpenIncident = z.object({
  id: z.string().describe('The incident.'),
  severity: SeverityLabel.describe('How bad it is now.'),
  status: z.enum(['OPEN', 'ACKNOWLEDGED', 'RESOLVED']).describe('Whether an operator is at it.'),
  openedAt: z.date().describe('Since when it is open.'),
})

const Endpoint = z
  .object({
    id: z.string().describe('Its method and path; stays the same for as long as the endpoint exists.'),
    method: z.string().describe('Its HTTP method.'),
    path: z.string().describe('Its path, which begins with `/api/admin/` and ends with `/`; with parameters as `:id`.'),
    area: z
      .object({ id: z.string().describe("The area's id."), name: z.string().describe("The area's name, in Spanish.") })
      .nullable()
      .describe('The area that it is counted in; null where it belongs to none.'),
    authRequired: z.boolean().describe('Whether it answers only to a session.'),
    critical: z.boolean().describe('Whether the platform depends on it: it is judged by stricter thresholds.'),
    state: StateLabel.describe('Its health as last judged.'),
    stateSince: z.date().describe('Since when it is in this state.'),
    reason: z
      .string()
      .nullable()
      .describe('Why it is in this state, in a Spanish sentence with the numbers; null before it was ever judged.'),
    latencyMs: z
      .int()
      .nullable()
      .describe('p95 of the durations in the last 5 minutes, in milliseconds; null without samples.'),
    latency: Latency.nullable().describe('Percentiles of the durations in the last 5 minutes; null without samples.'),
    errorRate: z
      .number()
      .nullable()
      .describe('Share of bad outcomes in the last 5 minutes, in percent with two decimals; null without samples.'),
    requestsPerMinute: z.number().describe('Requests a minute, averaged over the last 5 minutes; 0 without samples.'),
    openIncident: OpenIncident.nullable().describe('Its open incident; null where nothing is wrong.'),
  })
  .meta({ id: 'Endpoint', description: "One endpoint of the back office's API with its health." })

const Area = z
  .object({
    id: z.string().describe('Stays the same; what `areaId` filters by.'),
    name: z.string().describe('What it is called, in Spanish.'),
    state: StateLabel.describe('The state of its worst endpoint; Desconocido where none can be assessed.'),
    endpointCount: z.int().describe('How many endpoints it has.'),
    stateCounts: z
      .array(
        z.object({
          state: StateLabel.describe('The state.'),
          count: z.int().describe('How many endpoints of the area are in it.'),
        }),
      )
      .describe('How many endpoints are in each state, worst first, zeros included.'),
  })
  .meta({ id: 'Area', description: 'A functional part of the back office with its health.' })

/** REST representation of the Endpoints view. */
export const Inventory = z
  .object({
    revision: z.int().describe('Grows with every change of the view, with gaps; the same on every instance.'),
    summary: z
      .object({
        total: z.int().describe('All endpoints, those without an area included.'),
        critical: z.int().describe('Those of them that are critical.'),
      })
      .describe('How many endpoints there are, whatever the filters.'),
    criticalEndpoints: z.array(Endpoint).describe("All critical endpoints, in the inventory's order."),
    areas: z.array(Area).describe("The eight areas, in the inventory's order."),
    items: z.array(Endpoint).describe("The endpoints of this page that match, in the inventory's order."),
    nextCursor,
    totalCount: z.int().describe('How many endpoints match, on all pages.'),
  })
  .meta({ id: 'Inventory', description: 'The Endpoints view: its summary, areas, and a page of the table.' })
