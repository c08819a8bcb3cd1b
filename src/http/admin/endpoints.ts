import { z } from 'zod'
import { endpointMethods } from '../../inventory/reported/endpoint-declaration.ts'
import { areas, countStates, worstState } from '../../inventory/areas.ts'
import { countEndpoints, criticalEndpoints, listEndpoints } from '../../inventory/endpoints.ts'
import type { Endpoint, Inventory as EndpointInventory } from '../../inventory/inventory.ts'
import type { LatencyStats } from '../../monitoring/telemetry/latency-stats.ts'
import { findOpenIncidents, type IncidentWithNames } from '../../monitoring/incidents/incident-queries.ts'
import { labels } from '../../monitoring/health/state-labels.ts'
import { reasonOf } from '../../monitoring/health/reason-text.ts'
import { parseLimit } from '../../lib/pagination.ts'
import { findTimerBodies } from '../fields/timer-bodies.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { nextCursor, readAfter } from '../list-page.ts'
import { Inventory } from '../responses/inventory.ts'
import { either, flag, oneOf } from '../fields/basic-fields.ts'
import { paging, State, text } from '../fields/zod-fields.ts'
import type { Deps } from '../deps.ts'
import { descriptionOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'

const Query = z.strictObject({
  areaId: oneOf(Object.keys(areas)).optional().describe(descriptionOf('EndpointFilter.areaId')),
  withoutArea: flag.prefault('false').describe('`true`: only endpoints without an area. `false`: only those with one.'),
  includeWithoutArea: flag
    .prefault('false')
    .describe('`true`: endpoints with and without an area, e.g. for a search. `withoutArea=true` takes precedence.'),
  state: State().optional().describe(descriptionOf('EndpointFilter.state')),
  method: oneOf(endpointMethods).optional().describe('Only endpoints with this HTTP method.'),
  critical: flag.optional().describe('`true`: only critical endpoints. `false`: only the others.'),
  source: either(...enumerations.EndpointSource)
    .optional()
    .describe("Only endpoints of this origin: Vigía's own routes, or those reported by services."),
  service: text(64).optional().describe(descriptionOf('EndpointFilter.service')),
  pendingRetirement: flag
    .optional()
    .describe('`true`: only endpoints whose retirement waits for a confirmation. `false`: only the others.'),
  search: text(100, 0).optional().describe(descriptionOf('EndpointFilter.search')),
  ...paging,
})

/** The route of the Endpoints view: the same data as GraphQL's `inventory`, with one page of the table. */
export const endpoints = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/endpoints/',
      areaId: null,
      authRequired: true,
      critical: false,
      may: 'read:Inventory',
      operationId: 'readInventory',
      tag: 'Inventory',
      summary: 'List endpoints with their health',
      description: 'The Endpoints view in one request: the summary, the areas, and a page of the table.',
      query: Query,
      answers: { 200: { description: 'The Endpoints view.', schema: Inventory } },
    },
    async ({ query }, deps) => {
      const { limit, cursor, includeWithoutArea, ...rest } = query
      const filter = { ...rest, withoutArea: rest.withoutArea || (includeWithoutArea ? null : false) }
      const inventory = await deps.readInventory()
      const { rows, more, totalCount } = await readAfter(cursor, (after) =>
        listEndpoints(inventory, filter, parseLimit(limit), after),
      )
      return {
        revision: inventory.revision,
        summary: countEndpoints(inventory),
        criticalEndpoints: await bodies(deps, criticalEndpoints(inventory.endpoints)),
        areas: areaBodies(inventory),
        services: [...inventory.services],
        items: await bodies(deps, rows),
        nextCursor: nextCursor(rows, more, ({ id }) => id),
        totalCount,
      }
    },
  ),
]

function areaBodies({ areas, byArea }: EndpointInventory) {
  return areas.map(({ id, name }) => {
    const states = (byArea.get(id) ?? []).map(({ state }) => state)
    const stateCounts = countStates(states).map(({ state, count }) => ({ state: labels[state], count }))
    return { id, name, state: labels[worstState(states)], endpointCount: states.length, stateCounts }
  })
}

async function bodies(deps: Deps, rows: readonly Endpoint[]) {
  const ids = rows.map(({ subjectId }) => subjectId)
  const incidents = await findOpenIncidents(deps.db, ids)
  const timers = await findTimerBodies(deps, ids)
  return rows.map((row) => ({
    ...endpointBody(
      row,
      deps,
      incidents.find(({ subjectId }) => subjectId === row.subjectId),
    ),
    ...timers(row.subjectId),
  }))
}

function endpointBody(
  { id, subjectId, method, path, area, source, service, authRequired, critical, ...row }: Endpoint,
  { statsOf }: Deps,
  incident: IncidentWithNames | undefined,
) {
  return {
    id,
    method,
    path,
    area: area && { id: area.id, name: area.name },
    source,
    service,
    pendingRetirementSince: row.missingSince,
    authRequired,
    critical,
    state: labels[row.state],
    stateSince: new Date(row.stateSince),
    reason: reasonOf(row),
    ...latencyFields(statsOf(subjectId)),
    openIncident: incident
      ? { id: incident.id, severity: labels[incident.severity], status: incident.status, openedAt: incident.openedAt }
      : null,
  }
}

function latencyFields(stats: LatencyStats | null) {
  if (!stats) return { latencyMs: null, latency: null, errorRate: null, requestsPerMinute: 0 }
  const { p50, p95, p99, approximate, errorRate, requestsPerMinute } = stats
  return { latencyMs: p95, latency: { p50, p95, p99, approximate }, errorRate, requestsPerMinute }
}
