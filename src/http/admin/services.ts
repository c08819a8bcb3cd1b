import { adminRoute } from '../routing/admin-route.ts'
import { ImportQuery, OpenApiBody, ServiceParams } from '../ingest/endpoints/endpoint-schemas.ts'
import { runOpenApiImport } from '../ingest/endpoints/run-import.ts'
import { jsonBodyParser } from '../routing/json-body.ts'
import { EndpointImport } from '../responses/endpoint-import.ts'

/** The routes of the services that serve endpoints. */
export const services = [
  adminRoute(
    {
      inventory: false,
      tag: 'Inventory',
      method: 'PUT',
      path: '/api/admin/services/:service/openapi/',
      may: 'manage:Subject',
      reads: jsonBodyParser('5mb'),
      operationId: 'importServiceOpenApi',
      summary: 'Import the endpoints of a service from its OpenAPI document',
      description:
        'Does the same as `PUT /ingest/v1/services/:service/openapi` by the service itself: the document replaces ' +
        'the previous one. Endpoints that are no longer in it are retired, and their open incidents resolved. ' +
        'Sending the same document again changes nothing.',
      params: ServiceParams,
      query: ImportQuery,
      body: OpenApiBody,
      example: {
        openapi: '3.1.0',
        info: { title: 'Inventory', version: '1' },
        paths: { '/api/admin/stock/{isbn}': { get: { tags: ['Inventario'], 'x-vigia-critical': true } } },
      },
      answers: { 200: { description: 'The result of the import, or of the dry run.', schema: EndpointImport } },
      refusals: { 409: 'Some endpoints belong to another service, or to Vigía itself: `errors` names them all.' },
    },
    ({ params, query, body, by }, deps) => runOpenApiImport({ ...params, ...query, document: body }, by, deps),
  ),
]
