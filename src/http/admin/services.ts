import { z } from 'zod'
import { maxServiceEndpoints } from '../../inventory/reported/endpoint-declaration.ts'
import { list, plainText } from '../fields/basic-fields.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { openApiImport } from '../ingest/endpoints/endpoint-routes.ts'
import { ServiceParams } from '../ingest/endpoints/endpoint-schemas.ts'
import { runOpenApiImport } from '../ingest/endpoints/run-import.ts'
import { EndpointRetirement } from '../responses/endpoint-import.ts'

const Confirmation = z.strictObject({
  endpoints: list(plainText(400), maxServiceEndpoints, 'identifiers').describe(
    'IDs of the endpoints to retire, as in `pendingRetirement` of the import.',
  ),
})

/** The routes of the services that serve endpoints. */
export const services = [
  adminRoute(
    {
      ...openApiImport,
      inventory: false,
      tag: 'Inventory',
      method: 'PUT',
      path: '/api/admin/services/:service/openapi/',
      may: 'manage:Subject',
      operationId: 'importServiceOpenApi',
      description:
        'Does the same as `PUT /ingest/v1/services/:service/openapi` by the service itself: the document replaces ' +
        'the previous one.',
    },
    ({ params, query, body, by }, deps) => runOpenApiImport({ ...params, ...query }, body, by, deps),
  ),
  adminRoute(
    {
      inventory: false,
      tag: 'Inventory',
      method: 'POST',
      path: '/api/admin/services/:service/retire-pending/',
      may: 'manage:Subject',
      operationId: 'retirePendingEndpoints',
      summary: 'Retire endpoints that a service left out',
      description:
        'Confirms the retirement of endpoints that the last import left out. Those among them that the service has ' +
        'declared again stay in use. Safe to repeat.',
      params: ServiceParams,
      body: Confirmation,
      example: { endpoints: ['GET /api/admin/stock/:isbn/'] },
      answers: { 200: { description: 'The retired endpoints.', schema: EndpointRetirement } },
    },
    async ({ params: { service }, body, by }, { retirePending }) => ({
      service,
      retired: await retirePending({ service, ...body }, by),
    }),
  ),
]
