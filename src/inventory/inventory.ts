import type { Database, RootDatabase } from '../database/database.ts'
import { readHorizon } from '../database/registration-horizon.ts'
import type { EndpointSource, Prisma, State } from '../generated/prisma/client.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { memoizeByGeneration, type ChangeBus } from '../lib/change-bus.ts'
import { listAreas, type Area } from './areas.ts'
import { requestPattern } from './read-route.ts'
import { endpointId, splitEndpointId } from './route-catalog.ts'

/** An endpoint with its area and its health. */
export type Endpoint = {
  /** Its method and path as first declared. */
  id: string
  kind: 'ENDPOINTS'
  /** Its method and path. */
  name: string
  subjectId: number
  method: string
  path: string
  areaId: string | null
  area: Area | null
  authRequired: boolean
  critical: boolean
  /** Its index in the source document's order. */
  position: number
  /** Whether it is one of our own routes or was reported by a service. */
  source: EndpointSource
  /** The service that serves the endpoint; null for our own endpoints. */
  service: string | null
  state: State
  /** ISO 8601 in UTC, as sent in responses: formatted once, because it is sent far more often than it changes. */
  stateSince: string
  evidence: Prisma.JsonValue
  owner: string | null
  runbookUrl: string | null
  retiredAt: Date | null
  /** The time since which imports lack the endpoint, while its retirement waits for a confirmation; null otherwise. */
  missingSince: Date | null
}

/** The whole Endpoints view at one revision. */
export type Inventory = {
  revision: number
  /** The inventory has all endpoints in use that were registered up to this place (`readHorizon`). */
  horizon: bigint
  areas: readonly Area[]
  /** In the inventory's order: by `position`, then by path and method. */
  endpoints: readonly Endpoint[]
  byId: ReadonlyMap<string, Endpoint>
  byArea: ReadonlyMap<string | null, readonly Endpoint[]>
  /** The services that report endpoints, by name. */
  services: readonly string[]
}

/** Reads the current inventory. */
export type ReadInventory = () => Promise<Inventory>

/**
 * Caches the inventory and reads only changed rows: two statements per change, none while nothing changes. Every write
 * of an endpoint's subject must mark it with the new revision (`commit`); revisions become visible in order.
 */
export function createInventory(db: RootDatabase, changeBus: ChangeBus): ReadInventory {
  const enqueue = createSerialQueue()
  let cached: Inventory | null = null

  async function refresh(): Promise<Inventory> {
    const horizon = await readHorizon(db)
    const updated = cached
      ? updateInventory(cached, await readRows(db, cached.revision))
      : inventoryOf(await listAreas(db), await readRows(db, -1))
    return (cached = { ...updated, horizon })
  }
  return memoizeByGeneration(changeBus, 'inventory', () => enqueue(refresh))
}

/** The endpoint in use with an id, whatever the names of its parameters; undefined if there is none. */
export function findEndpoint({ byId, endpoints }: Inventory, id: string): Endpoint | undefined {
  const found = byId.get(id)
  if (found) return found
  const request = splitEndpointId(id)
  const pattern = requestPattern(request)
  return endpoints.find((endpoint) => endpoint.method === request.method && requestPattern(endpoint) === pattern)
}

type Rows = Omit<Inventory, 'horizon'>

type InventoryRow = { revision: number } & ({ id: null } | EndpointRow)

type EndpointRow = Omit<Endpoint, 'kind' | 'name' | 'area' | 'stateSince'> & { stateSince: Date }

// One statement, so that the revision and the rows are consistent.
const readRows = (db: Database, since: number) => db.$queryRaw<InventoryRow[]>`
  SELECT r."value"::float8 AS "revision", e."id", e."subjectId", e."method", e."path", e."areaId", e."authRequired",
    e."critical", e."position", e."source", e."service", s."state", s."stateSince", s."evidence", s."owner", s."runbookUrl", s."retiredAt",
    e."missingSince"
  FROM "Revision" r
  LEFT JOIN ("Subject" s JOIN "Endpoint" e ON e."subjectId" = s."id") ON s."changed" > ${since}
  WHERE r."view" = 'inventory'`

function inventoryOf(areas: readonly Area[], rows: readonly InventoryRow[]): Rows {
  const endpoints = activeEndpoints(rows, areas).sort(compareEndpoints)
  return buildInventory(revisionOf(rows), areas, endpoints)
}

function updateInventory(cached: Inventory, rows: readonly InventoryRow[]): Rows {
  const revision = revisionOf(rows)
  const changed = new Map(activeEndpoints(rows, cached.areas).map((endpoint) => [endpoint.id, endpoint]))
  const retired = new Set(rows.flatMap((row) => (row.id !== null && row.retiredAt ? [row.id] : [])))
  if (changed.size + retired.size === 0) return { ...cached, revision }
  const kept = cached.endpoints.filter(({ id }) => !retired.has(id)).map((old) => changed.get(old.id) ?? old)
  const added = [...changed.values()].filter(({ id }) => !cached.byId.has(id))
  // Always: a renamed parameter moves an endpoint, and a list that is in order already is sorted in one pass.
  return buildInventory(revision, cached.areas, [...kept, ...added].sort(compareEndpoints))
}

function buildInventory(revision: number, areas: readonly Area[], endpoints: readonly Endpoint[]): Rows {
  const byArea = new Map<string | null, Endpoint[]>()
  for (const endpoint of endpoints) {
    const others = byArea.get(endpoint.areaId)
    if (others) others.push(endpoint)
    else byArea.set(endpoint.areaId, [endpoint])
  }
  const services = [...new Set(endpoints.flatMap(({ service }) => service ?? []))].sort()
  return {
    revision,
    areas,
    endpoints,
    byId: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
    byArea,
    services,
  }
}

const revisionOf = ([first]: readonly InventoryRow[]) => first?.revision ?? 0

const activeEndpoints = (rows: readonly InventoryRow[], areas: readonly Area[]): Endpoint[] =>
  rows.flatMap((row) => (row.id === null || row.retiredAt ? [] : [endpointOf(row, areas)]))

// Properties are listed, not spread: all endpoints then share one hidden class.
const endpointOf = (
  { id, subjectId, method, path, areaId, authRequired, critical, position, ...row }: EndpointRow,
  areas: readonly Area[],
): Endpoint => ({
  id,
  kind: 'ENDPOINTS',
  name: endpointId({ method, path }),
  subjectId,
  method,
  path,
  areaId,
  area: areas.find((area) => area.id === areaId) ?? null,
  authRequired,
  critical,
  position,
  source: row.source,
  service: row.service,
  state: row.state,
  stateSince: row.stateSince.toISOString(),
  evidence: row.evidence,
  owner: row.owner,
  runbookUrl: row.runbookUrl,
  retiredAt: row.retiredAt,
  missingSince: row.missingSince,
})

/** The position of all endpoints that services report: the default of its column. */
export const positionOfReported = 1_000_000

type EndpointPlace = Pick<Endpoint, 'position' | 'path' | 'method'>

/** Compares endpoints by the inventory's order. */
export const compareEndpoints = (one: EndpointPlace, other: EndpointPlace): number =>
  one.position - other.position || compare(one.path, other.path) || compare(one.method, other.method)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
