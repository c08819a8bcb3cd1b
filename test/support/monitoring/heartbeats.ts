import type { GivenGateway, Json } from '../gateway.ts'

/** A heartbeat as the tests read it. */
const heartbeatFields = `id intervalSeconds graceSeconds createdAt rotatedAt lastAt lastOk lastMs lastMessage
  nextExpectedAt integration { id name critical owner state reason retiredAt openIncident { severity } }`

/** Creates a heartbeat that is due every minute and may be a minute late. */
export async function givenHeartbeat(gateway: Pick<GivenGateway, 'data' | 'url'>, input: Json = {}) {
  const { createHeartbeat } = await gateway.data(
    `mutation ($input: NewHeartbeat!) { createHeartbeat(input: $input) { secret heartbeat { ${heartbeatFields} } } }`,
    { input: { name: 'Copia nocturna', intervalSeconds: 60, graceSeconds: 60, ...input } },
  )
  const { secret, heartbeat } = createHeartbeat as { secret: string; heartbeat: Json }
  return { id: String(heartbeat['id']), secret, heartbeat, address: `${gateway.url}/ingest/v1/heartbeats/${secret}` }
}

/** The heartbeat with this id as it is now. */
export async function readHeartbeat(gateway: Pick<GivenGateway, 'data'>, id: string): Promise<Json> {
  const { heartbeats } = await gateway.data(`{ heartbeats { ${heartbeatFields} } }`)
  const found = (heartbeats as Json[]).find((heartbeat) => heartbeat['id'] === id)
  if (!found) throw new Error(`There is no heartbeat ${id}.`)
  return found
}
