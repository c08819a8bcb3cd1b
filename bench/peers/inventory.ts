import { readFileSync } from 'node:fs'

/** Vigía's response to the query of the Endpoints view. */
export type InventoryData = {
  inventory: {
    revision: number
    summary: { total: number; critical: number }
    criticalEndpoints: { id: string }[]
    areas: { id: string; name: string }[]
    services: string[]
    tabulated: Connection
    withoutArea: Connection
  }
}

type Connection = { edges: { node: Row }[] }

/** A row of the table in that response. */
export type Row = {
  id: string
  method: string
  path: string
  area: { id: string; name: string } | null
  authRequired: boolean
  state: string
  stateSince: string
  reason: string | null
  lastSampleAt: string | null
  latencyMs: number | null
  errorRate: number | null
  critical: boolean
  service: string | null
  evidence: object | null
}

/** The same row in memory, as a service without a database would store it. */
export type Endpoint = Omit<Row, 'area' | 'stateSince'> & { areaId: string | null; stateSince: Date }

/** Reads the data of the peers: Vigía's response at the beginning of the run, from the file in `ANSWER`. */
export function readInventory(file: string) {
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: InventoryData }
  const { revision, areas, services, tabulated, withoutArea } = data.inventory
  const endpoints = [...tabulated.edges, ...withoutArea.edges].map(({ node }) => asEndpoint(node))
  return { revision, areas: areas.map(({ id, name }) => ({ id, name })), services, endpoints }
}

export type InventoryRecords = ReturnType<typeof readInventory>

const asEndpoint = ({ area, stateSince, ...row }: Row): Endpoint => ({
  ...row,
  areaId: area?.id ?? null,
  stateSince: new Date(stateSince),
})
