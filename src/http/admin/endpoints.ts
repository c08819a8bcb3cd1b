import { z } from 'zod'
import { areas, countStates, worstState } from '../../inventory/areas.ts'
import { countEndpoints, criticalEndpoints, pageOfEndpoints } from '../../inventory/endpoints.ts'
import type { Endpoint, Inventory as Present } from '../../inventory/inventory.ts'
import type { LatencyStats } from '../../monitoring/telemetry/latency-stats.ts'
import { findOpenIncidents, type Incident } from '../../monitoring/incidents/incident-queries.ts'
import { labels } from '../../monitoring/health/state-labels.ts'
import { explain } from '../../monitoring/health/reason-text.ts'
import type { Evidence } from '../../monitoring/health/rule/state.ts'
import { parseLimit, readCursor, writeCursor } from '../../lib/pagination.ts'
import { adminRoute } from '../admin-route.ts'
import { Inventory } from '../responses/inventory.ts'
import { flag, paging, State, text } from '../zod-fields.ts'
import type { Deps } from '../deps.ts'

const Query = z.strictObject({
  areaId: z
    .enum(Object.keys(areas), `must be one of ${Object.keys(areas).join(', ')}`)
    .optional()
    .describe('Only endpoints of this area.'),
  withoutArea: flag.prefault('false').describe('`true`: only endpoints without an area. `false`: only those with one.'),
  state: State().optional().describe('Only endpoints in this state.'),
  method: z.enum(['GET', 'POST'], 'must be GET or POST').optional().describe('Only endpoints with this HTTP method.'),
  critical: flag.optional().describe('`true`: only critical endpoints. `false`: only the others.'),
  search: text(100, 0)
    .optional()
    .describe('Only endpoints whose path or area contains this text; accents and case do not matter.'),
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
      summary: 'The endpoints with their health',
      description: 'The Endpoints view in one read: the summary, the areas, and a page of the table.',
      query: Query,
      answers: { 200: { description: 'The view, as it is now.', schema: Inventory } },
    },
    async ({ query }, parts) => {
      const { limit, cursor, ...filter } = query
      const present = await parts.readInventory()
      const after = cursor ? readCursor(cursor) : null
      const { rows, more, totalCount } = pageOfEndpoints(present, filter, parseLimit(limit), after)
      const last = rows.at(-1)
      return {
        revision: present.revision,
        summary: countEndpoints(present),
        criticalEndpoints: await bodies(parts, criticalEndpoints(present.endpoints)),
        areas: areaBodies(present),
        items: await bodies(parts, rows),
        nextCursor: more && last ? writeCursor(last.id) : null,
        totalCount,
      }
    },
  ),
]

function areaBodies({ areas, byArea }: Present) {
  return areas.map(({ id, name }) => {
    const states = (byArea.get(id) ?? []).map(({ state }) => state)
    const stateCounts = countStates(states).map(({ state, count }) => ({ state: labels[state], count }))
    return { id, name, state: labels[worstState(states)], endpointCount: states.length, stateCounts }
  })
}

async function bodies(parts: Deps, rows: readonly Endpoint[]) {
  const incidents = await findOpenIncidents(
    parts.db,
    rows.map(({ subjectId }) => subjectId),
  )
  return rows.map((row) =>
    endpointBody(
      row,
      parts,
      incidents.find(({ subjectId }) => subjectId === row.subjectId),
    ),
  )
}

function endpointBody(
  { id, subjectId, method, path, area, authRequired, critical, state, stateSince, evidence }: Endpoint,
  { statsOf }: Deps,
  incident: Incident | undefined,
) {
  return {
    id,
    method,
    path,
    area: area && { id: area.id, name: area.name },
    authRequired,
    critical,
    state: labels[state],
    stateSince: new Date(stateSince),
    reason: evidence ? explain(evidence as Evidence) : null,
    ...latencyFields(statsOf(subjectId)),
    openIncident: incident
      ? { id: incident.id, severity: labels[incident.severity], status: incident.status, openedAt: incident.openedAt }
      : null,
  }
}

function latencyFields(figures: LatencyStats | null) {
  if (!figures) return { latencyMs: null, latency: null, errorRate: null, requestsPerMinute: 0 }
  const { p50, p95, p99, errorRate, requestsPerMinute } = figures
  return { latencyMs: p95, latency: { p50, p95, p99 }, errorRate, requestsPerMinute }
}
