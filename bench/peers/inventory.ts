import { readFileSync } from 'node:fs'

/** What Vigía answered to the question of the Endpoints view. */
export type InventoryData = {
  inventory: {
    revision: number
    summary: { total: number; critical: number }
    criticalEndpoints: { id: string }[]
    areas: { id: string; name: string }[]
    tabulated: Connection
    withoutArea: Connection
  }
}

type Connection = { edges: { node: Row }[] }

/** A row of the table as it was answered. */
export type Row = {
  id: string
  method: string
  path: string
  area: { id: string; name: string } | null
  authRequired: boolean
  state: string
  stateSince: string
  reason: string | null
  latencyMs: number | null
  errorRate: number | null
  critical: boolean
}

/** The same in memory, as a service without a database would hold it. */
export type Endpoint = Omit<Row, 'area' | 'stateSince'> & { areaId: string | null; stateSince: Date }

/** What the peers answer from: what Vigía answered at the beginning of the run, in the file that `ANSWER` names. */
export function readInventory(file: string) {
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: InventoryData }
  const { revision, areas, tabulated, withoutArea } = data.inventory
  const endpoints = [...tabulated.edges, ...withoutArea.edges].map(({ node }) => asEndpoint(node))
  return { revision, areas: areas.map(({ id, name }) => ({ id, name })), endpoints }
}

export type InventoryRecords = ReturnType<typeof readInventory>

const asEndpoint = ({ area, stateSince, ...row }: Row): Endpoint => ({
  ...row,
  areaId: area?.id ?? null,
  stateSince: new Date(stateSince),
})
