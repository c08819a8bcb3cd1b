import { adminRoute } from '../routing/admin-route.ts'
import { openApiImport } from '../ingest/endpoints/endpoint-routes.ts'
import { runOpenApiImport } from '../ingest/endpoints/run-import.ts'

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
        'the previous one. Endpoints that are no longer in it are retired, and their open incidents resolved. ' +
        'Sending the same document again changes nothing.',
    },
    ({ params, query, body, by }, deps) => runOpenApiImport({ ...params, ...query, document: body }, by, deps),
  ),
]
