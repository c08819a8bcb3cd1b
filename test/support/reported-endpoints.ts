import type { GivenGateway, Json } from './gateway.ts'

const endpointQuery = `query ($id: ID!) { endpoint(id: $id) {
  method path area { id } source service authRequired critical state openIncident { id } } }`

/** Two endpoints of a service, as it declares them, and their ids. */
export const stock = { method: 'GET', path: '/api/admin/stock/{isbn}', area: 'inventario', critical: true }
export const recount = { method: 'POST', path: '/api/admin/stock/recount', area: 'Inventario' }
export const [stockId, recountId] = ['GET /api/admin/stock/:isbn/', 'POST /api/admin/stock/recount/']

/** Requests of services that register their endpoints. */
export function reportedEndpoints(given: () => GivenGateway) {
  async function ingest(method: string, path: string, body?: unknown, language = 'en') {
    const { url, ingestToken } = given()
    const answer = await fetch(`${url}/ingest/v1/services/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${ingestToken}`,
        'accept-language': language,
        'x-request-id': 'a-service',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text ? JSON.parse(text) : null) as Json }
  }
  return {
    ingest,
    /** Imports the whole list of a service; throws unless it is taken. */
    importList: async (service: string, list: Json[], query = ''): Promise<Json> => {
      const { status, body } = await ingest('PUT', `${service}/endpoints${query}`, list)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body
    },
    inventory: async (): Promise<Json> =>
      (await given().data('{ inventory { revision services summary { total critical } } }'))['inventory'],
    /** The number of audited imports. */
    auditCount: () => given().db.auditEntry.count({ where: { action: 'endpoint.import' } }),
    /** Deletes the endpoints of all services. */
    deleteAll: async () => {
      const where = { source: 'REPORTED' as const }
      for (const { service } of await given().db.endpoint.findMany({ where, distinct: ['service'] }))
        await ingest('DELETE', String(service))
    },
    /** The endpoint with an id; null if none is in use. */
    endpoint: async (id: string): Promise<Json> => (await given().data(endpointQuery, { id }))['endpoint'],
  }
}
